// Turns violations into an error object for people and programs. It holds names that were sent, but no
// values. Finds here, from its node, where a violation lies, so that a call without violations keeps no
// paths.
#include "explain.hpp"

#include "describe.hpp"
#include "members.hpp"
#include "step.hpp"
#include "suggestion.hpp"

#include <algorithm>
#include <functional>
#include <new>
#include <vector>

namespace callbox::rpc {

namespace {

// One violation in words. `param`, `why`, `alternative` and `did_you_mean` may be empty.
struct told {
    bytes param;
    bytes pointer;
    bytes expected;
    bytes got;
    bytes sentence;
    std::string_view why = {};
    std::string_view alternative = {};
    std::string_view did_you_mean = {};
};

void append_step(bytes& out, std::string_view name) {
    out.append('/');
    for (const char c : name) {
        if (c == '~') out.append("~0");
        else if (c == '/') out.append("~1");
        else out.append(c);
    }
}

void append_index(bytes& out, std::size_t index) {
    out.append('/');
    writer(out).natural(index);
}

// The name of the parameter that the node lies in; empty for the params themselves.
std::string_view param_of(const refused_call& call, std::uint32_t at) {
    if (at == call.params) return {};
    const value params(call.text, call.params);
    const step first = step_to(at, params);
    if (params.is(kind::object)) return first.name;
    return call.methods.params_of(call.method)[first.index].name;
}

// Empty for params that are none of the method's.
std::string_view alternative_at(const refused_call& call, std::uint32_t at) {
    if (call.params == 0 || at == call.params) return {};
    const auto declared = call.methods.params_of(call.method);
    const value params(call.text, call.params);
    const step first = step_to(at, params);
    const auto named = std::ranges::find(declared, first.name, &param::name);
    const std::size_t index = params.is(kind::object)
                                  ? static_cast<std::size_t>(named - declared.begin())
                                  : first.index;
    if (index >= declared.size()) return {};
    return alternative_of(at, call.text, first.at, *declared[index].type);
}

// The part of a pointer that lies within a parameter: all behind its first step.
std::string_view within_param(std::string_view pointer) {
    const auto deeper = pointer.find('/', pointer.empty() ? 0 : 1);
    return deeper == std::string_view::npos ? std::string_view{} : pointer.substr(deeper);
}

// `parameter "a"`, or deeper `parameter "path" at /0/x`; `, in "card"` where that is the tag of the
// alternative.
void name_parameter(told& t, std::string_view name, std::string_view within = {}) {
    if (t.param.empty()) t.param.append(name);
    t.sentence.append("parameter ");
    writer(t.sentence).string(name);
    if (!within.empty()) t.sentence.append(" at ");
    t.sentence.append(within);
    if (t.alternative.empty()) return;
    t.sentence.append(", in ");
    writer(t.sentence).string(t.alternative);
}

void conclude(told& t, std::string_view before = ": expected ") {
    t.sentence.append(before);
    t.sentence.append(t.expected.view());
    t.sentence.append(", got ");
    t.sentence.append(t.got.view());
}

void suggest(told& t, const refused_call& call, std::string_view word, const auto& known,
             auto name_of) {
    if (call.suggestions_left == 0) return;
    --call.suggestions_left;
    suggestion near(word);
    for (const auto& each : known) near.offer(std::invoke(name_of, each));
    t.did_you_mean = near.best();
}

void tell_wrong_value(told& t, const refused_call& call, const violation& f) {
    const value at(call.text, f.at);
    name_parameter(t, param_of(call, f.at), within_param(t.pointer.view()));
    if (f.kind == violation_kind::out_of_range) append_range(t.expected, *f.wanted);
    else append_type(t.expected, *f.wanted);
    if (f.kind == violation_kind::out_of_bounds) append_bounds(t.expected, *f.constraints);
    if (f.kind == violation_kind::unmatched) append_pattern(t.expected, *f.constraints);
    const bool counted =
        f.kind == violation_kind::out_of_bounds && f.constraints->what != bounds::on::value;
    if (counted) {
        append_count(t.got, f.constraints->what, f.got);
    } else {
        if (f.wanted->form == type_form::choice && at.is(kind::string)) {
            t.got.append("another ");
            suggest(t, call, at.text(), f.wanted->names, std::identity());
        }
        if (f.kind == violation_kind::unmatched) t.got.append("another ");
        t.got.append(name_of(at.type()));
        if (f.kind == violation_kind::out_of_range || f.kind == violation_kind::out_of_bounds)
            t.got.append(" out of range");
    }
    conclude(t);
    if (f.kind != violation_kind::refused) return;
    t.why = f.name;
    t.sentence.append(": ");
    t.sentence.append(t.why);
}

// Tells of a missing parameter of the call or, within a parameter, of a struct's missing member.
void tell_missing(told& t, const refused_call& call, const violation& f) {
    append_type(t.expected, *f.wanted);
    t.got.append("nothing");
    if (f.at != call.params) {
        name_parameter(t, param_of(call, f.at), within_param(t.pointer.view()));
        append_step(t.pointer, f.name);
        t.sentence.append(": missing member ");
        writer(t.sentence).string(f.name);
        if (f.wanted->tag.empty()) return;
        t.sentence.append(", ");
        t.sentence.append(t.expected.view());
        return;
    }
    const auto declared = call.methods.params_of(call.method);
    std::size_t index = 0;
    while (declared[index].name != f.name) ++index;
    const bool by_position = call.params != 0 && value(call.text, call.params).is(kind::array);
    if (by_position && index < call.method.by_position_count) append_index(t.pointer, index);
    else append_step(t.pointer, f.name);
    t.param.append(f.name);
    t.sentence.append("missing required parameter ");
    writer(t.sentence).string(f.name);
}

// Whether the name at a node is that of a parameter, not of a struct's member.
bool is_of_call(const told& t) { return within_param(t.pointer.view()).empty(); }

std::string_view without_last_step(std::string_view pointer) {
    return pointer.substr(0, pointer.rfind('/'));
}

void tell_unexpected(told& t, const refused_call& call, const violation& f) {
    const auto name = value(call.text, f.at).text();
    suggest(t, call, name, f.known, &member::name);
    t.expected.append("nothing");
    t.got.append(name_of(value(call.text, f.at + 1).type()));
    if (is_of_call(t)) {
        t.param.append(name);
        t.sentence.append("unexpected parameter ");
    } else {
        name_parameter(t, param_of(call, f.at), within_param(without_last_step(t.pointer.view())));
        t.sentence.append(": unexpected member ");
    }
    writer(t.sentence).string(name);
}

void tell_twice(told& t, const refused_call& call, const violation& f) {
    const auto name = value(call.text, f.at).text();
    t.expected.append("once");
    t.got.append("twice");
    if (is_of_call(t)) {
        name_parameter(t, name);
    } else {
        name_parameter(t, param_of(call, f.at), within_param(without_last_step(t.pointer.view())));
        t.sentence.append(": member ");
        writer(t.sentence).string(name);
    }
    t.sentence.append(" is given twice");
}

void tell_repeated(told& t, const refused_call& call, const violation& f) {
    name_parameter(t, param_of(call, f.at), within_param(t.pointer.view()));
    t.expected.append("an element unlike those before it");
    t.got.append("the same as element ");
    writer(t.got).natural(f.got);
    conclude(t);
}

void tell_alike(told& t, const refused_call& call, const violation& f) {
    name_parameter(t, param_of(call, f.at), within_param(t.pointer.view()));
    t.expected.append("names that differ more");
    t.got.append("names that hash alike");
    conclude(t);
}

void tell_too_many(told& t, const violation& f) {
    t.expected.append("at most ");
    writer(t.expected).natural(f.most);
    writer(t.got).natural(f.got);
    t.sentence.append("too many parameters");
    conclude(t, ": ");
}

// Either all parameters are keyword-only, or those from number `f.most` on.
void tell_by_name_only(told& t, const refused_call& call, const violation& f) {
    t.expected.append("object");
    t.got.append("array");
    if (f.most == 0) {
        t.sentence.append("parameters of ");
        t.sentence.append(call.method.name);
        t.sentence.append(" are keyword-only: send an object");
        return;
    }
    name_parameter(t, call.methods.params_of(call.method)[f.most].name);
    t.sentence.append(" of ");
    t.sentence.append(call.method.name);
    t.sentence.append(" is keyword-only: send an object");
}

// No message is better than a part of one.
void expect_whole(const told& t) {
    for (const bytes* each : {&t.param, &t.pointer, &t.expected, &t.got, &t.sentence})
        if (each->overflowed()) throw std::bad_alloc();
}

told tell(const refused_call& call, const violation& f) {
    told t;
    if (call.params != 0) append_pointer(t.pointer, call.text, call.params, f.at);
    // A parameter itself is in no alternative, unless it lacks a member.
    if (f.kind == violation_kind::missing || !is_of_call(t))
        t.alternative = alternative_at(call, f.at);
    switch (f.kind) {
    case violation_kind::wrong_type:
    case violation_kind::out_of_range:
    case violation_kind::refused:
    case violation_kind::unmatched:
    case violation_kind::out_of_bounds: tell_wrong_value(t, call, f); break;
    case violation_kind::missing: tell_missing(t, call, f); break;
    case violation_kind::unexpected: tell_unexpected(t, call, f); break;
    case violation_kind::twice: tell_twice(t, call, f); break;
    case violation_kind::repeated: tell_repeated(t, call, f); break;
    case violation_kind::alike: tell_alike(t, call, f); break;
    case violation_kind::too_many: tell_too_many(t, f); break;
    case violation_kind::by_name_only: tell_by_name_only(t, call, f); break;
    }
    expect_whole(t);
    return t;
}

void write_fault(writer& to, const told& t) {
    to.begin_object();
    if (!t.param.empty()) write_member(to, "param", t.param.view());
    write_member(to, "path", t.pointer.view());
    write_member(to, "expected", t.expected.view());
    write_member(to, "got", t.got.view());
    if (!t.why.empty()) write_member(to, "why", t.why);
    if (!t.alternative.empty()) write_member(to, "alternative", t.alternative);
    if (!t.did_you_mean.empty()) write_member(to, "did_you_mean", t.did_you_mean);
    to.end_object();
}

}  // namespace

void append_pointer(bytes& out, document& text, std::uint32_t from, std::uint32_t to) {
    while (from != to) {
        const value container(text, from);
        const step next = step_to(to, container);
        if (container.is(kind::object)) append_step(out, next.name);
        else append_index(out, next.index);
        from = next.at;
    }
}

void write_invalid_params(writer& to, const refused_call& call, std::span<const violation> all,
                          bool all_in_message) {
    write_member(to, "code", -32602);
    std::vector<told> each;
    each.reserve(all.size());
    for (const violation& f : all) each.push_back(tell(call, f));
    bytes message;
    message.append("Invalid params: ");
    for (const told& t : std::span(each).first(all_in_message ? each.size() : 1)) {
        if (&t != each.data()) message.append('\n');
        message.append(t.sentence.view());
        if (!all_in_message || t.did_you_mean.empty()) continue;
        message.append(", did you mean ");
        writer(message).string(t.did_you_mean);
        message.append('?');
    }
    if (message.overflowed()) throw std::bad_alloc();
    write_member(to, "message", message.view());
    begin_object(to, "data");
    begin_array(to, "errors");
    for (const told& t : each) write_fault(to, t);
    to.end_array();
    to.end_object();
}

}  // namespace callbox::rpc
