"""The image, read from its Dockerfile: who runs, where it listens, how its health is asked."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
REQUIREMENTS = ("requirements.txt", "requirements-cluster.txt")


def instructions() -> list[tuple[str, str]]:
    """Pairs (INSTRUCTION, rest of line) in order, continued lines joined, comments dropped."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines if line.strip()]


def the(instruction: str) -> str:
    """The last of an instruction's lines, which is the one that counts."""
    return [rest for word, rest in instructions() if word == instruction][-1]


def environment() -> dict[str, str]:
    pairs = [pair for word, rest in instructions() if word == "ENV" for pair in shlex.split(rest)]
    return dict(pair.split("=", 1) for pair in pairs)


def health_command() -> list[str]:
    """The health check's command, with the Python that runs the tests."""
    _, *arguments = json.loads(the("HEALTHCHECK").split("CMD", 1)[1])
    return [sys.executable, *arguments]


def test_server_does_not_run_as_root() -> None:
    words = [word for word, _ in instructions()]
    assert the("USER") not in ("root", "0")
    assert words.index("USER") < words.index("CMD")
    created = " ".join(rest for word, rest in instructions() if word == "RUN" and "useradd" in rest)
    assert re.search(rf"useradd .*\b{the('USER')}$", created)


def test_image_listens_everywhere_and_hides_error_details() -> None:
    settings = environment()
    assert settings["STREAMLIT_SERVER_ADDRESS"] == "0.0.0.0"
    assert settings["STREAMLIT_SERVER_HEADLESS"] == "true"
    assert settings["STREAMLIT_CLIENT_SHOW_ERROR_DETAILS"] == "none"


def test_streamlit_knows_every_setting_of_the_image() -> None:
    from streamlit import config

    known = {option.env_var for option in config.get_config_options().values()}
    assert {key for key in environment() if key.startswith("STREAMLIT_")} - known == set()


def test_command_starts_the_app_on_the_given_port() -> None:
    shell, flag, script = json.loads(the("CMD"))
    shown = subprocess.run(
        [shell, flag, script.replace("exec python", "echo")],
        env={**os.environ, "PORT": "9123"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.strip() == "-m streamlit run app.py --server.port 9123"


def test_command_hands_its_process_to_the_server() -> None:
    assert json.loads(the("CMD"))[2].startswith("exec ")


def test_port_has_a_default_and_is_exposed() -> None:
    assert environment()["PORT"] == the("EXPOSE") == "8501"


def test_image_installs_what_the_app_needs_or_on_request_what_a_cluster_needs() -> None:
    assert the("ARG") == f"REQUIREMENTS={REQUIREMENTS[0]}"
    [install] = [rest for word, rest in instructions() if word == "RUN" and "pip install" in rest]
    assert '--requirement "$REQUIREMENTS"' in install
    [copied] = [rest for word, rest in instructions() if word == "COPY" and "requirements" in rest]
    assert set(copied.split()) == {*REQUIREMENTS, "./"}


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False)])
def test_health_check_asks_the_server_on_its_port(status: int, healthy: bool) -> None:
    asked = []

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Server) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        environ = {**os.environ, "PORT": str(server.server_port)}
        result = subprocess.run(health_command(), env=environ, capture_output=True, check=False)
        thread.join()
    assert asked == ["/_stcore/health"]
    assert (result.returncode == 0) is healthy


def test_health_check_fails_where_nothing_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        environ = {**os.environ, "PORT": str(free.getsockname()[1])}
        result = subprocess.run(health_command(), env=environ, capture_output=True, check=False)
    assert result.returncode != 0


def test_image_gets_what_the_app_runs_on_and_nothing_else() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    let_in = {rule.removeprefix("!") for rule in rules if rule.startswith("!")}
    needed = {"app.py", "pages", "gptq_viz", ".streamlit/config.toml", *REQUIREMENTS}
    assert needed <= let_in <= needed | {"LICENSE"}
    assert all((ROOT / path).exists() for path in let_in)
