// Attributes of a row, also those for AI clients.
#include <callbox/callbox.hpp>

using callbox::adds_only, callbox::api, callbox::blocking, callbox::idempotent,
    callbox::method, callbox::no_tool, callbox::reads_only, callbox::returns, callbox::thread_safe,
    callbox::timeout, callbox::title, callbox::tool_name;

int none() { return 0; }
int number(int n) { return n; }

// ---- blocking_stands_twice
// refuses: callbox: attribute given twice; only fails, raises and example may repeat
// repair: Pass each attribute once; only fails, raises and example may repeat.
constexpr api methods{thread_safe, method<"f", none>("F.", blocking, blocking)};

// ---- timeout_of_nothing
// refuses: a_timeout_must_be_1_ms_to_49_days
// repair: Pass a duration from 1 ms to 49 days, such as `timeout(2s)`; leave it out for no timeout.
constexpr api methods{thread_safe,
                      method<"f", none>("F.", blocking, timeout(std::chrono::milliseconds(0)))};

// ---- timeout_stands_twice
// refuses: callbox: attribute given twice; only fails, raises and example may repeat
using namespace std::chrono_literals;
constexpr api methods{thread_safe, method<"f", none>("F.", blocking, timeout(1s), timeout(2s))};

// ---- timeout_too_fine
// refuses: timeout
// repair: Pass a whole number of milliseconds: `timeout(std::chrono::milliseconds(2))`.
constexpr api methods{thread_safe,
                      method<"f", none>("F.", blocking, timeout(std::chrono::microseconds(1500)))};

// ---- timeout_too_long
// refuses: a_timeout_must_be_1_ms_to_49_days
constexpr api methods{thread_safe,
                      method<"f", none>("F.", blocking, timeout(std::chrono::hours(24 * 50)))};

// ---- timeout_without_blocking
// refuses: callbox: timeout requires blocking or later<T>: a call on the event loop cannot be
// repair: Add `blocking`, or return the result with `later<T>`.
constexpr api methods{method<"f", none>("F.", timeout(std::chrono::seconds(2)))};

// ---- reads_only_stands_twice
// refuses: callbox: attribute given twice; only fails, raises and example may repeat
constexpr api methods{method<"f", none>("F.", reads_only, reads_only)};

// ---- word_stands_twice
// refuses: callbox: attribute given twice; only fails, raises and example may repeat
constexpr api methods{method<"f", number>("F.", "n", returns("a"), returns("b"))};

// ---- no_word_of_the_language
// refuses: callbox: method() accepts parameter names, arg and the attributes of
// repair: Remove the argument; a default value is written as `arg("n") = 5`.
constexpr api methods{method<"f", none>("F.", 5)};

// ---- tool_name_given_too_long
// refuses: a_tool_name_must_be_1_to_64_letters_digits_underscores_or_dashes
// repair: Pass a shorter name of these characters, such as `tool_name("stock_all")`.
constexpr api methods{
    method<"f", none>("F.",
        tool_name("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklm")),
};

// ---- tool_name_with_a_dot
// refuses: a_tool_name_must_be_1_to_64_letters_digits_underscores_or_dashes
constexpr api methods{method<"f", none>("F.", tool_name("stock.all"))};

// ---- tool_name_without_a_character
// refuses: a_tool_name_must_be_1_to_64_letters_digits_underscores_or_dashes
constexpr api methods{method<"f", none>("F.", tool_name(""))};

// ---- no_tool_beside_another_word
// refuses: callbox: no_tool cannot be combined with other attributes of tool.hpp
// repair: Keep `no_tool`, or the attributes for AI clients.
constexpr api methods{method<"f", none>("F.", no_tool, title("F"))};

// ---- reads_only_beside_adds_only
// refuses: callbox: reads_only cannot be combined with adds_only or idempotent
// repair: Keep `reads_only` if the method changes nothing, or the other attribute if it does.
constexpr api methods{method<"f", none>("F.", reads_only, adds_only)};

// ---- reads_only_beside_idempotent
// refuses: callbox: reads_only cannot be combined with adds_only or idempotent
constexpr api methods{method<"f", none>("F.", reads_only, idempotent)};

// ---- scope_with_a_comma
// refuses: a_scope_must_be_letters_digits_dots_underscores_or_dashes
// repair: Pass scopes with one space between two of them: `scope("admin owner")`.
constexpr api methods{method<"f", none>("F.", callbox::scope("admin, owner"))};

// ---- scope_of_two_blanks
// refuses: a_scope_must_be_letters_digits_dots_underscores_or_dashes
constexpr api methods{method<"f", none>("F.", callbox::scope("admin  owner"))};

// ---- pool_without_threads
// refuses: a_pool_must_have_a_name_and_1_to_1024_threads
// repair: Name the pool, with at least one thread: `blocking("export", 1)`.
constexpr api methods{thread_safe, method<"f", none>("F.", blocking("export", 0))};

// ---- pool_without_a_name
// refuses: a_pool_must_have_a_name_and_1_to_1024_threads
constexpr api methods{thread_safe, method<"f", none>("F.", blocking("", 2))};

// ---- at_once_without_blocking
// refuses: callbox: at_once requires blocking or later<T>: calls on the event loop run one at a
// repair: Add `blocking`, or remove `at_once`.
constexpr api methods{method<"f", none>("F.", callbox::at_once(2))};

// ---- at_once_of_nothing
// refuses: at_once_must_be_at_least_1
// repair: Pass 1 or more; remove `at_once` for no limit.
constexpr api methods{thread_safe, method<"f", none>("F.", blocking, callbox::at_once(0))};

// ---- blocking_in_a_table_that_is_not_thread_safe
// refuses: a_blocking_method_requires_thread_safe_in_its_table
// repair: Make the functions thread-safe, then begin the table with `thread_safe`.
constexpr api methods{method<"f", none>("F.", blocking)};
