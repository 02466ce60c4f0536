# One virtual environment, .venv, serves every target; it is brought up to date when a requirements file changes.
#   make run     open the app in the browser         make lint    rules, layout and types only
#   make test    everything that CI checks           make format  lay the code out as lint wants it
#   make bench   tables of speed and memory          make clean   delete .venv and caches
# Another Python: make run PYTHON=python3.13.  Another port: make run PORT=9000.

PYTHON ?= python3
PORT ?= 8501
WORKERS ?= 2

VENV := .venv
VENV_PYTHON := $(VENV)/bin/python
INSTALL := $(VENV_PYTHON) -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := run
.PHONY: run test lint format bench clean

run: $(VENV)/run.stamp
	$(VENV_PYTHON) -m streamlit run app.py --server.port $(PORT)

# One BLAS thread a worker: two workers with two threads each are slower on two cores.
test: lint
	@chromium=$$(sh scripts/chromium.sh) && \
	CHROMIUM="$$chromium" OPENBLAS_NUM_THREADS=1 $(VENV_PYTHON) -m pytest -n $(WORKERS) --dist loadfile

lint: $(VENV)/dev.stamp
	$(VENV_PYTHON) -m ruff check
	$(VENV_PYTHON) -m ruff format --check
	$(VENV_PYTHON) -m mypy

format: $(VENV)/dev.stamp
	$(VENV_PYTHON) -m ruff check --fix
	$(VENV_PYTHON) -m ruff format

bench: $(VENV)/dev.stamp
	@chromium=$$(sh scripts/chromium.sh) && for script in benchmarks/*.py; do \
		echo "== $$script"; CHROMIUM="$$chromium" PYTHONPATH=. $(VENV_PYTHON) "$$script" || exit 1; done

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A link to a Python that is gone counts as missing, so a moved or upgraded Python makes a new environment.
$(VENV_PYTHON):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "GPTQ Explorer needs Python 3.11 or newer; \"$(PYTHON)\" is `$(PYTHON) --version 2>&1`."; \
		echo "Name another one, for example: make $(or $(MAKECMDGOALS),run) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/run.stamp: requirements.txt $(VENV_PYTHON)
	@echo "Installing what the app needs (about a minute the first time) ..."
	$(INSTALL) -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/run.stamp
	@echo "Installing what the tests need ..."
	$(INSTALL) -r requirements-dev.txt
	@touch $@
