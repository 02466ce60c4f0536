"""What the server must not load or keep."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["app.py", *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("pages/*.py"))]
OPEN = """
import sys
from streamlit.testing.v1 import AppTest
app = AppTest.from_file(sys.argv[1] + "/app.py").run(timeout=60)
if sys.argv[2] != "app.py":
    app.switch_page(sys.argv[2]).run(timeout=60)
assert not app.exception, app.exception
print(*sorted({"pandas", "pyarrow"} & set(sys.modules)))
"""


@pytest.mark.parametrize("page", PAGES)
def test_no_page_makes_streamlit_load_pandas(page: str) -> None:
    # It would take 70 MB of every server; Streamlit loads it for tables and for a component's bare string.
    command = [sys.executable, "-c", OPEN, str(ROOT), page]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""
