"""Charts as data: what is drawn, named and said about it."""

from fractions import Fraction
from types import SimpleNamespace

import altair as alt
import pytest

from cardlib import charts

DECK = {-2: 5, -1: 10, 0: 15, **{value: 10 for value in range(1, 13)}}
ESTIMATE = SimpleNamespace(value=0.1881, low=0.1857, high=0.1905, confidence=0.95, n=100_000, seed=1)
EXAMPLES = {
    "distribution": charts.distribution({-2: Fraction(1, 3), 5: Fraction(2, 3)}, "Two cards", "points", mark=[5]),
    "law": charts.distribution({n: Fraction(1, 60) for n in range(60)}, "Sixty values", "points"),
    "routes": charts.routes({"formula": Fraction(189, 1003), "simulation": ESTIMATE}, "At least one 5"),
    "deck": charts.deck_counts(DECK, {**DECK, 5: 8, 0: 0}),
}
each_chart = pytest.mark.parametrize("chart", EXAMPLES.values(), ids=EXAMPLES)


def rows(chart):
    """The data of a chart: all its layers share them."""
    return chart.to_dict()["data"]["values"]


def encodings(spec):
    return [layer["encoding"] for layer in spec.get("layer", [spec])]


@each_chart
def test_goes_out_as_data_that_jupyterlab_draws_itself(chart):
    bundle, metadata = chart._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.vegalite.v5+json", "text/plain"}
    assert metadata["application/vnd.vegalite.v5+json"]["embed_options"] == {"renderer": "svg", "actions": False}
    spec = bundle["application/vnd.vegalite.v5+json"]
    assert spec["$schema"].endswith("/v5.json")
    assert bundle["text/plain"] == spec["description"] and "\n" not in spec["description"]


@each_chart
def test_has_a_title_a_description_and_axes_with_names(chart):
    spec = chart.to_dict()
    assert spec["title"] and len(spec["description"]) > 20
    for encoding in encodings(spec):
        for channel in ("x", "y"):
            if channel in encoding and encoding[channel]["field"] != "route":
                assert encoding[channel]["title"]
    assert any("description" in encoding for encoding in encodings(spec))  # each bar says its number


def test_a_distribution_draws_every_value_with_its_probability():
    shown = {row["value"]: row for row in rows(EXAMPLES["distribution"])}
    assert {value: row["probability"] for value, row in shown.items()} == {"−2": 1 / 3, "5": 2 / 3}
    assert [row["marked"] for row in shown.values()] == [False, True]
    assert shown["5"]["words"] == "5: 66.7%"
    assert EXAMPLES["distribution"].to_dict()["description"] == (
        "Bar chart. Two cards: 2 values from −2 to 5; the most likely is 5 with 66.7%."
    )


def test_many_values_stand_on_a_number_axis():
    assert EXAMPLES["law"].to_dict()["encoding"]["x"]["type"] == "quantitative"
    assert [row["value"] for row in rows(EXAMPLES["law"])] == list(range(60))


def test_routes_compare_the_exact_value_with_an_interval():
    formula, simulation = rows(EXAMPLES["routes"])
    assert formula["value"] == 189 / 1003 and "low" not in formula
    assert (simulation["low"], simulation["value"], simulation["high"]) == (0.1857, 0.1881, 0.1905)
    assert simulation["label"] == "18.8% (between 18.6% and 19.1%; n = 100,000, seed 1)"  # never bare


def test_routes_to_a_mean_are_not_percentages():
    chart = charts.routes({"formula": Fraction(76, 15)}, "Mean of a card", "points", chance=False)
    assert rows(chart)[0]["label"] == "5.066667"


def test_a_deck_shows_left_and_seen_on_one_another():
    counts = {(row["card"], row["state"]): row["cards"] for row in rows(EXAMPLES["deck"])}
    assert (counts["5", "left"], counts["5", "seen"]) == (8, 2)
    assert (counts["0", "left"], counts["0", "seen"]) == (0, 15)
    assert sum(counts.values()) == 150
    assert EXAMPLES["deck"].to_dict()["title"]["subtitle"] == "133 of 150 cards are left"


def test_signs_come_after_numbers():
    assert charts.in_order(["*", 3, -2, "W", 12]) == [-2, 3, 12, "*", "W"]


def test_importing_charts_chooses_renderer_and_theme():
    assert (alt.renderers.active, alt.theme.active) == ("cardlib", "cardlib")
