# Pilothouse. `make run` and `make test` do all the set-up themselves.

GOAL ?= Open Mousepad, type 'Hello from the pilothouse' and save it as note.txt in the practice folder
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -q
# Parts of the tests, a process each: they wait for windows and pages, each for its own, and each
# imports no more than it tests. The longest come first, and the longest of these are two to four
# processes each, so that no process has work for long when all others are done: a file's tests in
# one of them. Of the suites the goals on small pages are a part by themselves: they wait for their
# pages most of the time, and so are in four, each test in whichever is free, while fewer processes
# have a desktop. The runs from the command line are a part too. What waits for nothing
# (widgets, the engine's others) comes next, to fill in while the others wait. What is named in
# neither list is in the parts of the others. The check waits for nothing at all: it begins first,
# and is done with what the tests leave over of the processors.
PARTS := end_to_end suites app widgets
RUNS := $(patsubst %,tests/app/test_%.py,run_command calibration mcp_command terminal_approver \
	model_command vendor_command)
PAGES := $(wildcard tests/suites/test_*_pages.py) tests/suites/test_told_by_servers.py
ENGINE_PARTS := surfaces/browser modes surfaces/desktop acting perception
AT_ONCE := 5
FIRST := test-pages test-end_to_end test-suites test-engine-modes test-app \
	test-engine-surfaces/browser test-runs test-widgets test-engine-acting test-engine-others
TESTS := $(FIRST) $(filter-out $(FIRST),$(PARTS:%=test-%) $(ENGINE_PARTS:%=test-engine-%)) test-others
# the programs that the tests start, and the parts, need not compile everything again
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help run test $(TESTS) check suites readback bench pictures lock clean

help: ## Show what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: ## Set up and open the console (on a virtual screen where there is none)
	@packaging/set-up run
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		$(BIN)/pilothouse --goal "$(GOAL)"; \
	else \
		$(BIN)/pilothouse unattended "$(GOAL)" --out out; code=$$?; packaging/show-made out; exit $$code; \
	fi

test: ## Set up, check and test everything
	@packaging/set-up test
	@echo "Checking and testing, some minutes; each part is shown when it has ended."
	@$(MAKE) --no-print-directory --keep-going --jobs $(AT_ONCE) --output-sync=target FILL="nice -n 15" check $(TESTS)

test-end_to_end: PYTEST += --numprocesses 3 --dist loadfile
test-pages: PYTEST += --numprocesses 4 --dist worksteal
test-suites: PYTEST += --numprocesses 2 --dist loadfile $(PAGES:%=--ignore %)
test-engine-acting test-engine-modes: PYTEST += --numprocesses 2 --dist loadfile
test-app: PYTEST += $(RUNS:%=--ignore %)

test-runs:
	$(PYTEST) $(RUNS)

test-pages:
	$(PYTEST) $(PAGES)

$(PARTS:%=test-%): test-%:
	$(PYTEST) tests/$*

test-others:
	$(PYTEST) tests $(PARTS:%=--ignore tests/%) --ignore tests/engine --ignore tests/benchmarks

$(ENGINE_PARTS:%=test-engine-%): test-engine-%:
	$(PYTEST) -p tests.support.without_qt tests/engine/$*

test-engine-others:
	$(PYTEST) -p tests.support.without_qt tests/engine $(ENGINE_PARTS:%=--ignore tests/engine/%)

check: ## Style, types and import rules
	$(FILL) $(BIN)/ruff check .
	$(FILL) $(BIN)/ruff format --check .
	$(FILL) $(BIN)/mypy
	$(FILL) $(BIN)/lint-imports --no-cache

suites: ## Run the long task suites in full, and all variations of the other tests
	@packaging/set-up suites
	$(BIN)/python -m pytest tests/suites --all-cases
	$(BIN)/python -m pytest tests --ignore tests/suites --ignore tests/benchmarks --all-cases -m variation

readback: ## Have exports read back by inspect_ai, which the tests do not install
	@packaging/read-back

bench: ## Run the benchmarks; they print medians and ratios
	@packaging/set-up bench
	$(BIN)/python -m tests.benchmarks

pictures: ## Make the README's pictures
	@packaging/set-up run
	$(BIN)/python -m tests.support.pictures docs

lock: ## Lock the newest Python packages that fit, with their hashes
	@packaging/lock --upgrade

clean: ## Remove the virtual environment and what was made
	rm -rf .venv out build dist .mypy_cache .ruff_cache .pytest_cache
