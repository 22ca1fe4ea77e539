"""`run.py phone`: only this machine unless asked, and never without a token."""

import json
import sys

from test_packaging import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import phone


def test_the_network_gets_in_only_when_asked_and_with_a_token(tmp_path):
    names = phone.write_pages(tmp_path)
    assert {"companion.en.ipynb", "companion.fr.ipynb", "dashboard.sv.ipynb"} <= set(names)
    assert "widgets.companion" in json.loads((tmp_path / "companion.fr.ipynb").read_text())["cells"][1]["source"]
    alone, open_to_all = (phone.command(tmp_path, 8866, network, "secret") for network in (False, True))
    assert "--Voila.ip=127.0.0.1" in alone and "--Voila.ip=0.0.0.0" in open_to_all
    assert "--token=secret" in alone and "--token=secret" in open_to_all
