// The standard headers that most files include. The Makefile has them read once; each file still
// includes what it uses, unless a header of ours that it includes does. With ThreadSanitizer g++ 12
// then warns of overflows in std::string that are none: MODE=threads is without these warnings.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <charconv>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
