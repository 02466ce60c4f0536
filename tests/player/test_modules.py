"""One module out of many: what joining keeps, drops and refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gptq_viz.player import modules
from gptq_viz.player.modules import join_modules

PLAYER = Path(modules.__file__).parent
ENTRY = 'import { double } from "./two.js";\n\nexport default function (component) {\n  double(1);\n}\n'
ENTRIES = ("player.js", "replay_check.js")
TWO = "export function double(x) {\n  return 2 * x;\n}\n"


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder


def test_joined_module_has_imported_code_first_and_one_default_export(tmp_path: Path) -> None:
    joined = join_modules(write(tmp_path, player=ENTRY, two=TWO), "player.js")
    assert joined.index("function double") < joined.index("export default function")
    assert re.findall(r"^(?:import|export).*", joined, re.MULTILINE) == [
        "export default function (component) {"
    ]


def test_module_imported_twice_is_joined_once(tmp_path: Path) -> None:
    middle = 'import { double } from "./two.js";\nexport const four = double(2);\n'
    entry = 'import { four } from "./middle.js";\n' + ENTRY
    joined = join_modules(write(tmp_path, player=entry, middle=middle, two=TWO), "player.js")
    assert joined.count("function double") == 1
    assert joined.index("function double") < joined.index("const four") < joined.index("export default")


def test_import_over_several_lines_is_dropped_whole(tmp_path: Path) -> None:
    entry = ENTRY.replace("{ double }", "{\n  double,\n}")
    joined = join_modules(write(tmp_path, player=entry, two=TWO), "player.js")
    assert "./two.js" not in joined
    assert joined.count("double,") == 0


@pytest.mark.parametrize(
    "declaration",
    [
        "const a = 1;",
        "let a = 1;",
        "class a {}",
        "function a() {}",
        "async function a() {}",
        "function* a() {}",
    ],
)
def test_every_kind_of_export_loses_only_the_word(tmp_path: Path, declaration: str) -> None:
    entry = 'import { a } from "./two.js";\nexport default function () {}\n'
    joined = join_modules(write(tmp_path, player=entry, two=f"export {declaration}\n"), "player.js")
    assert f"\n{declaration}\n" in joined


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"player": ENTRY}, r"two\.js is missing \(imported by player\.js\)"),
        ({"two": TWO}, r"player\.js is missing"),
        (
            {"player": ENTRY, "two": 'import { x } from "./player.js";\n' + TWO},
            r"circle: player\.js -> two\.js -> player\.js",
        ),
        ({"player": ENTRY.replace("./two", "../two"), "two": TWO}, "only siblings"),
        ({"player": ENTRY.replace("./two.js", "three"), "two": TWO}, "only siblings"),
        ({"player": ENTRY.replace("{ double }", "* as two"), "two": TWO}, r"only imports like"),
        ({"player": ENTRY.replace("double }", "double as d }"), "two": TWO}, r"only imports like"),
        ({"player": ENTRY.replace("{ double }", "double"), "two": TWO}, r"only imports like"),
        ({"player": ENTRY, "two": TWO.replace("export ", "")}, r"double, not exported by two\.js"),
        ({"player": ENTRY + "const size = 1;\n", "two": TWO + "const size = 2;\n"}, "define size"),
        ({"player": ENTRY + "const { a, size } = b;\n", "two": TWO + "function size() {}\n"}, "define size"),
        ({"player": ENTRY, "two": TWO + "export { double as twice };\n"}, "cannot be joined: export"),
        ({"player": ENTRY, "two": TWO + "export default double;\n"}, "cannot be joined: export default"),
        ({"player": ENTRY.replace("export default ", ""), "two": TWO}, "no default export"),
    ],
)
def test_what_cannot_be_joined_is_refused_with_the_reason(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        join_modules(write(tmp_path, **files), "player.js")


def test_names_inside_functions_do_not_collide(tmp_path: Path) -> None:
    inner = "  const same = 1;\n  return same;\n}\n"
    entry = f'import {{ a }} from "./two.js";\nexport default function () {{\n{inner}'
    joined = join_modules(write(tmp_path, player=entry, two=f"export function a() {{\n{inner}"), "player.js")
    assert joined.count("const same") == 2


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_players_own_modules_join_without_a_trace_of_imports(entry: str) -> None:
    joined = join_modules(PLAYER, entry)
    kept = re.findall(r"^[ \t]*(?:import|export)\b.*", joined, re.MULTILINE)
    assert len(kept) == 1
    assert kept[0].startswith("export default function")


def test_every_script_of_the_folder_is_part_of_the_player_or_of_its_check() -> None:
    parts = {name for entry in ENTRIES for name in modules.ordered_sources(PLAYER, entry)}
    assert parts == {path.name for path in PLAYER.glob("*.js")}


def test_the_check_replays_with_the_players_own_engine() -> None:
    assert "engine.js" in set.intersection(*(set(modules.ordered_sources(PLAYER, e)) for e in ENTRIES))
