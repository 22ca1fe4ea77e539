"""The message catalogues: collect the texts of the package, bring the translations in step, and compile them.

`python3 run.py texts` writes new texts into cardlib/locale/<language>/LC_MESSAGES/cardlib.po (to be translated there),
drops those that are gone, and compiles every catalogue to the .mo file that the package reads.
"""

import ast
from pathlib import Path

import polib

PACKAGE = Path(__file__).parent.parent / "cardlib"
LOCALE = PACKAGE / "locale"
PLURALS = {  # what each language's catalogue says about its plural forms
    "fr": "nplurals=2; plural=(n > 1);",
    "sv": "nplurals=2; plural=(n != 1);",
}
ERRORS = ("Error", "FileError", "TooManyOutcomes")  # their first argument is a text too
FORMS = {"_": 1, "plural": 2, **dict.fromkeys(ERRORS, 1)}
Text = tuple[str, str]  # the English text and its plural ("" for none)


def collect() -> dict[Text, set[str]]:
    """Every text given to `_`, `plural` or an error in the package, and the files it is in."""
    found: dict[Text, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            forms = FORMS.get(node.func.id, 0)
            words = [
                arg.value for arg in node.args[:forms] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
            if not words and node.func.id in ERRORS:
                continue  # an error made from a message
            if len(words) < forms:
                raise ValueError(f"{path.name}, line {node.lineno}: write the text into the call, so that it is found")
            if forms:
                text = (str(words[0]), str(words[1]) if forms == 2 else "")
                found.setdefault(text, set()).add(path.relative_to(PACKAGE).as_posix())
    return found


def catalogue(language: str) -> Path:
    """The file that holds a language's translations."""
    return LOCALE / language / "LC_MESSAGES" / "cardlib.po"


def update(language: str) -> None:
    """Bring a language's catalogue in step with the package, keeping its translations, and compile it."""
    path = catalogue(language)
    known = {(entry.msgid, entry.msgid_plural): entry for entry in (polib.pofile(str(path)) if path.exists() else [])}
    new = polib.POFile(wrapwidth=110)
    new.metadata = {
        "Project-Id-Version": "cardlib",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    for (text, several), files in sorted(collect().items()):
        entry = known.get((text, several)) or polib.POEntry(msgid=text, msgid_plural=several)
        entry.occurrences = [(file, "") for file in sorted(files)]
        if several and not entry.msgstr_plural:
            entry.msgstr_plural = {0: "", 1: ""}
        new.append(entry)
    path.parent.mkdir(parents=True, exist_ok=True)
    new.save(str(path))
    new.save_as_mofile(str(path.with_suffix(".mo")))
    left = len(new.untranslated_entries())
    print(f"{path}: {len(new)} texts, {left} still to be translated")


if __name__ == "__main__":
    for language in PLURALS:
        update(language)
