"""Settings every test shares."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# No deadline and no health check of speed: a law does not break because the machine is busy.
# The same examples on every run, so that a red test is red for everybody.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("shared", patient, max_examples=200, derandomize=True)
# HYPOTHESIS_PROFILE=search looks for new counterexamples.
settings.register_profile("search", patient, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "shared"))
