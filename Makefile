# Pilothouse. `make run` and `make test` do all the set-up themselves.

GOAL ?= Open Mousepad, type 'Hello from the pilothouse' and save it as note.txt in the practice folder
BIN := .venv/bin
# each worker brings up displays of its own; a file's tests stay together and share them; files go
# by their names, since those with the fewest tests are among the longest
PYTEST := $(BIN)/python -m pytest -q --numprocesses 4 --dist loadfile --no-loadscope-reorder

.PHONY: help run test check suites bench pictures clean

help: ## Show what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: ## Set up and open the console (on a virtual screen where there is none)
	@packaging/set-up run
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		$(BIN)/pilothouse --goal "$(GOAL)"; \
	else \
		$(BIN)/pilothouse unattended "$(GOAL)" --out out; \
	fi

test: ## Set up, check and test everything
	@packaging/set-up test
	@$(MAKE) --no-print-directory check
	$(PYTEST) -p tests.support.without_qt tests/engine
	$(PYTEST) tests --ignore tests/engine --ignore tests/benchmarks

check: ## Style, types and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

suites: ## Run the long task suites in full
	@packaging/set-up suites
	$(BIN)/python -m pytest tests/suites --all-cases

bench: ## Run the benchmarks; they print medians and ratios
	@packaging/set-up bench
	$(BIN)/python -m tests.benchmarks

pictures: ## Make the README's pictures
	@packaging/set-up run
	$(BIN)/python -m tests.support.pictures docs

clean: ## Remove the virtual environment and what was made
	rm -rf .venv out build dist .mypy_cache .ruff_cache .pytest_cache
