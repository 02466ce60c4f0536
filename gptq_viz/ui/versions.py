"""What the app runs on, for a bug report."""

from __future__ import annotations

import platform
from functools import cache
from importlib.metadata import version

from threadpoolctl import threadpool_info

# As in pyproject.toml; the app runs from its files, so that no installed package tells it.
APP = "0.1.0"
PACKAGES = {"NumPy": "numpy", "SciPy": "scipy", "Streamlit": "streamlit", "Plotly": "plotly"}


@cache
def versions() -> dict[str, str]:
    """Names and versions of the app, of Python and of what it computes and draws with."""
    return {
        "GPTQ Explorer": APP,
        "Python": platform.python_version(),
        **{name: version(package) for name, package in PACKAGES.items()},
    }


@cache
def machine() -> str:
    """System, processor and linear algebra: they decide the last bits of a residual."""
    libraries = {
        f"{library['internal_api']} {library['version']}"
        for library in threadpool_info()
        if library["user_api"] == "blas"
    }
    return ", ".join((f"{platform.system()} {platform.machine()}", *sorted(libraries)))
