#!/bin/sh
# run.sh PREFIX FOLDER: builds programs that use callbox, installed in PREFIX or as a source tree,
# in every way that the READMEs describe: the compiler alone, pkg-config, CMake, Meson, and inside a
# shared library. FOLDER is a new folder for them. A missing tool is reported in one line.
set -u
prefix=$1
folder=$2
tests=$(cd "$(dirname "$0")" && pwd) || exit 1
tree=${tests%/tests/packages}
# shellcheck disable=SC1091
. "$tree/tools/skipped.sh"
PKG_CONFIG_PATH=$prefix/lib/pkgconfig
export PKG_CONFIG_PATH
unset MAKEFLAGS MAKELEVEL MFLAGS
rm -rf "$folder" && mkdir -p "$folder" || exit 1
status=0
fail() { echo "check-new: $*"; status=1; }
missing() { skipped check-new "no $1: apt-get install $1" || status=1; }
has() { command -v "$1" > /dev/null; }
# Runs a command; prints its output only if it fails.
quietly() { "$@" > "$folder/said" 2>&1 || { cat "$folder/said"; return 1; }; }

compilers=$(for each in g++ clang++; do if has $each; then echo $each; fi; done)

# With an older language, each header causes exactly one message; with C++20, none.
: > "$folder/said"
for compiler in $compilers; do
    for header in "$tree"/include/callbox/*.hpp "$tree"/include/callbox/detail/*.hpp; do
        name=${header#"$tree/include/"}
        printf '#include <%s>\n' "$name" > "$folder/one.cpp"
        quietly "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow \
            -Wconversion -Werror -I"$tree/include" "$folder/one.cpp" ||
            fail "$name alone, $compiler"
        [ "$name" = callbox/detail/language.hpp ] && continue
        for language in '' -std=c++17 -std=c++11; do
            # shellcheck disable=SC2086
            said=$(LC_ALL=C $compiler $language -fsyntax-only -I"$tree/include" \
                "$folder/one.cpp" 2>&1) && fail "$name compiles with $compiler $language"
            first=$(printf '%s\n' "$said" | grep -m 1 'error:')
            case $first in
                *'callbox needs C++20: -std=c++20'*) ;;
                *) fail "$name, $compiler $language: $first" ;;
            esac
            # The message, and the one with which the compiler stops.
            [ "$(printf '%s\n' "$said" | grep -c 'error:')" -le 2 ] ||
                fail "$name, $compiler $language: more than one message"
        done
    done
    for language in c++20 gnu++20 c++2b; do
        quietly "$compiler" -std=$language -fsyntax-only -Wall -Wextra -Wshadow -I"$tree/include" \
            "$tests/names.cpp" || fail "names.cpp, $compiler $language"
    done
done

# The archive is position-independent: a shared library can contain it. CXX may be several words.
cxx=${CXX:-g++}
# shellcheck disable=SC2086
quietly $cxx -std=c++20 -shared -fPIC -DSHARED -I"$prefix/include" "$tests/main.cpp" \
    "$prefix/lib/libcallbox.a" -pthread -Wl,-z,defs -Wl,-z,text -o "$folder/libone.so" ||
    fail 'a shared library'
# shellcheck disable=SC2086
printf 'extern "C" int answer_one();\nint main() { return answer_one(); }\n' > "$folder/use.cpp"
quietly $cxx "$folder/use.cpp" -L"$folder" -lone -Wl,-rpath,"$folder" -o "$folder/use" &&
    quietly "$folder/use" || fail 'a program with that shared library'

if has pkg-config; then
    # shellcheck disable=SC2046,SC2086
    quietly $cxx -std=c++20 "$tests/main.cpp" $(pkg-config --cflags --libs callbox) \
        -o "$folder/by-pkg-config" && quietly "$folder/by-pkg-config" || fail pkg-config
else
    missing pkg-config
fi

# cmake_project NAME LINES: a project whose CMakeLists.txt has these lines.
cmake_project() {
    mkdir -p "$folder/$1"
    cat > "$folder/$1/CMakeLists.txt" << END
cmake_minimum_required(VERSION 3.18)
project(one LANGUAGES CXX)
$2
add_executable(one $tests/main.cpp)
target_link_libraries(one PRIVATE callbox::callbox)
END
}
cmake_builds() {
    quietly cmake -S "$folder/$1" -B "$folder/$1/build" -DCMAKE_PREFIX_PATH="$prefix" &&
        quietly cmake --build "$folder/$1/build" && quietly "$folder/$1/build/one" ||
        fail "CMake: $1"
}
if has cmake; then
    version=$(sed -n 's/.*version = "\(.*\)".*/\1/p' "$tree/include/callbox/version.hpp")
    cmake_project installed "find_package(callbox ${version%.*} REQUIRED)
find_package(callbox REQUIRED)"
    cmake_builds installed
    for wrong in 99.0 "${version%.*}.99" 0.0.1; do
        cmake_project wrong "find_package(callbox $wrong REQUIRED)"
        cmake -S "$folder/wrong" -B "$folder/wrong/build" -DCMAKE_PREFIX_PATH="$prefix" \
            > /dev/null 2>&1 && fail "CMake accepts $version for $wrong"
    done
    cmake_project fetched "include(FetchContent)
FetchContent_Declare(callbox SOURCE_DIR $tree SOURCE_SUBDIR tools/cmake)
FetchContent_MakeAvailable(callbox)"
    cmake_builds fetched
else
    missing cmake
fi

if has meson && has ninja; then
    mkdir -p "$folder/meson"
    cp "$tests/main.cpp" "$folder/meson"
    cat > "$folder/meson/meson.build" << 'END'
project('one', 'cpp', default_options: ['cpp_std=c++20'])
executable('one', 'main.cpp', dependencies: dependency('callbox'))
END
    quietly meson setup "$folder/meson/build" "$folder/meson" &&
        quietly meson compile -C "$folder/meson/build" &&
        quietly "$folder/meson/build/one" || fail Meson
else
    missing 'meson ninja-build'
fi
exit $status
