// Settings of a program.
#include <callbox/callbox.hpp>

using callbox::api, callbox::made_by, callbox::method, callbox::run, callbox::setting;

int next(int& state) { return ++state; }
template <typename T> int make(T) { return 1; }
constexpr api methods{method<"next", next>("Next.")};
int start(const auto& made) { return run(methods, made, 0, nullptr); }

// ---- setting_default_is_no_choice
// refuses: a_default_value_is_none_of_its_settings_choices
// repair: Add a `choice` for the enumerator, or use another default.
enum class mode { fast, safe };
constexpr auto describe(callbox::as<mode>) {
    return callbox::choices{callbox::choice{mode::fast, "fast"}};
}
int status = start(made_by(make<mode>, setting<mode>("--mode", "MODE", "a mode") = mode::safe));

// ---- setting_default_out_of_range
// refuses: a_default_value_is_outside_its_settings_range
// repair: Pass a default in the range, or widen the range.
int status = start(made_by(make<int>, setting<int>("--cache", "MIB", "memory").in(1, 9) = 10));

// ---- setting_duration_out_of_range
// refuses: a_default_value_is_outside_its_settings_range
using ms = std::chrono::milliseconds;
int status = start(made_by(make<ms>, setting<ms>("--every", "TIME", "").in(ms(1), ms(9)) = ms(0)));

// ---- setting_makes_another_state
// refuses: callbox: the function must return the state of the methods
// repair: Return the state that the methods take by reference, here an `int`.
std::string text(bool) { return ""; }
int status = start(made_by(text, setting<bool>("--quiet", "a flag")));

// ---- setting_of_an_unknown_type
// refuses: callbox: a setting must have a type that setting.hpp lists
// repair: Use a type that setting.hpp lists, such as `double`.
int status = start(made_by(make<float>, setting<float>("--rate", "N", "a rate")));

// ---- setting_of_microseconds
// refuses: callbox: a setting must have a type that setting.hpp lists
using us = std::chrono::microseconds;
int status = start(made_by(make<us>, setting<us>("--every", "TIME", "a time")));

// ---- setting_range_upside_down
// refuses: a_range_has_its_minimum_above_its_maximum
// repair: Pass the minimum first: `in(1, 9)`.
int status = start(made_by(make<int>, setting<int>("--cache", "MIB", "memory").in(9, 1)));

// ---- setting_with_a_callbox_name
// refuses: callbox_has_an_option_with_this_name
// repair: Choose another name; `serve --help` lists the options of callbox.
int status =
    start(made_by(make<std::string>, setting<std::string>("--log-file", "FILE", "a file")));

// ---- setting_with_a_callbox_name_off
// refuses: callbox_has_an_option_with_this_name
int status = start(made_by(make<bool>, setting<bool>("--no-sandbox", "a flag")));

// ---- setting_with_a_wrong_name
// refuses: a_setting_must_be_two_dashes_and_lower_case_letters_digits_or_dashes
// repair: Write two dashes before the name: `--db`.
int status = start(made_by(make<std::string>, setting<std::string>("-db", "FILE", "a file")));

// ---- setting_without_a_word
// refuses: the_value_name_of_a_setting_must_be_one_word_in_capitals
// repair: Write one word in capitals: `setting<std::string>("--db", "FILE", "the database")`.
int status =
    start(made_by(make<std::string>, setting<std::string>("--db", "a file", "the database")));

// ---- settings_in_another_order
// refuses: callbox: the parameters of the function must be these settings, in this order
// repair: Pass the settings in the order of the parameters, with the same types.
int both(bool, std::string) { return 1; }
int status = start(made_by(both, setting<std::string>("--db", "FILE", "a file"),
                           setting<bool>("--quiet", "a flag")));

// ---- settings_share_a_name
// refuses: two_settings_share_a_name
// repair: Give each setting a name of its own.
int both(std::string, bool) { return 1; }
constexpr made_by database(both, setting<std::string>("--db", "FILE", "a file"),
                           setting<bool>("--db", "a flag"));
int status = start(database);
