# callbox. `make help` says what there is. Built things stay in build/<mode>/.
VERSION  := $(shell sed -n 's/.*version = "\(.*\)".*/\1/p' include/callbox/version.hpp)
MODE      = release# or debug; check, threads: with the sanitizers
CROSS     = $(LIBC:%=$(shell uname -m)-linux-%)# aarch64-linux-gnu, or LIBC=musl: for another system
BUILD     = build$(CROSS:%=/%)
PREFIX    = /usr/local
STATIC    = -static# the release program needs no file beside it; `make STATIC=` links as usual
MAKEFLAGS += $(if $(MAKELEVEL:0=),,-j$(shell nproc 2> /dev/null || echo 2))# `make -j1`: fewer
$(if $(CROSS),$(eval CXX = $(CROSS)-g++)$(eval AR = $(CROSS)-ar))
flags.release = -O$(level) -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections
flags.debug   = -Og -g
flags.check   = -O1 -g1 -fno-omit-frame-pointer -Werror $(sanitize)
flags.threads = -O1 -g1 -Werror -Wno-array-bounds -Wno-stringop-overflow -fsanitize=thread
link.release  = $(STATIC) -s -Wl,--gc-sections,-u,strncpy# or glibc's last 36 KB are in memory
sanitize      = -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all
# With both sanitizers g++ makes 42 MB of data of the tests, 9 without these; clang checks them too.
lean         := $(if $(findstring clang,$(CXX)),,-fno-sanitize=null,alignment,pointer-overflow)
warnings      = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-psabi
includes      = -Iinclude -Isrc -I$(out)/gen
narrow       := $(filter arm% i%86-% mips% powerpc-%,$(shell $(CXX) -dumpmachine))# 32 bits: 2038
compile       = $(CXX) -std=c++20 -pthread $(warnings) $(flags.$(MODE)) $(includes) $(extra) \
                $(if $(narrow),-D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64) $(CPPFLAGS) $(CXXFLAGS)
link          = $(CXX) -pthread $(flags.$(MODE)) $(CXXFLAGS)# the user's flags, behind ours
out      = $(if $(flags.$(MODE)),$(BUILD)/$(MODE),$(error MODE is release, debug, check or threads))
sources := $(sort $(shell find src -name '*.cpp'))
tested  := $(sort $(shell find tests -name '*_test.cpp') $(wildcard tests/support/*.cpp))
object   = $(patsubst %.cpp,$(out)/obj/%.o,$(1))
library  = $(call object,$(filter-out src/app/% src/contract/%,$(sources)))
app      = $(call object,$(filter src/app/% src/contract/%,$(sources)))
tests    = $(call object,$(tested)) $(filter-out %/main.o,$(app))
refused  = $(patsubst %.cpp,$(out)/obj/%.refused,$(wildcard tests/refuses/*.cpp))
pages    = $(patsubst src/%,$(out)/gen/%.inc,$(wildcard src/*/explorer/*.html src/*/*/client.*))
scripts := $(patsubst tools/make/%.sh,%,$(wildcard tools/make/*.sh))
# What is on the way of a call is compiled for speed, the rest for size, tests for neither.
quick    = $(patsubst %,src/%.cpp,app/% base/% http/% json/% $(addprefix %/,access answerer bind \
           connection deadlines dispatch loop media request route shapes))
level    = $(or $(filter 0 s,$*),$(if $(filter tests/%,$<),0),\
           $(if $(filter-out $(quick),$(filter src/%,$<)),s),2)
standard = $(out)/standard/$(1)/standard.hpp# read once for each level
Q        = $(if $(filter 1,$(V)),,@)
say      = $(if $(Q),@echo '$(1)';)
wanted   = $(library) $(app) $(if $(filter check,$(MODE)),$(tests) $(refused))
progress = $(eval made += $@)$(call say,[$(words $(made))/$(words $(wanted))] $(1))
all: $(out)/callbox $(out)/callbox-openrpc ## Build both, in build/release/ (MODE=debug: others)
	@echo 'Built $<. Next: make run, make check, or make help.'
$(out)/callbox: $(filter $(out)/obj/src/app/%,$(app))
$(out)/callbox-openrpc: $(filter $(out)/obj/src/contract/%,$(app))
$(out)/callbox $(out)/callbox-openrpc: $(out)/libcallbox.a $(out)/link.stamp
	$(call say,LINK $@)$(link) $(link.$(MODE)) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^)
$(out)/tests: $(tests) $(out)/libcallbox.a $(out)/link.stamp
	$(call say,LINK $@)$(link) -no-pie $(LDFLAGS) -o $@ $(filter-out %.stamp,$^) -lcriterion
$(out)/libcallbox.a: $(library) $(out)/link.stamp
	$(call say,AR $@)rm -f $@ && $(AR) qcDs $@ $(library)
$(out)/obj/%.o: %.cpp $(out)/compile.stamp | $(pages) $(foreach l,2 s,$(call standard,$(l)).gch)
	$(call progress,CXX $<)mkdir -p $(@D) && \
	$(compile) -include $(call standard,$(level)) -MMD -MP -c -o $@ $<
$(out)/standard/%/standard.hpp.gch: tools/standard.hpp $(out)/compile.stamp
	$(call say,CXX $< $*)mkdir -p $(@D) && cp $< $(@D) && $(compile) -x c++-header -o $@ $<
$(out)/gen/%.inc: src/% tools/literal $(wildcard src/site/explorer/*)
	$(call say,GEN $@)mkdir -p $(@D) && tools/literal $< > $@
$(out)/obj/%.refused: %.cpp tools/refuses.sh $(call standard,tables).gch
	$(call progress,REFUSE $<)CXX='$(compile) -include $(call standard,tables)' tools/refuses.sh $< $@
$(out)/obj/src/app/%.o: private includes = -Iinclude# what any program that embeds callbox sees
$(out)/obj/tests/%.o $(call standard,0).gch: private extra = -Itests -Wno-conversion -O0 $(lean)
$(tests): | $(call standard,0).gch
$(call standard,tables).gch: $(wildcard include/callbox/* tests/refuses/*.hpp)
$(call standard,tables).gch: private extra = -include callbox/callbox.hpp -include callbox/test.hpp
-include $(patsubst %.o,%.d,$(library) $(app) $(tests))
# A stamp holds what a result depends on beside files, and is new when that changes.
$(out)/compile.stamp: content = $(compile) $(lean) $(quick) $(shell $(CXX) --version)
$(out)/link.stamp:    content = $(link) $(link.$(MODE)) $(LDFLAGS) $(AR) $(library) $(app) $(tests)
%.stamp: always
	@mkdir -p $(@D) && printf '%s\n' '$(subst ','\'',$(content))' > $@.new && \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
setup: ## Install Criterion, the one thing that the tests need
	@CXX='$(CXX) $(CPPFLAGS)' tools/setup.sh
check: | $(filter setup,$(MAKECMDGOALS)) ## Check layers, wrong tables, quick tests (CORPUS=folder)
	@tools/layers.sh && CXX='$(CXX)' tools/literal_test.sh
	@tools/skipped_test.sh && CXX='$(CXX) $(CPPFLAGS)' tools/setup.sh --is-there
	@+$(MAKE) --no-print-directory MODE=check check-build
	@CORPUS='$(CORPUS)' tools/test.sh $(BUILD)/check 1000 '$(or $(filter_tests),!(long_*)/*)'
check-long: filter_tests = */*
check-long: check ## The same, with the slow tests
check-build: $(out)/callbox $(out)/callbox-openrpc $(out)/tests $(refused)
# The other targets are scripts, which say what they lack; `help` shows their second lines.
$(scripts): %: tools/make/%.sh $(out)/callbox $(out)/callbox-openrpc
	@+MAKE='$(MAKE)' CXX='$(CXX)' COMPILE='$(compile)' CROSS='$(CROSS)' VERSION=$(VERSION) \
	$< $(out) $(BUILD)/$*
tidy: ## Check what a machine can see of style
	@tools/tidy.sh
install: manual ## Install into PREFIX (/usr/local), below DESTDIR
	$(Q)tools/install.sh $(out) '$(DESTDIR)' '$(PREFIX)' $(VERSION) $(BUILD)/manual
uninstall: ## Remove what install put there
	$(Q)tools/install.sh --remove '$(DESTDIR)' '$(PREFIX)'
clean: ## Remove build/
	$(Q)rm -rf $(BUILD)
help: ## Show this list
	@tools/help.sh
.PHONY: all setup check check-long check-build $(scripts) tidy install uninstall clean help always
.SECONDARY .DELETE_ON_ERROR:
