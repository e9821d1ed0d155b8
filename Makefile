# `make test` and `make report` need Python 3.11 or newer with pip; they set up the rest.

PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt
unexport PYTHONDONTWRITEBYTECODE  # else every process compiles all packages from source
CHOSEN = -m "not long"
TITLES = excavation archeos expeditions lost_cities  # the longest to compile first

.PHONY: report test test-all lint golden pages reference bench clean

report: $(VENV)/ready  ## the main job: a balance report of Archeos Society
	$(BIN)/tiltmeter report archeos --quick

test: $(VENV)/ready  ## everything that must hold
	$(MAKE) --jobs=2 lint $(TITLES:%=machine-code-of-%)
	$(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder $(CHOSEN)

test-all:  ## the long tests too: other kinds of what `make test` tries once
	$(MAKE) test CHOSEN=

machine-code-of-%: $(VENV)/ready  # both test workers find it; made while the tools are installed
	PYTHONPATH=. $(BIN)/python tests/warm.py $*

$(patsubst %,machine-code-of-%,$(wordlist 2,9,$(TITLES))): | lint  # else it comes last, and alone

lint: $(VENV)/tools
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

golden: $(VENV)/tools  ## writes the golden games and the fingerprints anew
	$(BIN)/python tests/test_golden.py
	$(BIN)/python tests/test_fingerprints.py

pages: $(VENV)/tools  ## draws page one of the reports in docs/pages anew, and the studio
	$(BIN)/python tests/test_pages.py
	$(BIN)/python tests/studio_pictures.py

reference: $(VENV)/tools  ## writes the references of commands and metrics in docs anew
	$(BIN)/python tests/test_reference.py

bench: $(VENV)/ready  ## games per second
	$(BIN)/tiltmeter bench

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tiltmeter needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e .
	touch $@

$(VENV)/tools: $(VENV)/ready  # of those who change the code
	$(INSTALL) 'tiltmeter[dev]'
	touch $@

clean:
	rm -rf $(VENV) runs *-report build dist *.egg-info
