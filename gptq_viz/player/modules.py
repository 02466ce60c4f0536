"""Joins the player's ES modules into the one inline module that Streamlit takes.

Each file is a plain ES module that tests import as it is. The joined module has one scope for all of
them, so joining insists on what makes that safe: named imports from siblings, no renaming, and no name
defined by two files.
"""

from __future__ import annotations

import re
from pathlib import Path

IMPORT = re.compile(
    r"^import\b(?P<clause>[^;\"']*?)(?:\bfrom\s*)?[\"'](?P<source>[^\"']+)[\"'];?", re.MULTILINE
)
DECLARATION = re.compile(
    r"^(?P<export>export\s+)?(?P<default>default\s+)?(?:async\s+)?(?:function\s*\*?|const|let|var|class)\s+"
    r"(?P<names>[\w$]+|[\[{][^\]}=]*[\]}])",
    re.MULTILINE,
)
EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function|const|let|var|class)\b)", re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import\b(?!\s*\()|export\b).*$", re.MULTILINE)
DEFAULT_EXPORT = re.compile(r"^export\s+default\b", re.MULTILINE)


def join_modules(folder: Path, entry: str) -> str:
    """One module with the text of `entry` and of all it imports, imported files first.

    Parameters
    ----------
    folder : Path
        Where the modules lie, side by side.
    entry : str
        File name of the module whose default export is kept.

    Raises
    ------
    ValueError
        If a sibling is missing, imports form a circle, a name is imported that its module does not
        export or is defined by two modules, or an import or export has a form that joining cannot keep.
    """
    sources = ordered_sources(folder, entry)
    _check_imports(sources)
    _check_collisions(sources)
    if DEFAULT_EXPORT.search(sources[entry]) is None:
        raise ValueError(f"{entry} has no default export")
    return "\n".join(f"// {name}\n{_bare(name, text, entry)}" for name, text in sources.items())


def ordered_sources(folder: Path, entry: str) -> dict[str, str]:
    """Texts of `entry` and of all it imports by file name, each after those it imports."""
    sources: dict[str, str] = {}

    def collect(name: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise ValueError(f"modules import each other in a circle: {' -> '.join((*importers, name))}")
        if name in sources:
            return
        path = folder / name
        if not path.is_file():
            raise ValueError(f"{name} is missing{f' (imported by {importers[-1]})' if importers else ''}")
        text = path.read_text(encoding="utf-8")
        for sibling in imports(text):
            collect(sibling, (*importers, name))
        sources[name] = text

    collect(entry, ())
    return sources


def imports(text: str) -> dict[str, set[str]]:
    """Names that a module imports, by the file name of the sibling that exports them."""
    found: dict[str, set[str]] = {}
    for line in IMPORT.finditer(text):
        clause, source = line["clause"].strip(), line["source"]
        if re.fullmatch(r"\./[\w-]+\.js", source) is None:
            raise ValueError(f'"{source}" is imported; only siblings, like "./engine.js", can be joined')
        if re.fullmatch(r"\{[\w$,\s]*\}", clause) is None or re.search(r"\bas\b", clause):
            raise ValueError(f"only imports like {{ decode, seek }} can be joined, not: {line[0]}")
        found.setdefault(source.removeprefix("./"), set()).update(_names(clause))
    return found


def defined_names(text: str) -> set[str]:
    """Names defined at a module's top level, by declarations that start a line."""
    return {name for found in DECLARATION.finditer(text) for name in _names(found["names"])}


def exported_names(text: str) -> set[str]:
    """Names a module exports, its default export aside."""
    exports = (found for found in DECLARATION.finditer(text) if found["export"] and not found["default"])
    return {name for found in exports for name in _names(found["names"])}


def _names(listed: str) -> list[str]:
    """The names of `{ a, b: c }`, which are a and c, or of `a`."""
    return [part.split(":")[-1].strip() for part in listed.strip("[]{}").split(",") if part.strip()]


def _check_imports(sources: dict[str, str]) -> None:
    """Raises where a module imports a name that its sibling does not export."""
    for name, text in sources.items():
        for sibling, names in imports(text).items():
            if unknown := names - exported_names(sources[sibling]):
                raise ValueError(f"{name} imports {', '.join(sorted(unknown))}, not exported by {sibling}")


def _check_collisions(sources: dict[str, str]) -> None:
    """Raises where two modules define one name: joined, they share a scope."""
    owners: dict[str, str] = {}
    for module, text in sources.items():
        for name in sorted(defined_names(text)):
            if name in owners:
                raise ValueError(f"{owners[name]} and {module} define {name}; joined, they share a scope")
            owners[name] = module


def _bare(name: str, text: str, entry: str) -> str:
    """A module's text without import lines and `export`; the entry keeps its default export."""
    bare = EXPORT.sub("", IMPORT.sub("", text))
    for line in LEFT_OVER.findall(bare):
        if name != entry or DEFAULT_EXPORT.match(line) is None:
            raise ValueError(f"{name} has a line that cannot be joined: {line}")
    return bare.strip() + "\n"
