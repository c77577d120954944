// Makes text for standard output from the table of methods and the table of options.
#include "text.hpp"

#include "base/ascii.hpp"
#include "options.hpp"
#include "rpc/curl.hpp"
#include "rpc/describe.hpp"
#include "rpc/sample.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace callbox::cli {

namespace {

constexpr std::size_t flag_column = 33;
constexpr std::size_t signature_width_max = 60;  // wider ones do not move the others' summaries

void append_command(bytes& out, const command_doc& c);
void append_options(bytes& out, const options& defaults);
void append_item(bytes& out, std::string_view line, std::string_view doc);
void append_group(bytes& out, group which, std::string_view title, const options& defaults);
void append_option(bytes& out, const option& o, const options& defaults);
void append_param(bytes& out, const param& p, std::size_t width);
void append_structs(bytes& out, const table& methods, const row& of);
void append_errors(bytes& out, const table& methods, const row& of);
void append_examples(bytes& out, const table& methods, const row& of);
void append_wrapped(bytes& out, std::string_view text, std::size_t from);
void pad(bytes& out, std::size_t count) {
    while (count-- > 0) out.append(' ');
}
std::size_t width_of(std::string_view text);
std::string signature_of(const table& methods, const row& of);

}  // namespace

void append_usage(bytes& out, std::string_view program, std::span<const command_doc> commands,
                  const options& defaults) {
    out.append("usage: ");
    out.append(program);
    out.append(" [COMMAND] [OPTION]...\n\nCommands:\n");
    for (const command_doc& c : commands) append_command(out, c);
    out.append("\nCOMMAND --help tells more of each, with an example.\n");
    append_options(out, defaults);
}

void append_command_usage(bytes& out, std::string_view program, const command_doc& of,
                          const options& defaults, bool has_options) {
    std::string line = "usage: " + std::string(program) + ' ' + std::string(of.name);
    if (has_options || !of.flags.empty()) line += " [OPTION]...";
    if (!of.takes.empty()) line.append(" ").append(of.takes);
    out.append(line);
    out.append("\n\n");
    line = std::string(of.doc) + '.';
    line[0] = static_cast<char>(line[0] & ~0x20);
    append_wrapped(out, line, 0);
    append_wrapped(out, of.more, 0);
    if (!of.flags.empty()) out.append("\nOptions:\n");
    for (const flag& each : of.flags) {
        line = "  " + std::string(each.name);
        if (!each.takes.empty()) line.append(" ").append(each.takes);
        append_item(out, line, each.doc);
    }
    out.append("\nExample:\n  ");
    out.append(program);
    out.append(' ');
    out.append(of.example);
    out.append('\n');
    if (has_options) append_options(out, defaults);
}

void append_list(bytes& out, const table& methods) {
    std::size_t column = 0;
    for (const row& r : methods.rows) {
        const std::size_t width = width_of(signature_of(methods, r));
        if (width <= signature_width_max) column = std::max(column, width);
    }
    for (const row& r : methods.rows) {
        const std::string signature = signature_of(methods, r);
        std::string_view doc = r.summary;
        out.append(signature);
        if (!doc.empty()) {
            pad(out, 3 + column - std::min(column, width_of(signature)));
            out.append(ascii::take_until(doc, '\n'));
        }
        out.append('\n');
    }
}

void append_method(bytes& out, const table& methods, const row& of, std::string_view url) {
    rpc::append_signature(out, methods, of);
    out.append("\n\n");
    if (of.deprecated) out.append("Deprecated.\n\n");
    if (of.timeout_ms != 0) {
        out.append("May take long: answered with -32003 after ");
        out.append(std::to_string(of.timeout_ms));
        out.append(" ms.\n\n");
    } else if (of.blocking) {
        out.append("May take long.\n\n");
    }
    for (const std::string_view doc : {of.summary, of.details}) {
        if (doc.empty()) continue;
        append_wrapped(out, doc, 0);
        out.append('\n');
    }
    std::size_t width = 0;
    for (const param& p : methods.params_of(of)) width = std::max(width, width_of(p.name));
    if (of.params.count != 0) out.append("Parameters:\n");
    for (const param& p : methods.params_of(of)) append_param(out, p, width);
    out.append(of.params.count != 0 ? "\nReturns: " : "Returns: ");
    rpc::append_exact_type(out, *of.returns);
    if (!of.returns_doc.empty()) {
        out.append("\n  ");
        append_wrapped(out, of.returns_doc, 2);
    } else {
        out.append('\n');
    }
    append_structs(out, methods, of);
    append_errors(out, methods, of);
    append_examples(out, methods, of);
    out.append("\nCalled from a shell:\n");
    rpc::append_curl(out, methods, of, url);
    out.append('\n');
}

void append_plain(bytes& out, std::string_view text) {
    for (const char c : text) out.append(ascii::is_control(c) ? '?' : c);
}

namespace {

void append_command(bytes& out, const command_doc& c) {
    std::string line("  ");
    if (!c.letter.empty()) line.append(c.letter).append(", ");
    line += c.name;
    if (!c.takes.empty()) line.append(" ").append(c.takes);
    append_item(out, line, c.doc);
}

void append_options(bytes& out, const options& defaults) {
    for (std::size_t i = 0; i < group_titles.size(); ++i)
        append_group(out, static_cast<group>(i), group_titles[i], defaults);
    out.append('\n');
    append_wrapped(out, usage_notes, 0);
    append_wrapped(out, signal_notes, 0);
}

void append_item(bytes& out, std::string_view line, std::string_view doc) {
    out.append(line);
    pad(out, flag_column - std::min(flag_column, line.size()));
    append_wrapped(out, doc, flag_column);
}

void append_group(bytes& out, group which, std::string_view title, const options& defaults) {
    out.append('\n');
    out.append(title);
    out.append(":\n");
    for (const option& o : all_options)
        if (o.among == which) append_option(out, o, defaults);
}

void append_option(bytes& out, const option& o, const options& defaults) {
    std::string line = "  " + flag_of(o);
    if (!o.takes.empty()) line.append(" ").append(o.takes);
    std::string doc(o.doc);
    const std::string value = value_text(o, defaults);
    const bool is_plain = o.is<bool options::*>() && value == "false";
    if (!value.empty() && !is_plain) doc += " (default " + value + ")";
    append_item(out, line, doc);
}

// "  tone   one of "plain", "cheerful"; default "plain"; by name only"
void append_param(bytes& out, const param& p, std::size_t width) {
    out.append("  ");
    out.append(p.name);
    pad(out, 3 + width - width_of(p.name));
    rpc::append_member(out, p);
    if (p.required) {
        out.append("; required");
    } else if (p.fallback) {
        out.append("; default ");
        rpc::append_literal(out, *p.fallback);
    } else {
        out.append("; optional");
    }
    if (p.by_name_only) out.append("; by name only");
    out.append('\n');
    if (p.doc.empty()) return;
    pad(out, width + 5);
    append_wrapped(out, p.doc, width + 5);
}

// Collects the structs that a type is made of, each once.
void collect(const type& of, std::vector<const type*>& into) {
    if (of.is == type::form::object) {
        if (std::find(into.begin(), into.end(), &of) != into.end()) return;
        into.push_back(&of);
    }
    if (of.element != nullptr) collect(*of.element, into);
    for (const type* part : of.parts) collect(*part, into);
    for (const member& m : of.members) collect(*m.is, into);
}

void append_structs(bytes& out, const table& methods, const row& of) {
    std::vector<const type*> structs;
    for (const param& p : methods.params_of(of)) collect(*p.is, structs);
    collect(*of.returns, structs);
    for (const type* each : structs) {
        out.append("\nMembers of ");
        out.append(each->name);
        out.append(":\n");
        std::size_t width = 0;
        for (const member& m : each->members) width = std::max(width, width_of(m.name));
        for (const member& m : each->members) append_param(out, m, width);
    }
}

void append_errors(bytes& out, const table& methods, const row& of) {
    if (of.errors.count != 0) out.append("\nErrors:\n");
    for (const declared_error& e : methods.errors_of(of)) {
        const std::string code = std::to_string(e.code);
        out.append("  ");
        out.append(code);
        out.append("   ");
        append_wrapped(out, e.message, code.size() + 5);
    }
}

void append_examples(bytes& out, const table& methods, const row& of) {
    const bool by_name = of.by_position_count < of.params.count;
    if (of.examples.count != 0) out.append("\nExamples:\n");
    for (const example_call& e : methods.examples_of(of)) {
        out.append("  ");
        writer arguments(out);
        rpc::write_arguments(arguments, e, methods.params_of(of), by_name);
        out.append("  ->  ");
        writer result(out);
        rpc::write_result(result, e, *of.returns);
        out.append('\n');
    }
}

// Wraps words at the last column. The first line begins at column `from` already; indents the
// others to it. Keeps line ends of the text, and ends with one.
void append_wrapped(bytes& out, std::string_view text, std::size_t from) {
    bool first = true;
    while (!text.empty()) {
        std::string_view words = ascii::take_until(text, '\n');
        std::size_t at = from;
        if (!first) pad(out, words.empty() ? 0 : from);
        first = false;
        while (!words.empty()) {
            const std::string_view word = ascii::take_until(words, ' ');
            const std::size_t width = width_of(word);
            if (at != from && at + 1 + width > columns) {
                out.append('\n');
                pad(out, from);
                at = from;
            } else if (at != from) {
                out.append(' ');
                ++at;
            }
            out.append(word);
            at += width;
        }
        out.append('\n');
    }
}

// Counts characters, taken for a column each: bytes of UTF-8 that begin one (RFC 3629, 3).
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

std::string signature_of(const table& methods, const row& of) {
    bytes signature;
    rpc::append_signature(signature, methods, of);
    return std::string(signature.view());
}

}  // namespace

}  // namespace callbox::cli
