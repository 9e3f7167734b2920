# Nearfar. ARCH is the processor the code is for: `native`, or for other machines too `x86-64-v2` or `x86-64-v3`.
ARCH ?= native
PYTHON ?= /usr/bin/python3
comma := ,
CLANG := $(firstword $(wildcard $(dir $(realpath $(shell command -v swiftc)))clang) cc)
FMA := $(if $(shell $(CLANG) -march=$(ARCH) -dM -E -x c /dev/null | grep __FMA__),FMA)
SWIFT_FLAGS := $(if $(FMA),--traits FMA) -Xcc -march=$(ARCH)
EMBEDDED_FLAGS := --scratch-path .build/embedded --traits Embedded$(if $(FMA),$(comma)FMA) -Xcc -march=$(ARCH)
LV2_DIR = $(DESTDIR)$(if $(PREFIX),$(PREFIX)/lib/lv2,$(HOME)/.lv2)
# The program's folder: PREFIX, or the user's own.
PROGRAM_DIR = $(DESTDIR)$(if $(PREFIX),$(PREFIX),$(HOME)/.local)
PROGRAM_FILES = bin/nearfar share/man/man1/nearfar.1 share/bash-completion/completions/nearfar \
  share/zsh/site-functions/_nearfar share/fish/vendor_completions.d/nearfar.fish
export PYTHON SWIFT_FLAGS EMBEDDED_FLAGS

help: ## Prints this
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: bundles ## Separates and remixes a scene made from real recordings, or IN=recording.wav (AmbiX); see demo-out/
	@scripts/packages.sh demo
	@$(PYTHON) demo $(if $(IN),"$(IN)")

test: ## Everything: real-time proof, unit, contract, binary, TTL, style and host tests
	@scripts/packages.sh build program test
	@scripts/test.sh

bundles: ## Builds the plugins into Bundles/ (ARCH=native; ARCH=x86-64-v2 runs anywhere)
	@scripts/packages.sh build
	@scripts/bundles.sh

nearfar: ## Builds the command-line program, .build/release/nearfar, which needs no Swift where it runs
	@scripts/packages.sh build program
	@swift build -c release $(SWIFT_FLAGS) --static-swift-stdlib --product nearfar --quiet

install: bundles nearfar ## Plugins to ~/.lv2, program to ~/.local; with PREFIX below DESTDIR/PREFIX
	@umask 022 && mkdir -p "$(LV2_DIR)" $(foreach file,$(PROGRAM_FILES),"$(PROGRAM_DIR)/$(dir $(file))") && \
	for bundle in Bundles/*.lv2; do \
	  rm -rf "$(LV2_DIR)/$${bundle##*/}" && cp -R "$$bundle" "$(LV2_DIR)/" && \
	  chmod -R u=rwX,go=rX "$(LV2_DIR)/$${bundle##*/}" && echo "$(LV2_DIR)/$${bundle##*/}" || exit 1; done
	@umask 022 && strip -o "$(PROGRAM_DIR)/bin/nearfar.new" .build/release/nearfar && \
	  chmod 755 "$(PROGRAM_DIR)/bin/nearfar.new" && mv "$(PROGRAM_DIR)/bin/nearfar.new" "$(PROGRAM_DIR)/bin/nearfar"
	@umask 022 && cd "$(PROGRAM_DIR)/share" && nearfar="$(CURDIR)/.build/release/nearfar" && \
	  "$$nearfar" man >man/man1/nearfar.1 && \
	  "$$nearfar" completions bash >bash-completion/completions/nearfar && \
	  "$$nearfar" completions zsh >zsh/site-functions/_nearfar && \
	  "$$nearfar" completions fish >fish/vendor_completions.d/nearfar.fish
	@echo "$(PROGRAM_DIR)/bin/nearfar"

uninstall: ## Removes what `install` copied (the same PREFIX and DESTDIR)
	rm -rf "$(LV2_DIR)"/nearfar-encode.lv2 "$(LV2_DIR)"/nearfar-remix.lv2 "$(LV2_DIR)"/nearfar-mixer.lv2 \
	  "$(LV2_DIR)"/nearfar-audiomix.lv2 $(foreach file,$(PROGRAM_FILES),"$(PROGRAM_DIR)/$(file)")

fuzz: ## Feeds what reads files with made-up inputs, each for SECONDS (60); ONLY="mix sofa …"
	@scripts/packages.sh build program test
	@scripts/fuzz.sh $(or $(SECONDS),60) $(ONLY)

ttl: ## Writes TTL/ and docs/controls.md from the declarations in the code
	@scripts/packages.sh build
	swift run $(SWIFT_FLAGS) -c release ttl .

bench: bundles ## Prints what each plugin costs, beside a peer
	@scripts/packages.sh bench
	swift run $(SWIFT_FLAGS) -c release bench

quality: bundles nearfar ## Scores separation, headphones and loudspeakers beside the peers (see quality/); ONLY=pictures: those of docs/
	@scripts/packages.sh build demo quality
	@$(PYTHON) quality $(ONLY)

format: ## Formats the Swift sources
	swift format --in-place --recursive --parallel Package.swift Sources Tests fuzz

lint: ## Checks the style of the Swift sources
	swift format lint --strict --recursive --parallel Package.swift Sources Tests fuzz

clean: ## Removes everything that was built
	rm -rf .build Bundles/*.lv2 demo-out

.PHONY: help demo test bundles nearfar install uninstall fuzz ttl bench quality format lint clean
