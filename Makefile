# callbox. `make help` says what there is. Built things stay in build/<mode>/.
VERSION   = 0.1.0
MODE      = release# or debug; check, threads: with the sanitizers
CROSS     = $(LIBC:%=$(shell uname -m)-linux-%)# aarch64-linux-gnu, or LIBC=musl: for another system
BUILD     = build$(CROSS:%=/%)
PREFIX    = /usr/local
STATIC    = -static# the release program needs no file beside it; `make STATIC=` links as usual
TESTS_MIN = 780# when fewer tests run than that, some were lost, and `make check` fails

# CXX, AR, CPPFLAGS, CXXFLAGS and LDFLAGS are the user's: they come behind ours.
$(if $(CROSS),$(eval CXX = $(CROSS)-g++)$(eval AR = $(CROSS)-ar))
level         = 2
flags.release = -O$(level) -ffunction-sections -fdata-sections
flags.debug   = -Og -g
flags.check   = -O1 -g -fno-omit-frame-pointer -Werror $(sanitize)
flags.threads = -O1 -g -Werror -fsanitize=thread
link.release  = $(STATIC) -s -Wl,--gc-sections
sanitize      = -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all
warnings      = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-psabi
includes      = -Iinclude -Isrc -I$(out)/gen
narrow       := $(filter arm% i%86-% mips% powerpc-%,$(shell $(CXX) -dumpmachine))# 32 bits: 2038
compile       = $(CXX) -std=c++20 -pthread $(warnings) $(flags.$(MODE)) $(includes) $(extra) \
                $(if $(narrow),-D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64) $(CPPFLAGS) $(CXXFLAGS)
link          = $(CXX) -pthread $(flags.$(MODE)) $(CXXFLAGS)
out      = $(if $(flags.$(MODE)),$(BUILD)/$(MODE),$(error MODE is release, debug, check or threads))
sources := $(sort $(wildcard src/*/*.cpp))
tested  := $(sort $(shell find tests -name '*_test.cpp') $(wildcard tests/support/*.cpp))
object   = $(patsubst %.cpp,$(out)/obj/%.o,$(1))
library  = $(call object,$(filter-out src/app/%,$(sources)))
app      = $(call object,$(filter src/app/%,$(sources)))
tests    = $(call object,$(tested)) $(filter-out %/main.o,$(app))
pages    = $(patsubst src/site/%.html,$(out)/gen/%.inc,$(wildcard src/site/*.html))
Q        = $(if $(filter 1,$(V)),,@)
say      = $(if $(Q),@echo '$(1)';)
scripts := $(patsubst tools/make/%.sh,%,$(wildcard tools/make/*.sh))
quick    = base/% http/% json/% net/connection net/deadlines net/loop rpc/bind rpc/dispatch \
           rpc/request site/access site/media site/route# on the way of a call

all: $(out)/callbox ## Build the program, build/release/callbox (MODE=debug, MODE=check: others)
	@echo 'Built $<. Next: make run, make check, or make help.'

$(out)/callbox: $(app) $(out)/libcallbox.a $(out)/link.stamp
	$(call say,LINK $@)$(link) $(link.$(MODE)) $(LDFLAGS) -o $@ $(filter-out %.stamp,$^)

$(out)/tests: $(tests) $(out)/libcallbox.a $(out)/link.stamp
	$(call say,LINK $@)$(link) $(LDFLAGS) -o $@ $(filter-out %.stamp,$^) -lcriterion

$(out)/libcallbox.a: $(library) $(out)/link.stamp
	$(call say,AR $@)rm -f $@ && $(AR) qcDs $@ $(library)

$(out)/obj/%.o: %.cpp $(out)/compile.stamp | $(pages)
	$(call say,CXX $<)mkdir -p $(@D) && $(compile) -MMD -MP -c -o $@ $<

$(out)/gen/%.inc: src/site/%.html tools/literal
	$(call say,GEN $@)mkdir -p $(@D) && tools/literal $< > $@

# What is not on the way of a call is small rather than quick.
$(filter-out $(quick:%=$(out)/obj/src/%.o),$(library)): private level = s
# The application sees what any other that embeds callbox sees: the public headers.
$(out)/obj/src/app/%.o: private includes = -Iinclude
$(filter %/board.o $(out)/obj/src/cli%,$(library)): private extra = -DCALLBOX_VERSION='"$(VERSION)"'
$(out)/obj/tests/%.o:   private extra = -Itests -Wno-conversion -O0
$(filter %/board.o $(out)/obj/src/cli%,$(library)): $(out)/version.stamp
-include $(patsubst %.o,%.d,$(library) $(app) $(tests))
# A stamp holds what a result depends on beside files, and is new when that changes.
$(out)/compile.stamp: content = $(compile) $(quick) $(shell $(CXX) --version)
$(out)/link.stamp:    content = $(link) $(link.$(MODE)) $(LDFLAGS) $(AR) $(library) $(app) $(tests)
$(out)/version.stamp: content = $(VERSION)
%.stamp: always
	@mkdir -p $(@D) && printf '%s\n' '$(subst ','\'',$(content))' > $@.new && \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

setup: ## Install Criterion, the one thing that the tests need
	@CXX='$(CXX) $(CPPFLAGS)' tools/setup.sh

check: | $(filter setup,$(MAKECMDGOALS)) ## Check layers, wrong tables, every test (CORPUS=folder)
	@tools/layers.sh && CXX='$(CXX)' V='$(V)' tools/refuses.sh && CXX='$(CXX)' tools/literal_test.sh
	@CXX='$(CXX) $(CPPFLAGS)' tools/setup.sh --is-there
	@+$(MAKE) $(if $(Q),-s) MODE=check $(addprefix $(BUILD)/check/,callbox tests)
	@CORPUS='$(CORPUS)' tools/test.sh $(BUILD)/check $(TESTS_MIN)

# The other targets are scripts, which say what they lack; `help` shows their second lines.
$(scripts): %: tools/make/%.sh $(out)/callbox
	@+MAKE='$(MAKE)' CXX='$(CXX)' COMPILE='$(compile)' CROSS='$(CROSS)' $< $(out) $(BUILD)/$*

tidy: ## Check what a machine can see of style
	@tools/tidy.sh
install: $(out)/callbox manual ## Install into PREFIX (/usr/local), below DESTDIR
	$(Q)tools/install.sh $(out) '$(DESTDIR)' '$(PREFIX)' $(VERSION) $(BUILD)/manual
uninstall: ## Remove what install put there
	$(Q)tools/install.sh --remove '$(DESTDIR)' '$(PREFIX)'
clean: ## Remove build/
	$(Q)rm -rf $(BUILD)
help: ## Show this list
	@awk 'split($$0, part, "## ") == 2 && (part[1] == "" || sub(/:.*/, "", part[1])) { \
	    name = FILENAME; gsub(".*/|[.]sh$$", "", name); \
	    printf "make %-13s %s\n", part[1] == "" ? name : part[1], part[2] }' Makefile tools/make/*.sh
.PHONY: all setup check $(scripts) tidy install uninstall clean help always
.SECONDARY: $(pages)
.DELETE_ON_ERROR:
