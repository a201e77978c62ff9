# `make help` tells what there is. Needs make and Python 3.11 to 3.13; the rest is fetched, locked by hash.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup demo dev test fast lint types pure whole mutants promises soak bench screenshots browser clean-demo messages client lock wheel compiled

BIN := .venv/bin
RUN := $(BIN)/python
PYTEST := $(BIN)/pytest -q
SLOW := database or process or browser or thorough or soak
CATALOGUES := $(wildcard locale/*/LC_MESSAGES/*.po locale/*/*/LC_MESSAGES/*.po)
GENERATES := docs/openapi.yaml $(wildcard clients/generator/*.py clients/generator/*.yaml) \
	clients/python/src/jeton_client/async_client.py clients/python/src/jeton_client/async_sending.py
MAKEFLAGS += --no-print-directory
# Some machines forbid Python to keep what it has compiled: every process would compile all anew.
unexport PYTHONDONTWRITEBYTECODE

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile
	@echo "  Variables: PORT (8000), HOST (127.0.0.1), DATA_DIR (.data), ONLY (one group of bench, or some pictures), JETON_SEED (of tests)"

setup: .make/run .make/catalogues ## create .venv with what running needs
	@:

demo: setup ## run the whole platform and print its address; Ctrl-C stops it, data is kept
	@exec $(RUN) manage.py demo

dev: .make/develop .make/catalogues .make/client ## the same with DEBUG and a web process that reloads
	@exec $(RUN) manage.py dev

fast: .make/develop ## lint, types, import contracts and pure tests, in seconds
	@$(MAKE) -j2 --keep-going $(if $(filter 4.%,$(MAKE_VERSION)),--output-sync=target) lint types pure

test: .make/develop .make/catalogues .make/client browser ## everything: lint, types, import contracts, all tests but soak
	@$(MAKE) lint
	@$(MAKE) -j2 --keep-going types whole

lint: .make/develop
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@said=$$($(BIN)/lint-imports) || { echo "$$said"; exit 1; }

types: .make/develop .make/client
	@$(BIN)/mypy

pure: .make/develop .make/client
	@$(PYTEST) -n 2 -m "not ($(SLOW))"

# `tests/order.py` says which files come when. Three at once: each costs ten seconds to start, and six on
# two processors hinder each other more than they gain while one waits. Nothing is asked again: a test that
# fails in company has failed.
whole: .make/develop .make/catalogues .make/client
	@$(PYTEST) -n 3 --dist loadfile --no-loadscope-reorder --durations=10 -m "not soak"

mutants: .make/develop .make/catalogues .make/client ## put deliberate faults into a copy, one at a time: which test catches each?
	@$(RUN) -m tests.mutants -n 2

promises: .make/develop .make/catalogues .make/client ## put what docs/promises.md says to the test, in minutes or overnight: SIZE=small|full
	@$(RUN) -m tests.promises --size $(or $(SIZE),small)

soak: .make/develop .make/catalogues .make/client ## what takes many minutes: referees by the thousand, long evenings on a running platform
	@JETON_SEED=$${JETON_SEED:-any} $(PYTEST) -m soak

bench: .make/develop .make/catalogues .make/client ## measure against references; ONLY=engine|server|stubborn|ledger|audit|strength|skill|judging|romme|director|pairing|streams|office|browser|growth|notify|idle|integrity; SMALL=yes only sees that it runs
	@$(RUN) -m benchmarks $(if $(ONLY),--only $(ONLY)) $(if $(SMALL),--small)

screenshots: .make/develop .make/catalogues .make/client browser ## take the pictures of docs/screenshots anew; ONLY="lobby wallet" only those
	@$(RUN) -m tests.browser.screenshots $(ONLY)
	@[ -n "$(ONLY)" ] || { $(RUN) -m tests.browser.operators_walk; PYTHONPATH=clients/python/src $(RUN) -m tests.browser.evening_of_200; }

browser: ## find a headless Chromium, or install one where that is possible
	@scripts/browser

clean-demo: ## remove the demo's data for good
	@$(RUN) manage.py clean_demo

messages: .make/develop ## collect translatable texts into locale/ (needs GNU gettext)
	@$(RUN) manage.py makemessages --locale de --no-location --ignore=.venv --ignore=.boot
	@$(RUN) manage.py makemessages --locale de --no-location --ignore=.venv --ignore=.boot -d djangojs

client: .make/client ## write the Python client's types, its operations and its sync half
	@:

compiled: .make/develop ## compile the hot modules of `rummy` (needs gcc); RUMMY_COMPILED=yes make demo uses them
	@$(RUN) packaging/compiling.py

wheel: .make/develop ## build dist/jeton-….whl: the platform as a package, with the command `jeton`; JETON_COMPILED=yes
	@$(RUN) -m hatchling build -t wheel -d dist

lock: ## resolve the dependencies anew and lock them by hash
	@scripts/install lock

.make/run: requirements.txt scripts/install
	@scripts/install requirements.txt
	@mkdir -p .make && touch $@

# What development needs contains what running needs: one environment serves both.
.make/develop: requirements-dev.txt requirements.txt scripts/install
	@scripts/install requirements-dev.txt
	@mkdir -p .make && touch .make/run $@

.make/catalogues: $(CATALOGUES) | .make/run
	@for room in locale locale/variants; do for domain in django djangojs; do \
	  $(BIN)/pybabel -q compile -d $$room -D $$domain; done; done
	@mkdir -p .make && touch $@

.make/client: $(GENERATES) | .make/develop
	@$(RUN) -m clients.generator
	@mkdir -p .make && touch $@
