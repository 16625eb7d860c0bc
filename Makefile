# Tessera's build. Most people need `make run` and `make test`; `make help` lists the rest.
# Everything that is built is in build/; each VARIANT has its own folder there:
#   plain  gcc, the release      clang  clang, the release         debug  gcc -O0 -g3, for a debugger
#   asan   AddressSanitizer and UndefinedBehaviorSanitizer         tsan   ThreadSanitizer
# Lists of files are made once, with :=. A recursive variable (=) runs its command again at every use.

VARIANT ?= plain
# The output depends on neither the folder nor the locale: tests/package compares builds.
export LC_ALL = C
OBJ     := build/obj/$(VARIANT)

CC_plain = gcc
CC_clang = clang
CC_debug = gcc
CC_asan  = clang
CC_tsan  = clang
TOOLCC  := $(CC_$(VARIANT))

WARN     = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
# Results must be equal bit for bit everywhere: no fused multiply-add, no fast-math.
CFLAGS_plain = -O2 -g
CFLAGS_clang = -O2 -g
CFLAGS_debug = -O0 -g3
CFLAGS_asan  = -O1 -gline-tables-only -DTES_SANITIZED -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_tsan  = -O1 -gline-tables-only -DTES_SANITIZED -fsanitize=thread
HARDEN   = -fstack-protector-strong -fPIE
ifneq ($(filter plain clang,$(VARIANT)),)
HARDEN  += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
endif
CPPFLAGS = -D_GNU_SOURCE -Iinclude -Isrc -Ibuild/gen -isystem /usr/include/postgresql -MMD -MP
NO_PATH  = '-ffile-prefix-map=$(CURDIR)=.'
CFLAGS   = -std=c11 $(WARN) -Wmissing-prototypes $(CFLAGS_$(VARIANT)) $(HARDEN) -ffp-contract=off -fno-math-errno -fno-strict-aliasing $(NO_PATH) -pthread
# Without the folder's path: objects are the same in every folder.
BUILT_WITH := $(strip $(TOOLCC) $(CPPFLAGS) $(subst $(NO_PATH),,$(CFLAGS)))
# With sanitizers, lld links in a fifth of the time.
LDFLAGS_asan = -fuse-ld=lld
LDFLAGS_tsan = -fuse-ld=lld
LDFLAGS  = $(LDFLAGS_$(VARIANT)) $(filter -fsanitize%,$(CFLAGS_$(VARIANT))) -pie -Wl,-z,relro,-z,now -pthread
LDLIBS   = -lcrypto -lyaml -lsqlite3 -lisal -lpng -lm

# The folders of the library, and those of the server (ARCHITECTURE.md).
LIB_DIRS    := base os challenge auth draw crypto
SERVER_DIRS := policy http store server flow api pages gate extras cli
# A folder and all folders in it; the files in them whose names match a pattern: $(call files,src/base,*.c). Make runs no command for these.
folders      = $(1) $(foreach folder,$(patsubst %/.,%,$(wildcard $(1)/*/.)),$(call folders,$(folder)))
files        = $(sort $(wildcard $(foreach folder,$(foreach top,$(1),$(call folders,$(top))),$(2:%=$(folder)/%))))
sources      = $(call files,$(1:%=src/%),$(2:%=*%))
# challenge_wasm.c and work_wasm.c are the entry points of WebAssembly modules and are built for nothing else.
LIB_SRC     := $(filter-out src/challenge/challenge_wasm.c src/crypto/work/work_wasm.c,$(call sources,$(LIB_DIRS),.c))
SERVER_SRC  := $(filter-out src/cli/main.c,$(call sources,$(SERVER_DIRS),.c))
LIB_OBJ     := $(LIB_SRC:%.c=$(OBJ)/%.o)
SERVER_GEN  := assets migrations words
SERVER_OBJ  := $(SERVER_SRC:%.c=$(OBJ)/%.o) $(SERVER_GEN:%=$(OBJ)/gen/%.o)
ASSETS      := $(call files,web/pages web/static,*.*)
LANGUAGES   := $(patsubst web/locales/%.json,%,$(sort $(wildcard web/locales/*.json)))
# Languages with another form of address, such as "de-x-formal".
FORMS       := $(shell cd web/locales && grep -o '^  "\(formal\|informal\)": {' *.json | sed 's/.json:  "/-x-/; s/".*//')
LOCALES     := $(addprefix build/web/static/locales/,$(foreach part,% more/% standalone/%,$(LANGUAGES:%=$(part).json)) $(FORMS:%=forms/%.json))
VENDORS     := build/web/recaptcha/api.js build/web/1/api.js build/web/turnstile/v0/api.js
PACKED      := build/web/tessera.js $(VENDORS) build/web/static/tessera-more.js build/web/static/tessera-work.js build/web/static/study.js build/web/standalone.js \
              build/web/tessera-core.wasm build/web/static/tessera-work.wasm build/web/static/tessera-work-simd.wasm
BUNDLES     := $(PACKED) $(PACKED:=.gz) $(LOCALES) $(LOCALES:=.gz)
SHEETS      := $(wildcard sprites/*.png)
MIGRATIONS  := $(sort $(wildcard migrations/*/*.sql))

LIBTESSERA  := build/$(VARIANT)/libtessera.a
# Until 1.0, a minor version may change the ABI.
VERSION     := $(shell sed -n 's/^.define TESSERA_VERSION "\(.*\)"/\1/p' include/tessera.h)
SONAME      := libtessera.so.$(basename $(VERSION))
SHARED      := build/$(VARIANT)/$(SONAME)
LIBSERVER   := build/$(VARIANT)/libserver.a
PROGRAM     := build/$(VARIANT)/tessera
TESTS       := build/$(VARIANT)/tests/all

# V=1 shows the commands.
Q        = $(if $(V),,@)
say      = @$(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),true,printf '  %-5s %s\n' $(1) $(2))

.PHONY: build run test help clean format bench fuzz docs scenes
.DELETE_ON_ERROR:
.SECONDARY:

build: build/tessera build/libtessera.a build/libtessera.so build/tessera-core.wasm build/web

help:
	@sed -n 's/^## //p' Makefile

## make run      install what is missing, build, serve http://127.0.0.1:8080
run: $(PROGRAM)
	@exec $(PROGRAM) serve $(ARGS)

## make test     install what is missing, build, run the tests that every change must pass (ONLY="api unit/challenge/test_puzzle" for some)
test: build/.setup-test
	@tools/test $(ONLY)

## make test-all run every test (hours): CONTRIBUTING.md lists the stages
.PHONY: test-all
test-all: build/.setup-all
	@tools/test --all $(ONLY)

## make check    build what one test needs and run it: FILE=tests/unit/flow/test_work.c or tests/api/answer.test.js (MATCH=TEXT for some of its tests)
.PHONY: check
ifneq ($(filter %.c,$(FILE)),)
check: build/.setup-unit $(TESTS)
	@$(TESTS) $(FILE:tests/%.c=%) $(if $(MATCH),'*$(MATCH)*')
else ifeq ($(FILE),)
check: # nothing is installed for it
	@echo 'make check needs FILE=tests/...' >&2; exit 2
else
check: build/.setup-test
	@tools/test $(if $(MATCH),--match '$(MATCH)') $(if $(filter tests/lint/%,$(FILE)),$(basename $(notdir $(FILE))),$(FILE))
endif

## make install  install below PREFIX (/usr/local): program, library, header, pkg-config file, manual, sample config (DESTDIR=... for another root)
.PHONY: install
PREFIX     = /usr/local
BINDIR     = $(PREFIX)/bin
LIBDIR     = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR     = $(PREFIX)/share/man
DOCDIR     = $(PREFIX)/share/doc/tessera
install: build manuals
	install -d $(foreach dir,$(BINDIR) $(LIBDIR)/pkgconfig $(INCLUDEDIR) $(MANDIR)/man1 $(MANDIR)/man5 $(DOCDIR)/examples,'$(DESTDIR)$(dir)')
	install -m 0755 build/plain/tessera '$(DESTDIR)$(BINDIR)'
	install -m 0644 include/tessera.h '$(DESTDIR)$(INCLUDEDIR)'
	install -m 0644 build/plain/libtessera.a build/plain/$(SONAME) '$(DESTDIR)$(LIBDIR)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libtessera.so'
	printf '%s\n' 'libdir=$(LIBDIR)' 'includedir=$(INCLUDEDIR)' 'Name: tessera' 'Description: human verification' 'Version: $(VERSION)' \
	    'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -ltessera' 'Libs.private: -lcrypto -lisal' >build/tessera.pc
	install -m 0644 build/tessera.pc '$(DESTDIR)$(LIBDIR)/pkgconfig'
	install -m 0644 build/man/*.1 '$(DESTDIR)$(MANDIR)/man1'
	install -m 0644 build/man/*.5 '$(DESTDIR)$(MANDIR)/man5'
	env -i build/tessera config >build/tessera.yaml.sample
	install -m 0644 build/tessera.yaml.sample '$(DESTDIR)$(DOCDIR)/examples'

## make compile_commands.json   write the compiler's commands, for clangd
.PHONY: compile_commands.json
COMPILED    = $(patsubst %.c,$(OBJ)/%.o,$(call sources,$(LIB_DIRS) $(SERVER_DIRS),.c) \
              $(wildcard tests/*.c tests/*/*.c tests/unit/*/*.c redteam/*.c examples/*.c examples/*/*.c tools/*.c)) $(SERVER_GEN:%=$(OBJ)/gen/%.o)
compile_commands.json: build/gen/english.def build/gen/tests.def | build/.setup-build
	$(call say,JSON,$@)
	@MAKEFLAGS= make -nB V=1 VARIANT=$(VARIANT) $(COMPILED) | awk -v folder='$(CURDIR)' -f tools/compile_commands.awk >$@

## make bench    measure, beside the peers (NAME=... for one)
bench: build/.setup-bench build/tessera
	@bench/run $(NAME)

## make fuzz     run each fuzz target for FUZZ_SECONDS (600)
fuzz: build/.setup-unit
	@tools/fuzz $${FUZZ_SECONDS:-600}

## make outages  break Redis, PostgreSQL, networks, disks and servers under load; prints the table of docs/outages.md
.PHONY: outages
outages: build/.setup-all
	@tools/outages $(NAME)

## make format   run clang-format
format: build/.setup-format
	clang-format -i $$(git ls-files '*.c' '*.h')

## make docs     write the generated pages of docs/ and the diagram of ARCHITECTURE.md again
docs: build/.setup-node build/tessera
	@tools/docs

## make economy  simulate a day of visitors and attackers against the policy; writes the tables of docs/economy.md
.PHONY: economy
economy: build/redteam/economy
	@tools/economy

## make redteam  run the attackers L0 to L3 on every type (minutes); make docs then writes what they achieve
.PHONY: redteam
redteam: build/.setup-redteam build/tessera $(patsubst %,build/redteam/%,flow scene statistics)
	@redteam/run $(SHARE)

## make scenes   draw the pictures in tests/scenes again, after a change of what scenes look like
scenes: build/plain/tests/all
	@mkdir -p tests/scenes
	@TESSERA_SCENES=remake $< unit/draw/test_scene_pictures

## make deb      build Debian packages in build/deb (DEB_VERSION=... for another version)
.PHONY: deb manuals
deb: build/.setup-package build
	@tools/deb $(or $(DEB_VERSION),$(VERSION))

## make sbom     write the bill of materials (CycloneDX), build/sbom.cdx.json
.PHONY: sbom
sbom: build/.setup-node build/tessera
	@node tools/sbom.js >build/sbom.cdx.json
	@echo build/sbom.cdx.json

# The manual pages, in build/man.
manuals: build/tessera
	@mkdir -p build/man
	@for page in $$(build/tessera docs --manuals); do build/tessera docs $$page >build/man/$$page || exit 1; done

## make python   build the wheels of bindings/python in build/python/wheels
.PHONY: python
python: build/python/wheels

## make clean    remove build/
##
## VARIANT=debug (plain, clang, asan, tsan) chooses the build of run, check and tests; V=1 shows commands
clean:
	rm -rf build

# ---------------------------------------------------------------- set-up
build/.setup-%: tools/setup
	@mkdir -p build
	@tools/setup $*
	@touch $@

build/.setup-test build/.setup-all: tests/package-lock.json tests/integrations/package-lock.json
build/.setup-bench: tests/package-lock.json bench/package-lock.json

# --------------------------------------------------------------- objects
# Objects are rebuilt when the flags change.
.PHONY: FORCE
$(OBJ)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(BUILT_WITH)' | cmp -s - $@ || echo '$(BUILT_WITH)' >$@

$(OBJ)/%.o: %.c $(OBJ)/flags | build/.setup-build
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(TOOLCC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(OBJ)/gen/%.o: build/gen/%.c $(OBJ)/flags | build/.setup-build
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(TOOLCC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# Only loops over pixels gain from -O3.
$(foreach v,plain clang,$(foreach f,quantise cover paint,build/obj/$(v)/src/draw/paint/$(f).o)): CFLAGS += -O3

# One set of objects for the static and the shared library. The shared library exports only what tessera.h declares.
# (The version is part of its name.)
$(LIB_OBJ): include/tessera.h
$(LIB_OBJ): CFLAGS += -fPIC -fvisibility=hidden
$(OBJ)/src/challenge/instruction.o build/fuzz/obj/src/challenge/instruction.o: build/gen/english.def

build/tools/%: tools/%.c | build/.setup-build
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)gcc -std=c11 -D_GNU_SOURCE $(WARN) -O1 $< -o $@

build/gen/assets.c: build/tools/embed $(ASSETS) $(BUNDLES) $(SHEETS) web/locales
	@mkdir -p $(@D)
	$(call say,EMBED,$@)
	$(Q)build/tools/embed server/assets/assets.h asset assets -C web $(ASSETS) -C build/web $(BUNDLES) -C "" $(SHEETS) > $@

# The library has English; the server has every language.
build/gen/english.def: tools/words_c.awk web/locales/en.json
	@mkdir -p $(@D)
	$(call say,WORDS,$@)
	$(Q)awk -v make=english -f tools/words_c.awk web/locales/en.json >$@

build/gen/words.c: tools/words_c.awk src/server/words/words.def $(LANGUAGES:%=web/locales/%.json) web/locales
	@mkdir -p $(@D)
	$(call say,WORDS,$@)
	$(Q)awk -v make=tables -f tools/words_c.awk src/server/words/words.def web/locales/en.json $(filter-out web/locales/en.json,$(LANGUAGES:%=web/locales/%.json)) >$@

build/gen/migrations.c: build/tools/embed $(MIGRATIONS)
	@mkdir -p $(@D)
	$(call say,EMBED,$@)
	$(Q)build/tools/embed store/db/postgres/postgres_schema.h postgres_migration postgres_migrations -C migrations $(MIGRATIONS) > $@

$(LIBTESSERA): $(LIB_OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR,$@)
	$(Q)ar rcsD $@ $^

$(SHARED): $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(filter-out -pie,$(LDFLAGS)) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs,--as-needed -o $@ $^ -lcrypto -lisal

$(LIBSERVER): $(SERVER_OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR,$@)
	$(Q)ar rcsD $@ $^

$(PROGRAM): $(OBJ)/src/cli/main.o $(LIBSERVER) $(LIBTESSERA)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

build/tessera: build/plain/tessera
	@ln -sf plain/tessera $@

build/libtessera.a: build/plain/libtessera.a
	@ln -sf plain/libtessera.a $@

build/libtessera.so: build/plain/$(SONAME)
	@ln -sf plain/$(SONAME) $@

# ---------------------------------------------------------------- Python
# Wheels are made in a copy, because setuptools leaves files beside what it packs. Debian's Python, no network.
PYTHON    = /usr/bin/python3
BINDINGS  := $(foreach file,$(call files,bindings/python,*.*),$(if $(findstring __pycache__,$(file)),,$(file)))

build/python/wheels: $(BINDINGS) build/plain/$(SONAME) | build/.setup-python
	$(call say,WHEEL,$@)
	@rm -rf build/python && mkdir -p build/python
	@cp -r bindings/python build/python/source
	@strip -o build/python/source/tessera/src/tessera/$(SONAME) build/plain/$(SONAME)
	$(Q)cd build/python && $(PYTHON) -m pip wheel -q --no-build-isolation --no-index --no-deps --no-cache-dir -w wheels.new ./source/tessera ./source/llm-firewall
	@mv build/python/wheels.new $@

# ----------------------------------------------------------- WebAssembly
WASM_SRC := src/base/slice.c src/base/buf.c src/base/json.c src/base/utf8.c \
           $(filter-out src/draw/png.c,$(call sources,challenge draw,.c))
WASM_FLAGS = --target=wasm32 -nostdlib -ffreestanding -mbulk-memory -O2 -std=c11 $(WARN) -Iinclude -Isrc -Ibuild/gen \
           -ffp-contract=off -fno-math-errno -fno-strict-aliasing -fno-builtin -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=65536

build/tessera-core.wasm: $(WASM_SRC) $(call sources,base challenge draw,.h .def) build/gen/english.def include/tessera.h | build/.setup-build
	$(call say,WASM,$@)
	$(Q)clang $(WASM_FLAGS) -o $@ $(WASM_SRC)

# Proof of work (src/crypto/work), loaded only when a challenge asks for it; the second is faster in browsers with vector
# instructions.
WORK_SRC := src/base/slice.c src/base/buf.c $(call sources,crypto/work,.c)

build/tessera-work.wasm build/tessera-work-simd.wasm: $(WORK_SRC) $(call sources,base crypto/work,.h) include/tessera.h | build/.setup-build
	$(call say,WASM,$@)
	$(Q)clang $(WASM_FLAGS) $(if $(findstring simd,$@),-msimd128) -o $@ $(WORK_SRC)

# ------------------------------------------------------------------- web
# What browsers load as one file. build/web is a folder that any server of static files can serve.
# Lists of languages, as JavaScript: ["ar","de",...]. The folder changes when one comes or goes.
comma     = ,
tags      = '[$(subst " ","$(comma)",$(strip $(1:%="%")))]'
ESBUILD   = esbuild --bundle --minify --loader:.css=text --log-level=warning --define:TES_LANGUAGES=$(call tags,$(LANGUAGES)) --define:TES_FORMS=$(call tags,$(FORMS))
# Sections of a language's file, as one JSON object: each bundle has only the English lines that it shows.
take      = awk -v parts="$(1)" $(2) -f tools/words.awk web/locales/$(or $(3),en).json
english   = --define:TES_ENGLISH="$$($(call take,$(1),$(2)))"
PACKED_SRC := $(wildcard web/ui/* web/widget/* web/vendors/* web/more/* web/work/* web/study/* web/standalone/*) web/static/attempt.js web/static/transforms.js
UI        = build/gen/web/.made web/locales web/locales/en.json tools/words.awk

# What the browsers of docs/widget.md understand; esbuild would write longer code for some of it.
SCRIPT    = --format=iife --target=es2021 --supported:class-field=true --supported:class-static-field=true

.PHONY: build/web
build/web: $(BUNDLES) $(SHEETS:%=build/web/%)

# The sources of bundles: scripts as they are; style sheets minified, because esbuild leaves text as it is.
build/gen/web/.made: $(PACKED_SRC) | build/.setup-build
	@mkdir -p $(sort $(dir $(PACKED_SRC:%=build/gen/%)))
	$(Q)for file in $^; do case $$file in *.css) esbuild --minify $$file;; *) cat $$file;; esac > build/gen/$$file || exit 1; done
	@touch $@

build/web/tessera.js: $(UI) | build/.setup-build
	@mkdir -p $(@D)
	$(call say,PACK,$@)
	$(Q)$(ESBUILD) $(call english,widget,-v own=1) $(SCRIPT) --outfile=$@ build/gen/web/widget/main.js

# The widget with the API of other vendors.
build/web/recaptcha/api.js: VENDOR = recaptcha
build/web/1/api.js: VENDOR = hcaptcha
build/web/turnstile/v0/api.js: VENDOR = turnstile
$(VENDORS): $(UI) | build/.setup-build
	@mkdir -p $(@D)
	$(call say,PACK,$@)
	$(Q)$(ESBUILD) $(call english,widget,-v own=1) $(SCRIPT) --outfile=$@ build/gen/web/vendors/$(VENDOR).js

build/web/static/tessera-more.js: $(UI) | build/.setup-build
	@mkdir -p $(@D)
	$(call say,PACK,$@)
	$(Q)$(ESBUILD) $(call english,more) --format=esm --charset=utf8 --target=es2020 --outfile=$@ build/gen/web/more/main.js

build/web/static/tessera-work.js: $(UI) | build/.setup-build
	@mkdir -p $(@D)
	$(call say,PACK,$@)
	$(Q)$(ESBUILD) $(call english,none) --format=esm --charset=utf8 --target=es2020 --outfile=$@ build/gen/web/work/main.js

build/web/static/study.js: $(UI) | build/.setup-build
	@mkdir -p $(@D)
	$(call say,PACK,$@)
	$(Q)$(ESBUILD) $(call english,widget more) --format=esm --charset=utf8 --target=es2020 --outfile=$@ build/gen/web/study/main.js

build/web/standalone.js: $(UI) | build/.setup-build
	@mkdir -p $(@D)
	$(call say,PACK,$@)
	$(Q)$(ESBUILD) $(call english,widget more questions standalone) --format=esm --charset=utf8 --target=es2022 --outfile=$@ build/gen/web/standalone/index.js

build/web/static/tessera-work%wasm: build/tessera-work%wasm
	@mkdir -p $(@D)
	@cp $< $@

build/web/tessera-core.wasm: build/tessera-core.wasm
	@mkdir -p $(@D)
	@cp $< $@

# The same, compressed; the widget must stay small.
build/web/tessera.js.gz $(VENDORS:=.gz): PACKED_MAX_BYTES = 20000
$(LOCALES:=.gz): PACKED_MAX_BYTES = 4000
build/web/%.gz: build/web/%
	$(Q)gzip -9nc $< > $@
	@test $$(wc -c < $@) -le $(or $(PACKED_MAX_BYTES),1000000) || { echo "$@ is larger than $(PACKED_MAX_BYTES) bytes" >&2; exit 1; }

# A language in three parts, of which most visitors need the first, and the lines that another form of address changes.
build/web/static/locales/%.json: web/locales/%.json tools/words.awk
	@mkdir -p $(@D)
	$(Q)$(call take,widget,-v head=1,$*) > $@

build/web/static/locales/more/%.json: web/locales/%.json tools/words.awk
	@mkdir -p $(@D)
	$(Q)$(call take,more,,$*) > $@

build/web/static/locales/standalone/%.json: web/locales/%.json tools/words.awk
	@mkdir -p $(@D)
	$(Q)$(call take,questions standalone,,$*) > $@

.SECONDEXPANSION:
build/web/static/locales/forms/%.json: web/locales/$$(firstword $$(subst -x-, ,%)).json tools/words.awk
	@mkdir -p $(@D)
	$(Q)$(call take,$(lastword $(subst -x-, ,$*)),,$(firstword $(subst -x-, ,$*))) > $@

build/web/sprites/%: sprites/%
	@mkdir -p $(@D)
	@cp $< $@

# ----------------------------------------------------------------- tests
# All C tests are one program, because each program would link the whole server: `build/plain/tests/all
# unit/challenge/test_puzzle` runs one file. tests/all.c calls main() of that file, which is renamed after the file here.
TEST_SRC  := $(sort $(wildcard tests/unit/*/test_*.c))
TEST_OBJ  := $(TEST_SRC:%.c=$(OBJ)/%.o)
# The simulation of docs/economy.md is tested, too, and tests may set the clock.
TEST_MORE := $(patsubst %.c,$(OBJ)/%.o,$(wildcard redteam/economy_*.c)) $(OBJ)/tests/lib/own_clock.o

$(TEST_OBJ): CFLAGS += -Dmain=$(basename $(notdir $@))_main -Wno-missing-prototypes

# The program also replays the corpora of the fuzz targets.
TEST_FUZZ := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/fuzz/*.c))
$(TEST_FUZZ): CFLAGS += -DLLVMFuzzerTestOneInput=fuzz_$(basename $(notdir $@))

# Tests need cmocka, and sanitizers their libraries.
$(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/*.c tests/*/*.c tests/unit/*/*.c)) $(if $(filter asan tsan,$(VARIANT)),$(PROGRAM)): | build/.setup-unit

# The folders change when a file is added or removed.
build/gen/tests.def: $(wildcard tests/unit/*) tests/fuzz/. Makefile
	@mkdir -p $(@D)
	@{ printf 'TEST(%s, %s)\n' $(foreach file,$(TEST_SRC),$(patsubst tests/%/,%,$(dir $(file))) $(basename $(notdir $(file)))); \
	    printf 'FUZZ(%s)\n' $(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/*.c))); } >$@

$(OBJ)/tests/all.o: build/gen/tests.def tests/threaded.def

$(TESTS): $(OBJ)/tests/all.o $(TEST_OBJ) $(TEST_FUZZ) $(TEST_MORE) $(LIBSERVER) $(LIBTESSERA)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(LDFLAGS) -Wl,--wrap=pthread_create,--wrap=getrandom -o $@ $^ $(LDLIBS) -lcmocka -lm -lz

# Programs whose output tests in JavaScript compare with.
build/$(VARIANT)/tests/%: $(OBJ)/tests/%.o $(LIBSERVER) $(LIBTESSERA)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# These tests have a malloc() of their own that fails.
build/$(VARIANT)/tests/injection/%: $(OBJ)/tests/injection/%.o $(OBJ)/tests/injection/inject.o $(LIBSERVER) $(LIBTESSERA)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka

build/$(VARIANT)/examples/%: $(OBJ)/examples/%.o $(LIBTESSERA)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(LDFLAGS) -o $@ $^ -lcrypto -lisal

# Draws sheets of sprites, to look at.
build/contact: $(OBJ)/tools/contact.o $(LIBTESSERA)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(LDFLAGS) -o $@ $^ -lcrypto -lisal

# Draws random scenes, to look at.
build/scene: $(OBJ)/tools/scene.o $(LIBTESSERA)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(LDFLAGS) -o $@ $^ -lcrypto -lisal

# The writing style of people in general.
build/style_background: $(OBJ)/tools/style_background.o $(LIBTESSERA)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(LDFLAGS) -o $@ $^ -lcrypto -lisal

# Attackers, to measure what they achieve. The one for scenes is several files.
build/redteam/scene: $(patsubst %.c,$(OBJ)/%.o,$(wildcard redteam/scene_*.c))
build/redteam/scene build/redteam/statistics: $(OBJ)/redteam/sight.o
# The simulation of docs/economy.md uses the server's policy.
ECONOMY := $(patsubst %.c,$(OBJ)/%.o,$(wildcard redteam/economy_*.c))
build/redteam/economy: $(OBJ)/redteam/economy.o $(ECONOMY) $(LIBSERVER) $(LIBTESSERA)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
# Programs for learning are static, so that they run on other machines.
FILM_OBJ := $(patsubst %,$(OBJ)/redteam/%.o,film film_region made)
build/redteam/export: $(patsubst %.c,$(OBJ)/%.o,$(wildcard redteam/export*.c)) $(FILM_OBJ) $(LIBTESSERA)
build/redteam/flow: $(patsubst %.c,$(OBJ)/%.o,$(wildcard redteam/flow*.c)) $(OBJ)/redteam/sight.o $(FILM_OBJ) $(LIBTESSERA)
$(OBJ)/redteam/flow%.o: CFLAGS += -O3
build/redteam/export build/redteam/flow:
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) -static -no-pie -s -o $@ $^ -lm

build/redteam/%: $(OBJ)/redteam/%.o $(LIBTESSERA)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(TOOLCC) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIBTESSERA) -lcrypto -lisal -lm

.PHONY: tests
tests: $(TESTS)

# Fuzz targets: tests/fuzz/NAME.c with tests/fuzz/corpus/NAME/.
FUZZ_BIN := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/*.c))
FUZZ_SRC := $(LIB_SRC) $(SERVER_SRC) $(SERVER_GEN:%=build/gen/%.c)
build/fuzz/obj/%.o: %.c | build/.setup-unit
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)clang $(CPPFLAGS) -std=c11 $(WARN) -O1 -gline-tables-only -DTES_SANITIZED -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all -pthread -c $< -o $@
build/fuzz/liball.a: $(FUZZ_SRC:%.c=build/fuzz/obj/%.o)
	@rm -f $@
	$(call say,AR,$@)
	$(Q)ar rcsD $@ $^
build/fuzz/%: build/fuzz/obj/tests/fuzz/%.o build/fuzz/liball.a
	$(call say,LD,$@)
	$(Q)clang -fsanitize=address,undefined,fuzzer -pthread -o $@ $^ $(LDLIBS)
.PHONY: fuzzers
fuzzers: $(FUZZ_BIN)

-include $(shell find $(OBJ) build/fuzz/obj -name '*.d' 2>/dev/null)
