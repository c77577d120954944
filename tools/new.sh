#!/bin/sh
# new.sh NAME: creates a small project in the folder NAME: one method, one test, a Makefile. It uses
# the installed library, or this source tree through a symbolic link that git ignores.
set -eu
tree=$(cd "$(dirname "$0")/.." && pwd)
name=${1-}
name=${name##*/}
case ${1-} in -*) name='' ;; esac
case $name in
    [!A-Za-z]* | '' | *[!A-Za-z0-9_.-]*)
        echo 'usage: tools/new.sh NAME, or FOLDER/NAME: a letter, then letters, digits, - and _' >&2
        exit 2 ;;
esac
if [ -e "$1" ]; then
    echo "new.sh: $1 already exists" >&2
    exit 1
fi
mkdir -p "$1"
cd "$1"

cat > methods.hpp << END
// The methods of $name: functions and their table. Functions run one at a time. For \`blocking\`
// methods or several workers, make them thread-safe and put callbox::thread_safe before the rows.
#pragma once

#include <callbox/callbox.hpp>

#include <string>
#include <string_view>

inline std::string hello(std::string_view name) { return "Hello, " + std::string(name) + "!"; }

inline constexpr callbox::api methods{
    callbox::method<"hello", hello>("Returns a greeting.",
        callbox::arg("name", "the name to greet").length(1, 100),
        callbox::example({"Ada"}, "Hello, Ada!")),
};
END

cat > main.cpp << 'END'
// The program: its methods with callbox's command line. Try: make run
#include "methods.hpp"

int main(int argc, char** argv) {
    callbox::options defaults;
    defaults.name = "NAME";  // also the prefix of environment variables, in upper case
    defaults.version = "0.1.0";
    defaults.info = {.title = "NAME", .version = "0.1.0"};
    defaults.sandbox = callbox::sandbox_mode::where_possible;
    return callbox::run(methods, argc, argv, defaults);
}
END

cat > test.cpp << 'END'
// Calls the methods without a network. Exit status 0: all tests passed.
#include "methods.hpp"

#include <callbox/test.hpp>

#include <cstdio>

int main() {
    const auto failing = callbox::failing_examples(methods);
    for (const std::string& each : failing) std::printf("%s\n", each.c_str());
    callbox::test::client<methods> client;
    const bool greeted = *client.call<"hello">("Grace") == "Hello, Grace!";
    if (!greeted) std::puts("Grace should be greeted");
    const bool rejected = !client.call<"hello">("");
    if (!rejected) std::puts("an empty name should be rejected");
    return failing.empty() && greeted && rejected ? 0 : 1;
}
END

# GNU make: recipes after a semicolon need no tabs.
cat > Makefile << 'END'
# make builds build/NAME; also: make test, make run. The library is the installed one if pkg-config
# finds it; otherwise that of the source tree ./callbox (a link or a submodule) or CALLBOX=folder.
CALLBOX := $(if $(shell pkg-config --exists callbox 2> /dev/null && echo 1),,callbox)
CXXFLAGS = -O2 -Wall -Wextra
STATIC   = -static# no other files needed; make STATIC= links dynamically
pc      := $(shell pkg-config --variable=prefix callbox 2> /dev/null)
library := $(if $(CALLBOX),$(CALLBOX)/build/release,$(pc)/lib)/libcallbox.a
flags   := $(if $(CALLBOX),-I$(CALLBOX)/include,$(shell pkg-config --cflags callbox))
build    = mkdir -p build && $(CXX) -std=c++20 -pthread -MMD -MP -MF $@.d -MT $@ $(flags) \
           $(CPPFLAGS) $(CXXFLAGS) $(LDFLAGS) -o $@ $<

build/NAME: main.cpp $(library) Makefile ; $(build) $(STATIC) $(library) $(LDLIBS)
build/NAME.test: test.cpp $(library) Makefile ; $(build) $(library) $(LDLIBS)
test: build/NAME.test ; ./$< && echo 'All tests passed.'
run: build/NAME ; ./$< --enable-web-browsable-api
clean: ; rm -rf build
.PHONY: test run clean always
-include $(wildcard build/*.d)
ifdef CALLBOX
$(library): always ; +env -u MAKEFLAGS -u CXXFLAGS $(MAKE) -s -C $(CALLBOX) $(@:$(CALLBOX)/%=%)
endif
END
sed -i "s|NAME|$name|g" Makefile main.cpp
ln -s "$tree" callbox
printf 'build/\ncallbox\n' > .gitignore
echo "$1: make test, make run"
