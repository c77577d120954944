// Takes a message and variants of it. An answerer that has learnt the layout of the message answers
// each variant like one that has learnt nothing, and leaves the same state. Two choices make the
// next variant: where it changes, and to what.
#include "incidents.hpp"
#include "input.hpp"
#include "mutate.hpp"
#include "support/methods_api.hpp"

#include <callbox/callbox.hpp>

#include <iterator>
#include <string>
#include <string_view>

namespace {

using fuzz::expect, fuzz::without_incidents;

constexpr callbox::limits bounds = [] {
    callbox::limits small;
    small.batch_length_max = 5;
    small.json_depth_max = 5;
    small.json_nodes_max = 60;
    small.response_bytes_max = 300;
    return small;
}();

constexpr std::string_view words[] = {"true", "false",       "null", "1.5", "-1",    "1e2", "\"a\"",
                                      "[]",   "\"\\n\"", "{}",   "01",  "[1,2]", ",",   "}"};
// Characters of scalars and of the text around them.
constexpr std::string_view letters = "0123456789-.eE+\"\\,:[]{} \ntruefalsn\x7f\xc3\xa9\x01";

struct learner {
    sample::counter state;
    callbox::answerer taught{sample::methods, state, bounds};

    void check(const std::string& message) {
        fuzz::log.clear();
        const fuzz::exact text(message);
        sample::counter fresh = state;
        const std::string answer = without_incidents(taught.answer(text.view()));
        const std::string wanted = without_incidents(
            callbox::answer(sample::methods, fresh, text.view(), bounds));
        expect(answer == wanted, "a known layout gets the same answer", answer, wanted);
        expect(state.value == fresh.value && state.executed == fresh.executed,
               "and leaves the same state");
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto [text, choices] = fuzz::split(data, size);
    std::string message(text);
    learner one;
    for (int i = 0; i < 4; ++i) one.check(message);
    for (std::size_t i = 0; i + 1 < choices.size() && !message.empty(); i += 2) {
        const std::size_t at = fuzz::place(choices[i], message.size() - 1);
        const auto byte = static_cast<unsigned char>(choices[i + 1]);
        const char letter = letters[byte / 4 % letters.size()];
        switch (byte % 4) {
        case 0: message.erase(at, 1); break;
        case 1: message.insert(at, 1, letter); break;
        case 2: message.replace(at, 1, words[byte / 4 % std::size(words)]); break;
        default: message[at] = letter;
        }
        one.check(message);
    }
    one.check(std::string(text));
    return 0;
}
