# The commands of this repository. Each installs what the system lacks, and is quick when nothing is missing.

SWIFT ?= swift
# Flags for every build, such as -Xswiftc -warnings-as-errors.
SWIFT_FLAGS ?=
# The sample run, or a preview of any page: make run URL=https://example.com/
URL ?=
# Where the program keeps its cache; empty for its default.
CACHE ?=

STRATA_OPTIONS := $(if $(CACHE),--cache "$(CACHE)")

.PHONY: help run test bench format lint packages

help:
	@echo "make run              the sample run; make run URL=https://… previews a page"
	@echo "make test             all tests"
	@echo "make bench            the benchmarks"
	@echo "make format, lint     format the sources, or check that they are"

run: packages
	@$(SWIFT) build $(SWIFT_FLAGS) -c release --product strata
	@"$$($(SWIFT) build $(SWIFT_FLAGS) -c release --show-bin-path)/strata" \
	  $(if $(URL),preview "$(URL)",sample) $(STRATA_OPTIONS)

test: packages
	$(SWIFT) test $(SWIFT_FLAGS)

bench: packages
	$(SWIFT) run $(SWIFT_FLAGS) -c release benchmarks

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks Examples

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks Examples
	@bash Scripts/check-rules

packages:
	@bash Scripts/install-packages
