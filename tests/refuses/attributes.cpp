// Attributes of a row.
#include <callbox/callbox.hpp>

using callbox::api, callbox::blocking, callbox::method, callbox::reads_only, callbox::returns,
    callbox::timeout;

int none() { return 0; }
int number(int n) { return n; }

// ---- blocking_stands_twice
// refuses: callbox: attribute given twice; only fails, raises and example may repeat
constexpr api methods{method<"f", none>("F.", blocking, blocking)};

// ---- timeout_of_nothing
// refuses: a_timeout_must_be_1_ms_to_49_days
constexpr api methods{method<"f", none>("F.", blocking, timeout(std::chrono::milliseconds(0)))};

// ---- timeout_stands_twice
// refuses: callbox: attribute given twice; only fails, raises and example may repeat
using namespace std::chrono_literals;
constexpr api methods{method<"f", none>("F.", blocking, timeout(1s), timeout(2s))};

// ---- timeout_too_fine
// refuses: timeout
constexpr api methods{method<"f", none>("F.", blocking, timeout(std::chrono::microseconds(1500)))};

// ---- timeout_too_long
// refuses: a_timeout_must_be_1_ms_to_49_days
constexpr api methods{method<"f", none>("F.", blocking, timeout(std::chrono::hours(24 * 50)))};

// ---- timeout_without_blocking
// refuses: callbox: timeout requires blocking: a call on the event loop cannot be abandoned
constexpr api methods{method<"f", none>("F.", timeout(std::chrono::seconds(2)))};

// ---- reads_only_stands_twice
// refuses: callbox: attribute given twice; only fails, raises and example may repeat
constexpr api methods{method<"f", none>("F.", reads_only, reads_only)};

// ---- word_stands_twice
// refuses: callbox: attribute given twice; only fails, raises and example may repeat
constexpr api methods{method<"f", number>("F.", "n", returns("a"), returns("b"))};

// ---- no_word_of_the_language
// refuses: callbox: method() accepts parameter names, arg and the attributes of
constexpr api methods{method<"f", none>("F.", 5)};
