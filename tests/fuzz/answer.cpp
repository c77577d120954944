// Takes a message. The answer follows JSON-RPC; a reused answerer and one made for this message
// return the same answer and leave the same state.
#include "incidents.hpp"
#include "input.hpp"
#include "rpc_model.hpp"
#include "support/everything_api.hpp"
#include "support/methods_api.hpp"

#include <callbox/callbox.hpp>

#include <set>
#include <string>
#include <string_view>

namespace {

using callbox::method;
using fuzz::expect, fuzz::log, fuzz::without_incidents;
using fuzz::json_tree;

// Methods with all attributes and types, and all ways to fail.
constexpr callbox::api failures{
    method<"fail.throws", sample::throws>(""),
    method<"fail.throws_seven", sample::throws_seven>(""),
    method<"fail.not_finite", sample::not_finite>(""),
    method<"fail.not_utf8", sample::not_utf8>(""),
    method<"fail.not_named", sample::not_named>(""),
    method<"fail.reserved", sample::reserved>(""),
    method<"fail.silent", sample::takes_silent>("", "a"),
    method<"fail.mute", sample::gives_mute>(""),
    method<"fail.twofold", sample::gives_twofold>(""),
    method<"fail.check", sample::check>("", "good"),
    method<"fail.divide", sample::divide>("", "a", "b"),
};
constexpr callbox::api methods = everything::methods + sample::types + failures;

// Small enough to be reached.
constexpr callbox::limits bounds = [] {
    callbox::limits small;
    small.batch_length_max = 5;
    small.json_depth_max = 8;
    small.json_nodes_max = 150;
    small.response_bytes_max = 1000;
    small.log_rate_max = SIZE_MAX;  // all incidents are looked up
    return small;
}();

std::set<std::string> names() {
    std::set<std::string> all{"rpc.discover"};
    for (const callbox::row& each : callbox::table(methods).rows) all.emplace(each.name);
    return all;
}

// Whether a method may fail like this: with its own code, or with one of the protocol and details.
bool is_code(const json_tree& error) {
    const std::string& code = error.find("code")->token;
    const std::string& message = error.find("message")->text;
    const json_tree* data = error.find("data");
    if (code == "1" || code == "7" || code == "8") return true;
    if (data == nullptr) return false;
    if (code == "-32001") return message == "Response too large";
    if (code == "-32603") {
        const json_tree* word = data->find("incident");
        return word != nullptr && log.find("incident " + word->text + ": ") != log.npos;
    }
    const json_tree* errors = data->find("errors");
    if (code != "-32602" || !message.starts_with("Invalid params: ")) return false;
    if (errors == nullptr || errors->kind != fuzz::json_kind::array) return false;
    for (const json_tree& each : errors->children)
        if (each.kind != fuzz::json_kind::object || each.children.empty()) return false;
    return !errors->children.empty();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::set<std::string> known = names();
    static const fuzz::rpc_model model(bounds, known);
    static everything::counter kept;
    static callbox::answerer reused(methods, kept, bounds);
    const std::string_view message = fuzz::whole(data, size);
    const fuzz::exact text(message);
    kept.value = 0;
    everything::counter fresh;
    log.clear();
    const std::string answer(reused.answer(text.view()));
    model.check(message, answer, is_code);
    const std::string other = callbox::answer(methods, fresh, text.view(), bounds);
    expect(without_incidents(answer) == without_incidents(other),
           "a reused answerer answers like a new one", answer, other);
    expect(kept.value == fresh.value, "and leaves the same state");
    expect(without_incidents(reused.answer(text.view())).size() > 0 || answer.empty(),
           "the same message is answered again");
    return 0;
}
