// Turns violations into an error object for people and programs, which repeats names from the
// request but no values. Paths are found here, from nodes: calls without violations need none.
#include "describe.hpp"
#include "members.hpp"
#include "respond.hpp"
#include "suggestion.hpp"

namespace callbox::rpc {

namespace {

// ------------------------------------------------------------------------------- paths of nodes

// A step to a member or to an item.
struct step {
    std::string_view name = {};
    std::size_t index = 0;
    std::uint32_t at;  // the node itself if it is the member's name, else the value around it
};

// Steps from an array or object to the node, which is inside it.
step step_to(std::uint32_t node, value container) {
    if (container.is(kind::object)) {
        for (const auto member : container.members()) {
            if (member.name.index() == node) return {.name = member.name.text(), .at = node};
            if (member.value.holds(node))
                return {.name = member.name.text(), .at = member.value.index()};
        }
    } else {
        std::size_t index = 0;
        for (const value item : container.items()) {
            if (item.holds(node)) return {.index = index, .at = item.index()};
            ++index;
        }
    }
    return {.at = node};  // unreachable: a member or an item holds it
}

// The alternative of a variant that a value belongs to; null if there is none.
const type* part_of(const type& variant, value given) {
    const auto tag = given.find(variant.tag);
    if (!variant.tag.empty() && (!tag || !tag->is(kind::string))) return nullptr;
    for (const type* part : variant.parts)
        if (variant.tag.empty() ? detail::accepts(*part, given.type())
                                : part->members.front().type->names.front() == tag->text())
            return part;
    return nullptr;
}

// The type of the value that a step leads to; null if `t` does not determine it.
const type* type_after(const type& t, const step& way) {
    if (t.form == type_form::array || t.form == type_form::map) return t.element;
    if (t.form == type_form::tuple)
        return way.index < t.parts.size() ? t.parts[way.index] : nullptr;
    const auto at = std::ranges::find(t.members, way.name, &member::name);
    return at == t.members.end() ? nullptr : at->type;
}

// The type of a value of type `t`, of a variant that of its alternative; null if it is not known.
// Sets the tag of an alternative of a tagged union (one_of.hpp), a view into the table.
const type* plain_type(const type* t, value given, std::string_view& alternative) {
    while (t != nullptr && (t->form == type_form::optional || t->form == type_form::either)) {
        const bool is_tagged = !t->tag.empty();
        t = t->form == type_form::optional ? t->element : part_of(*t, given);
        if (is_tagged && t != nullptr) alternative = t->members.front().type->names.front();
    }
    return t;
}

void append_step(std::string& out, std::string_view name) {
    out += '/';
    for (const char c : name) {
        if (c == '~') out += "~0";
        else if (c == '/') out += "~1";
        else out += c;
    }
}

// --------------------------------------------------------------------------------- violations

// One violation, explained. `param`, `why`, `alternative` and `did_you_mean` may be empty.
struct explanation {
    std::string_view param = {};
    std::size_t param_bytes = 0;  // of the pointer: its step to the parameter
    std::string pointer;          // RFC 6901, in the params
    bytes expected;
    bytes got;
    std::string sentence;
    std::string_view why = {};
    std::string_view alternative = {};
    std::string_view did_you_mean = {};

    // The part of the pointer within the parameter; empty for the parameter and for its name.
    std::string_view within() const { return std::string_view(pointer).substr(param_bytes); }
};

// Finds the way to the node: the pointer, the parameter that the node lies in, none for the params
// themselves, and the innermost alternative that is or contains the node.
void locate(explanation& e, const refused_call& call, std::uint32_t node) {
    const type params{.members = call.methods.params_of(call.method)};
    const type* here = &params;
    for (std::uint32_t from = call.params; from != node;) {
        const value container(call.text, from);
        step next = step_to(node, container);
        const bool is_object = container.is(kind::object);
        append_step(e.pointer, is_object ? next.name : std::to_string(next.index));
        if (from == call.params) {
            if (!is_object) next.name = params.members[next.index].name;
            e.param = next.name;
            e.param_bytes = e.pointer.size();
        }
        if (here != nullptr) here = type_after(*here, next);
        from = next.at;
        here = plain_type(here, value(call.text, from), e.alternative);
    }
}

std::string quoted(std::string_view name) {
    bytes text;
    writer(text).string(name);
    return std::string(whole(text));
}

// `parameter "a"`, or deeper `parameter "path" at /0/x`; with `, in "card"` if that is the tag of
// the alternative.
void name_parameter(explanation& e, std::string_view within) {
    e.sentence += "parameter " + quoted(e.param);
    if (!within.empty()) e.sentence.append(" at ").append(within);
    if (!e.alternative.empty()) e.sentence += ", in " + quoted(e.alternative);
}

void conclude(explanation& e, std::string_view before = ": expected ") {
    e.sentence.append(before).append(e.expected.view()).append(", got ").append(e.got.view());
}

void suggest(explanation& e, const refused_call& call, std::string_view word, const auto& known,
             auto name_of) {
    if (call.suggestions_left == 0) return;
    --call.suggestions_left;
    suggestion near(word);
    for (const auto& each : known) near.offer(std::invoke(name_of, each));
    e.did_you_mean = near.best();
}

void explain_wrong_value(explanation& e, const refused_call& call, const violation& v) {
    const value at(call.text, v.at);
    name_parameter(e, e.within());
    if (v.kind == violation_kind::out_of_range) append_range(e.expected, *v.wanted);
    else append_type(e.expected, *v.wanted);
    if (v.kind == violation_kind::out_of_bounds) append_bounds(e.expected, *v.constraints);
    if (v.kind == violation_kind::unmatched) append_pattern(e.expected, *v.constraints);
    const bool counted =
        v.kind == violation_kind::out_of_bounds && v.constraints->what != bounds::on::value;
    if (counted) {
        append_count(e.got, v.constraints->what, v.got);
    } else {
        const bool is_unknown_name = v.wanted->form == type_form::choice && at.is(kind::string);
        const bool is_unmatched = is_unknown_name || v.kind == violation_kind::unmatched;
        if (is_unknown_name) suggest(e, call, at.text(), v.wanted->names, std::identity());
        e.got.append(is_unmatched ? "a string that does not match" : name_of(at.type()));
        if (v.kind == violation_kind::out_of_range || v.kind == violation_kind::out_of_bounds)
            e.got.append(" out of range");
    }
    conclude(e);
    if (v.kind != violation_kind::refused) return;
    e.why = v.name;
    e.sentence.append(": ").append(e.why);
}

// Explains a missing parameter of the call or, within a parameter, a missing member of a struct.
void explain_missing(explanation& e, const refused_call& call, const violation& v) {
    append_type(e.expected, *v.wanted);
    e.got.append("nothing");
    if (v.at != call.params) {
        name_parameter(e, e.within());
        append_step(e.pointer, v.name);
        e.sentence += ": missing member " + quoted(v.name);
        if (!v.wanted->tag.empty()) e.sentence.append(", ").append(e.expected.view());
        return;
    }
    const auto declared = call.methods.params_of(call.method);
    std::size_t index = 0;
    while (declared[index].name != v.name) ++index;
    const bool by_position = index < call.method.by_position_count && call.params != 0 &&
                             value(call.text, call.params).is(kind::array);
    append_step(e.pointer, by_position ? std::to_string(index) : v.name);
    e.param = v.name;
    e.sentence += "missing required parameter " + quoted(v.name);
}

// Explains a name that is unexpected or given twice.
void explain_name(explanation& e, const refused_call& call, const violation& v) {
    const auto name = value(call.text, v.at).text();
    const bool is_twice = v.kind == violation_kind::twice, is_param = e.within().empty();
    if (!is_twice) suggest(e, call, name, v.known, &member::name);
    e.expected.append(is_twice ? "once" : "nothing");
    e.got.append(is_twice ? "twice" : name_of(value(call.text, v.at + 1).type()));
    if (!is_param) {
        name_parameter(e, e.within().substr(0, e.within().rfind('/')));
        e.sentence += ": ";
    }
    if (!is_twice) e.sentence += "unexpected ";
    e.sentence.append(is_param ? "parameter " : "member ").append(quoted(name));
    if (is_twice) e.sentence += " is given twice";
}

// Explains an element that equals an earlier one, or names that hash alike.
void explain_same(explanation& e, const violation& v) {
    const bool is_repeated = v.kind == violation_kind::repeated;
    name_parameter(e, e.within());
    e.expected.append(is_repeated ? "distinct elements" : "names that differ more");
    e.got.append(is_repeated ? "a duplicate of element " : "names that hash alike");
    if (is_repeated) writer(e.got).natural(v.got);
    conclude(e);
}

void explain_too_many(explanation& e, const violation& v) {
    e.expected.append("at most ");
    writer(e.expected).natural(v.most);
    writer(e.got).natural(v.got);
    e.sentence = "too many parameters";
    conclude(e, ": ");
}

// Either all parameters are keyword-only, or those from index `v.most` on.
void explain_by_name_only(explanation& e, const refused_call& call, const violation& v) {
    e.expected.append("object");
    e.got.append("array");
    if (v.most == 0) {
        e.sentence.append("parameters of ").append(call.method.name);
        e.sentence += " are keyword-only: send an object";
        return;
    }
    e.param = call.methods.params_of(call.method)[v.most].name;
    name_parameter(e, {});
    e.sentence.append(" of ").append(call.method.name);
    e.sentence += " is keyword-only: send an object";
}

explanation explain(const refused_call& call, const violation& v) {
    explanation e;
    locate(e, call, v.at);
    // A parameter is inside an alternative only if one of its members is missing.
    if (v.kind != violation_kind::missing && e.within().empty()) e.alternative = {};
    switch (v.kind) {
    case violation_kind::wrong_type:
    case violation_kind::out_of_range:
    case violation_kind::refused:
    case violation_kind::unmatched:
    case violation_kind::out_of_bounds: explain_wrong_value(e, call, v); break;
    case violation_kind::missing: explain_missing(e, call, v); break;
    case violation_kind::unexpected:
    case violation_kind::twice: explain_name(e, call, v); break;
    case violation_kind::repeated:
    case violation_kind::alike: explain_same(e, v); break;
    case violation_kind::too_many: explain_too_many(e, v); break;
    case violation_kind::by_name_only: explain_by_name_only(e, call, v); break;
    }
    // No message is better than a truncated one.
    (void)whole(e.expected);
    (void)whole(e.got);
    return e;
}

void write_violation(writer& to, const explanation& e) {
    to.begin_object();
    if (!e.param.empty()) write_member(to, "param", e.param);
    write_member(to, "path", e.pointer);
    write_member(to, "expected", e.expected.view());
    write_member(to, "got", e.got.view());
    if (!e.why.empty()) write_member(to, "why", e.why);
    if (!e.alternative.empty()) write_member(to, "alternative", e.alternative);
    if (!e.did_you_mean.empty()) write_member(to, "did_you_mean", e.did_you_mean);
    to.end_object();
}

}  // namespace

void write_invalid_params(writer& to, const refused_call& call, std::span<const violation> all,
                          bool all_in_message) {
    write_member(to, "code", -32602);
    std::vector<explanation> each;
    each.reserve(all.size());
    for (const violation& v : all) each.push_back(explain(call, v));
    std::string message = "Invalid params: ";
    for (const explanation& e : std::span(each).first(all_in_message ? each.size() : 1)) {
        if (&e != each.data()) message += '\n';
        message += e.sentence;
        if (!all_in_message || e.did_you_mean.empty()) continue;
        message += ", did you mean " + quoted(e.did_you_mean) + '?';
    }
    write_member(to, "message", message);
    begin_object(to, "data");
    begin_array(to, "errors");
    for (const explanation& e : each) write_violation(to, e);
    to.end_array();
    to.end_object();
}

}  // namespace callbox::rpc
