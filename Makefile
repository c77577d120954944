# callbox. `make help` lists the targets. Everything built goes to build/<mode>/.
VERSION := $(shell sed -n 's/.*version = "\(.*\)".*/\1/p' include/callbox/version.hpp)
MODE     = release# debug; sanitized: AddressSanitizer and UndefinedBehaviorSanitizer; threads
BUILD    = build
PREFIX   = /usr/local
STATIC   = -static# the programs need no other file; `make STATIC=` links them dynamically

# Another system: CROSS=aarch64-linux-gnu. This processor with another C library: LIBC=musl.
ifneq ($(LIBC),)
CROSS = $(shell uname -m)-linux-$(LIBC)
endif
ifneq ($(CROSS),)
BUILD = build/$(CROSS)
CXX   = $(CROSS)-g++
AR    = $(CROSS)-ar
endif

# As many jobs as processors, unless -j says otherwise.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2> /dev/null || echo 2)
endif
ifneq ($(V),1)
.SILENT:
endif

# ---- Flags. CXXFLAGS, CPPFLAGS and LDFLAGS belong to the user and follow ours.

warnings = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-psabi
sanitize = -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all

flags.release   = -O$(level) -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections
flags.debug     = -Og -g
flags.sanitized = -O1 -g1 -fno-omit-frame-pointer -Werror $(sanitize)
flags.threads   = -O1 -g1 -Werror -Wno-array-bounds -Wno-stringop-overflow -fsanitize=thread
# Without -u strncpy a static glibc keeps 36 KB more in memory.
link.release    = $(STATIC) -s -Wl,--gc-sections,-u,strncpy
ifeq ($(flags.$(MODE)),)
$(error MODE is release, debug, sanitized or threads)
endif
# 32-bit systems: times after 2038.
ifneq ($(filter arm% i%86-% mips% powerpc-%,$(shell $(CXX) -dumpmachine)),)
wide_times = -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
endif
# g++ with both sanitizers makes 42 MB of data of the tests, and 9 without these checks; clang has
# them.
ifeq ($(findstring clang,$(CXX)),)
lean.sanitized = -fno-sanitize=null,alignment,pointer-overflow
lean = $(lean.$(MODE)) -Wno-subobject-linkage# of types in a file that is included
endif

out      = $(BUILD)/$(MODE)
includes = -Iinclude -Isrc -Itools/openrpc -I$(out)/gen
compile  = $(CXX) -std=c++20 -pthread $(warnings) $(flags.$(MODE)) $(includes) $(extra) \
           $(wide_times) $(CPPFLAGS) $(CXXFLAGS)
link     = $(CXX) -pthread $(flags.$(MODE)) $(CXXFLAGS)

# ---- Files.

object   = $(patsubst %.cpp,$(out)/obj/%.o,$(1))
unit     = $(sort $(patsubst %,$(out)/obj/%$(1).o,$(dir $(files.$(1)))))
source   = $(sort $(shell find $(1) -name '$(2)'))
standard = $(out)/standard/$(1)/standard.hpp.gch

library := $(filter-out src/app/%,$(call source,src,*.cpp))
openrpc := $(filter-out %/main.cpp,$(call source,tools/openrpc,*.cpp))
tests   := $(call source,tests,*_test.cpp) $(sort $(wildcard tests/support/*.cpp))
refused := $(sort $(wildcard tests/refuses/*.cpp))
mains   := src/app/main.cpp tools/openrpc/program/main.cpp
# Text that is part of a program as a string literal.
baked   := $(patsubst %,$(out)/gen/%.inc,site/explorer/page.html generate/client.py \
           $(patsubst %,generate/client_%.py,values http sync async streams events progress api) \
           $(patsubst %,generate/%.ts,client client_response client_events client_socket))

programs  = $(out)/callbox $(out)/callbox-openrpc
libraries = $(out)/libcallbox-openrpc.a $(out)/libcallbox.a# in the order of linking

# The path of a call is compiled for speed, the rest for size, tests for neither.
speed   := $(call source,src/http src/json src/rpc/fast,*.cpp) $(patsubst %,src/%.cpp,\
           base/bytes base/clock base/ticks base/utf8 events/connection_stream \
           events/subscriptions events/topic mcp/endpoint openrpc/answerer \
           rpc/call_runner rpc/dispatch rpc/request server/connection server/connection_output \
           server/connection_websocket server/loop server/websocket_session \
           site/access site/media site/route websocket/frames)
files.2   = $(speed)
files.own = src/observe/log_output.cpp src/server/thread_pool.cpp \
            src/system/signals.cpp# tests have others
files.s   = $(filter-out $(speed) $(files.own),$(library) $(openrpc))
# The two kinds of Criterion's assertions do not compile together.
files.new := $(shell grep -l 'criterion/new/' $(tests) /dev/null)
files.0   = $(filter-out $(files.new),$(tests))

# The files of a folder are compiled together, in half the time: gen/src/server/2.cpp includes those
# of src/server at level 2. For debugging each is compiled by itself.
ifeq ($(MODE),debug)
objects  = $(call object,$(library) $(openrpc))
checks   = $(call object,$(tests))
else
objects  = $(call unit,2) $(call unit,s) $(call unit,own)
checks   = $(call unit,0) $(call unit,new)
endif
level    = 2
%/s.o %/own.o $(call object,$(files.s) $(files.own)): private level = s
$(checks): private level = 0
$(checks): private extra = -Itests -O0 -Wno-conversion $(lean)
# The example is compiled as any program with callbox is: with the public headers alone.
$(out)/obj/src/app/%.o: private includes = -Iinclude

# ---- Programs and libraries.

all: $(programs) ## Build both programs into build/release/ (MODE=debug: build/debug/)
	echo 'Built $<. Next: make run, make check, or make help.'

$(out)/callbox: $(out)/obj/src/app/main.o
$(out)/callbox-openrpc: $(out)/obj/tools/openrpc/program/main.o $(out)/libcallbox-openrpc.a
$(programs): $(out)/libcallbox.a $(out)/link.flags
	echo 'LINK $@'
	$(link) $(link.$(MODE)) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter $^,$(libraries))

$(out)/tests: $(checks) $(libraries) $(out)/link.flags
	echo 'LINK $@'
	$(link) -no-pie $(LDFLAGS) -o $@ $(filter %.o,$^) $(libraries) -lcriterion

$(out)/libcallbox.a: $(filter $(out)/obj/src/%,$(objects))
$(out)/libcallbox-openrpc.a: $(filter $(out)/obj/tools/%,$(objects))
$(libraries): $(out)/link.flags
	echo 'AR $@'
	rm -f $@
	$(AR) qcDs $@ $(filter %.o,$^)

# ---- Objects. Standard headers are precompiled, once for each level of optimization.

$(out)/obj/%.o: %.cpp $(out)/compile.flags | $(baked)
	$(compile_it)
$(out)/obj/%.o: $(out)/gen/%.cpp $(out)/compile.flags | $(baked)
	$(compile_it)
define compile_it
echo 'CXX $(<:$(out)/gen/%=%)'
mkdir -p $(@D)
$(compile) -iquote . -include $(out)/standard/$(level)/standard.hpp -MMD -MP -c -o $@ $<
endef
$(patsubst $(out)/obj/%.o,$(out)/gen/%.cpp,$(objects) $(checks)): $(out)/gen/%.cpp: always
	mkdir -p $(@D)
	printf '#include "%s"\n' $(filter $(wildcard $(*D)/*.cpp),$(files.$(*F))) > $@.new
	$(replace_if_changed)

$(objects) $(call object,$(mains)): | $(call standard,2) $(call standard,s)
$(checks): $(call standard,0)  # whose headers no .d file lists

$(out)/standard/%/standard.hpp.gch: private level = $*
# The tests' has the public headers and Criterion too.
$(call standard,0): private extra = -Itests -O0 -Wno-conversion $(lean) \
    -include callbox/callbox.hpp -include callbox/test.hpp -include criterion/criterion.h
$(call standard,0) $(call standard,tables): $(wildcard include/callbox/*.hpp \
    include/callbox/detail/*.hpp)
$(out)/standard/%/standard.hpp.gch: tools/standard.hpp $(out)/compile.flags
	echo 'CXX $< -O$*'
	mkdir -p $(@D)
	cp $< $(@D)
	$(compile) -x c++-header -o $@ $<

$(out)/gen/site/%.inc: src/site/% tools/literal $(wildcard src/site/explorer/*)
	$(bake)
$(out)/gen/generate/%.inc: tools/openrpc/generate/% tools/literal
	$(bake)
define bake
echo 'BAKE $<'
mkdir -p $(@D)
tools/literal $< > $@
endef

# Tables that must not compile, with the message of each. Without the flags of the mode; an error
# if the precompiled header does not fit, as a table then takes three times as long.
tables = $(CXX) -std=c++20 -O0 -fPIC -Winvalid-pch -Werror=invalid-pch -Iinclude \
         $(wide_times) $(CPPFLAGS) $(CXXFLAGS)
$(out)/obj/%.refused: %.cpp tools/refuses.sh $(call standard,tables)
	echo 'REFUSE $<'
	CXX='$(tables) -include $(out)/standard/tables/standard.hpp' tools/refuses.sh $< $@
$(call standard,tables): private compile = $(tables) -include callbox/callbox.hpp \
    -include callbox/test.hpp
$(call standard,tables): $(out)/tables.flags

-include $(patsubst %.o,%.d,$(objects) $(checks) $(call object,$(mains)))

# These files hold the commands; they change, and all is built again, when a flag or the compiler
# changes.
$(out)/compile.flags: content = $(compile) $(lean) $(speed) $(shell $(CXX) --version)
$(out)/tables.flags: content = $(tables) $(shell $(CXX) --version)
$(out)/link.flags: content = $(link) $(link.$(MODE)) $(LDFLAGS) $(AR) $(library) $(openrpc) $(tests)
%.flags: always
	mkdir -p $(@D)
	printf '%s\n' '$(subst ','\'',$(content))' > $@.new
	$(replace_if_changed)
replace_if_changed = if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# ---- Checks.

setup: ## Install Criterion, which the tests need
	CXX='$(CXX) $(CPPFLAGS)' tools/setup.sh

check: only = !(long_*)/*
check-long: only = */*
check check-long: | $(filter setup,$(MAKECMDGOALS))
check: ## Check layers, wrong tables and the quick tests (CORPUS=FOLDER: with more inputs)
check-long: ## The same with the slow tests
check check-long:
	tools/layers.sh
	CXX='$(CXX)' tools/literal_test.sh
	tools/skipped_test.sh
	CXX='$(CXX)' tools/refuses_test.sh
	CXX='$(CXX) $(CPPFLAGS)' tools/setup.sh --is-there
	+$(MAKE) --no-print-directory check-build
	CORPUS='$(CORPUS)' tools/test.sh $(out) 1000 '$(only)'
check-sanitized: | $(filter setup,$(MAKECMDGOALS)) ## The same as check, with the sanitizers
	+$(MAKE) --no-print-directory MODE=sanitized check
check-build: $(programs) $(out)/tests $(patsubst %.cpp,$(out)/obj/%.refused,$(refused))

tidy: ## Check the style that a script can see
	tools/tidy.sh

# The other targets are scripts; the second line of each is its line in `make help`.
scripts := $(patsubst tools/make/%.sh,%,$(wildcard tools/make/*.sh))
$(filter-out docs,$(scripts)): $(programs)
$(scripts): %: tools/make/%.sh
	+MAKE='$(MAKE)' CXX='$(CXX)' COMPILE='$(compile)' CROSS='$(CROSS)' VERSION=$(VERSION) \
	$< $(out) $(BUILD)/$*
# These use its files, at once with -j, and one make at a time may work in a folder.
check-manual check-new deb: manual
check-deb: deb

# ---- The rest.

install: manual ## Install into PREFIX (/usr/local), below DESTDIR
	tools/install.sh $(out) '$(DESTDIR)' '$(PREFIX)' $(VERSION) $(BUILD)/manual
uninstall: ## Remove what install has installed
	tools/install.sh --remove '$(DESTDIR)' '$(PREFIX)'
clean: ## Remove build/
	rm -rf $(BUILD)
help: ## Show this list
	tools/help.sh

.PHONY: all setup check check-long check-sanitized check-build $(scripts) tidy install uninstall \
        clean help always
.SECONDARY:
.DELETE_ON_ERROR:
