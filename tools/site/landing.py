"""The site's first pages, one a language: lessons by name, games, the companion, and how to host it."""

import json
import re
from html import escape
from pathlib import Path

LANGUAGES = {"en": "English", "fr": "Français", "sv": "Svenska"}
PLAY = ("skyjo", "skyjo_action", "skip_bo", "your_strategy", "review_your_game")

TEXTS = json.loads(Path(__file__).with_name("landing.json").read_text(encoding="utf-8"))
STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1b1b1b, #f2f2f2); --paper: light-dark(#fff, #111);
  --felt: light-dark(#eef3f1, #22302c); --link: light-dark(#0b5cad, #8ec5ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.5 system-ui, sans-serif; }
main { max-inline-size: 62rem; margin: auto; padding: 1rem 1rem 4rem; }
a { color: var(--link); }
nav { text-align: end; } nav a, nav b { padding: .6rem; display: inline-block; }
h1 { font-size: 2.2rem; margin: .5rem 0; line-height: 1.15; } h2 { margin: 2rem 0 .3rem; }
p { max-inline-size: 42rem; }
.first { display: inline-block; background: var(--link); color: var(--paper); padding: .8rem 1.2rem;
  border-radius: .6rem; text-decoration: none; font-weight: 600; }
ul, ol { list-style: none; padding: 0; margin: .6rem 0; display: grid; gap: .5rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 18.5rem), 1fr)); }
li { background: var(--felt); border-radius: .6rem; padding: .3rem .9rem .6rem; }
li > a:first-child { display: block; font-weight: 600; padding-block: .5rem .1rem; }
li small a { display: inline-block; padding-block: .3rem; }
pre { background: var(--felt); padding: .8rem; border-radius: .6rem; overflow-x: auto; }
"""


def write(site: Path, notebooks: Path) -> None:
    """Write the first page of every language; English is the one that an address without a page opens."""
    for language in LANGUAGES:
        folder = site if language == "en" else site / language
        folder.mkdir(exist_ok=True)
        (folder / "index.html").write_text(first_page(language, notebooks), encoding="utf-8")


def first_page(language: str, notebooks: Path) -> str:
    """The page that lists everything, as HTML. JupyterLite looks for its settings in it, too."""
    words = TEXTS[language]["words"]
    up = "" if language == "en" else "../"

    def link(path: str, text: str, after: str = "", plain: bool = True) -> str:
        lab = f"{up}lab/index.html?path={path}&amp;hl={language}"
        simple = f"{up}notebooks/index.html?path={path}&amp;hl={language}"
        other = f' <a href="{simple}">{escape(words["notebook"])}</a>' if plain else ""
        return f'<li><a href="{lab}">{escape(text)}</a><small>{escape(after)}{other}</small></li>'

    def own_page(name: str) -> str:
        address = f"{up}notebooks/index.html?path=pages/{name}.{language}.ipynb&amp;hl={language}&amp;page"
        about = escape(words[f"{name}_about"])
        return f'<li><a href="{address}">{escape(words[name])}</a><small>{about}</small></li>'

    lessons = [
        link(f"notebooks/lessons/{path.name}", f"{path.stem.split('_')[0].lstrip('0')}. {title(path, language)}")
        for path in sorted((notebooks / "lessons").glob("*.ipynb"))
    ]
    games = [link(f"notebooks/play/{name}.ipynb", title(notebooks / f"play/{name}.ipynb", language)) for name in PLAY]
    known = [link("notebooks/reference/odds.ipynb", words["reference_notebook"])]
    more = [notebooks / "reference/how_good_is_the_analysis.ipynb", *sorted((notebooks / "analyses").glob("*.ipynb"))]
    known += [link(f"notebooks/{path.relative_to(notebooks)}", title(path, language)) for path in more]
    others = " ".join(
        f"<b>{name}</b>"
        if code == language
        else f'<a lang="{code}" hreflang="{code}" href="{up}{"" if code == "en" else code + "/"}index.html">{name}</a>'
        for code, name in LANGUAGES.items()
    )
    tour = f"{up}lab/index.html?path=notebooks/start_here.ipynb&amp;hl={language}"
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>cardlib: {escape(words["title"])}</title>
<link rel="icon" href="data:,">
<script id="jupyter-config-data" type="application/json">{{}}</script>
<style>{STYLE}</style>
</head>
<body><main>
<nav>{others}</nav>
<h1>{escape(words["title"])}</h1>
<p>{escape(words["about"])}</p>
<p><a class="first" href="{tour}">{escape(words["first"])}</a> ({escape(words["ten"])})</p>
<h2>{escape(words["lessons"])}</h2>
<p>{escape(words["lessons_about"])} {escape(words["notes"])}</p>
<ol>{"".join(lessons)}</ol>
<h2>{escape(words["play"])}</h2>
<ul>{"".join(games)}</ul>
<h2>{escape(words["table"])}</h2>
<ul>{own_page("companion")}{own_page("dashboard")}</ul>
<h2>{escape(words["reference"])}</h2>
<ul>{"".join(known)}</ul>
<h2 id="teachers">{escape(words["teachers"])}</h2>
<p>{escape(words["host"])}</p>
<pre>python3 serve.py</pre>
<p>{escape(words["host_after"])}</p>
<p>{escape(words["simulations"])}</p>
</main></body>
</html>
"""


def title(notebook: Path, language: str) -> str:
    """What a notebook is called: its first heading, or that in another language."""
    if notebook.stem in TEXTS[language]["titles"]:
        return str(TEXTS[language]["titles"][notebook.stem])
    heading = re.search(r'"# (?:Lesson \w+ · )?(.*?)(?:\\n)?"', notebook.read_text(encoding="utf-8"))
    return heading[1] if heading else notebook.stem


def pages() -> dict[str, list[dict[str, object]]]:
    """The notebooks that are shown as pages, by their file's name: a line of text and a cell each."""
    calls = {"companion": 'widgets.companion("skyjo")', "dashboard": "widgets.dashboard()"}
    found: dict[str, list[dict[str, object]]] = {}
    for name, call in calls.items():
        for language in LANGUAGES:
            code = f'import cardlib\nfrom cardlib import widgets\n\ncardlib.set_language("{language}")\n{call}'
            heading = "# " + TEXTS[language]["words"][name]
            text: dict[str, object] = {"cell_type": "markdown", "id": "title", "metadata": {}, "source": heading}
            cell: dict[str, object] = {"cell_type": "code", "id": "page", "metadata": {}, "source": code, "outputs": []}
            found[f"{name}.{language}.ipynb"] = [text, cell | {"execution_count": None}]
    return found
