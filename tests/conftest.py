"""Settings every test shares."""

from __future__ import annotations

from hypothesis import settings

# No deadline: a law does not break because the machine is busy.
settings.register_profile("shared", deadline=None, print_blob=True)
settings.load_profile("shared")
