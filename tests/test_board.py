"""The board model, drawn as plain text and as HTML, without any game."""

from html.parser import HTMLParser

import pytest

from cardlib.engine.board import Board, Card, Pile, Seat, band

GRID = (
    (Card("", up=False, key="cell 0 0 0"), Card("", gone=True, key="cell 0 0 1"), Card("9", key="cell 0 0 2")),
    (Card("12", key="cell 0 1 0"), Card("", gone=True), Card("-2", key="cell 0 1 2")),
)
ANA = Seat("Ana", GRID, score="19 points", active=True)
BO = Seat("Bo", ((Card("5", up=False), Card("W")),), (Pile("stock", (Card("4"),), 17, "stock 1"),), status="closes")
BOARD = Board(
    "A game",
    (Pile("draw pile", (Card("", up=False),), 104, "draw"), Pile("discard pile", (), 0, "discard", note="empty")),
    (ANA, BO),
    "a note",
)


class Tags(HTMLParser):
    """The start tags of a page with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def having(self, **wanted: str) -> list[dict[str, str | None]]:
        return [a for _, a in self.tags if all(a.get(k.replace("_", "-")) == v for k, v in wanted.items())]


def test_plain_text_board():
    assert str(BOARD) == (
        "A game\n"
        "draw pile: ? (104)   discard pile: - (0, empty)\n"
        "> Ana           Bo\n"
        "   ?  .  9      ?5  W\n"
        "  12  . -2      stock: 4 (17)\n"
        "  19 points     closes\n"
        "a note"
    )


def test_plain_text_wraps_many_seats():
    lines = str(Board("A game", (), [ANA] * 12)).splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(line.count("Ana") for line in lines) == 12


def test_a_picture_has_no_controls_and_names_every_card():
    page = Tags(BOARD.html())
    assert not [tag for tag, _ in page.tags if tag in ("button", "script", "style")]
    names = {a["aria-label"] for a in page.having(role="img")}
    assert {
        "Ana, row 1 column 1: face down", "Ana, row 1 column 2: cleared place", "Ana, row 2 column 3: −2",
        "Bo, card 1: face down, 5", "Bo, stock: 4", "draw pile: face down", "discard pile: no card",
    } <= names  # fmt: skip


def test_a_picture_by_itself_brings_its_look():
    assert BOARD._repr_html_().startswith("<style>")


def test_places_that_can_be_pressed():
    page = Tags(BOARD.html(lit={"cell 0 0 0", "draw"}, chosen=["draw"]))
    places = {a["data-key"]: a for tag, a in page.tags if tag == "button"}
    assert set(places) == {
        "draw", "discard", "cell 0 0 0", "cell 0 0 1", "cell 0 0 2", "cell 0 1 0", "cell 0 1 2", "stock 1",
    }  # fmt: skip
    assert {key for key, a in places.items() if "aria-disabled" not in a} == {"cell 0 0 0", "draw"}
    assert {key for key, a in places.items() if a["tabindex"] == "0"} == {"cell 0 0 0", "draw"}
    assert [key for key, a in places.items() if a.get("aria-pressed")] == ["draw"]
    assert all(a["data-action"] == "place" and a["value"] == key for key, a in places.items())


def test_only_the_top_of_a_pile_stands_for_it():
    pile = Pile("discard 1", (Card("8"), Card("7")), key="discard 0")
    page = Tags(Board("x", (pile,)).html(lit=["discard 0"]))
    assert [a["aria-label"] for tag, a in page.tags if tag == "button"] == ["discard 1: 7"]
    assert page.having(aria_label="discard 1, below: 8")


def test_cards_spread_out_are_places_of_their_own():
    pile = Pile("market", (Card("Look", key="market 0"), Card("Steal", key="market 1", note="taken")), spread=True)
    page = Tags(Board("x", (pile,)).html(lit=["market 1"]))
    assert [a["aria-label"] for tag, a in page.tags if tag == "button"] == [
        "market, card 1: Look", "market, card 2: Steal (taken)",
    ]  # fmt: skip


@pytest.mark.parametrize("evil", ["<b>Ana</b>", "<script>alert(1)</script>", '" onclick="x', "{0} %s & co"])
def test_text_from_users_is_only_text(evil):
    board = Board(
        evil, (Pile(evil, (Card(evil, key=evil, note=evil),), key=evil, note=evil),),
        (Seat(evil, ((Card(evil, key=evil),),), status=evil, score=evil),), evil,
    )  # fmt: skip
    page = Tags(board.html(lit=[evil], chosen=[evil]))
    assert {tag for tag, _ in page.tags} <= {"div", "p", "span", "small", "strong", "button"}
    assert not [a for _, a in page.tags if any(name.startswith("on") for name in a)]
    assert page.text.count(evil) == 10


@pytest.mark.parametrize(
    "text, expected",
    [("-2", "minus"), ("0", "zero"), ("4", "low"), ("5", "mid"), ("9", "high"), ("*", "star"), ("Look", "word")],
)
def test_bands(text, expected):
    assert band(text) == expected
