// Takes any bytes. document::parse() agrees with the model: whether they are JSON within the
// limits, where they stop being JSON, and their value.
#include <callbox/json.hpp>

#include "input.hpp"
#include "json_model.hpp"

#include <string>
#include <string_view>

namespace {

using callbox::document;
using callbox::kind;
using callbox::value;
using fuzz::exact;
using fuzz::expect;

void write(callbox::writer& to, value at) {
    switch (at.type()) {
    case kind::null: return to.null();
    case kind::boolean: return to.boolean(at.truth());
    case kind::integer:
    case kind::number: return to.json(at.token());
    case kind::string: return to.string(at.text());
    case kind::array:
        to.begin_array();
        for (const value each : at.items()) write(to, each);
        return to.end_array();
    case kind::object:
        to.begin_object();
        for (const auto each : at.members()) {
            to.key(each.name.text());
            write(to, each.value);
        }
        return to.end_object();
    }
}

void check_owned(std::string_view text) {
    fuzz::json_tree tree;
    const bool right = fuzz::json_reader(text).read(tree);
    const auto owned = callbox::json::parse(std::string(text));
    expect(owned.has_value() == right, "callbox::json accepts JSON only");
    if (!right) return;
    expect(owned->text() == tree.token, "callbox::json keeps the token", owned->text());
    expect(static_cast<int>(owned->kind()) == static_cast<int>(tree.kind), "and has its kind");
}

std::string written(value root) {
    callbox::bytes out;
    callbox::writer to(out);
    write(to, root);
    expect(to.misuse_at_end() == callbox::writer::misuse::none, "the writer is not misused");
    return std::string(out.view());
}

// Compares tokens before text: reading a string replaces its token with its text.
void check_value(value at, const fuzz::json_tree& wanted) {
    expect(static_cast<int>(at.type()) == static_cast<int>(wanted.kind), "the kind is right",
           callbox::name_of(at.type()));
    expect(at.token() == wanted.token, "a token is unchanged", at.token(), wanted.token);
    std::size_t i = 0;
    if (at.is(kind::array))
        for (const value each : at.items()) check_value(each, wanted.children.at(i++));
    if (at.is(kind::object)) {
        for (const auto each : at.members()) {
            check_value(each.name, wanted.children.at(i++));
            check_value(each.value, wanted.children.at(i++));
        }
        for (i = 0; i < wanted.children.size(); i += 2) {
            const auto found = at.find(wanted.children[i].text);
            expect(found.has_value(), "a member is found by its name", wanted.children[i].token);
            expect(found->is(static_cast<kind>(wanted.find(wanted.children[i].text)->kind)),
                   "the first of several is found", wanted.children[i].token);
        }
        i = wanted.children.size();
    }
    expect(i == wanted.children.size(), "a value is complete");
    if (at.is(kind::boolean)) expect(at.truth() == (wanted.token == "true"), "the value is right");
}

// Counts the line and the column again.
void check_error(const callbox::syntax_error& error, std::string_view text, std::size_t offset) {
    const std::string got = std::to_string(error.offset) + ": " + error.message;
    expect(error.offset == offset, "the offset is that of the error", got,
           std::to_string(offset));
    const std::string_view before = text.substr(0, offset);
    std::size_t line = 1, column = 1;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i] == '\n') ++line;
        if ((static_cast<unsigned char>(before[i]) & 0xc0) != 0x80) ++column;
        if (before[i] == '\n') column = 1;
    }
    expect(error.line == line, "the line is right", std::to_string(error.line),
           std::to_string(line));
    expect(error.column == column, "the column is right", std::to_string(error.column),
           std::to_string(column));
    expect(*error.message != '\0', "an error has a message");
}

void check(std::string_view text, std::size_t depth_max, std::size_t nodes_max) {
    fuzz::json_tree tree;
    fuzz::json_reader model(text, depth_max, nodes_max);
    const bool right = model.read(tree);
    exact bytes(text, 1);
    document notes(depth_max, nodes_max);
    const bool accepted = notes.parse(bytes.span());
    expect(bytes.is_rest_untouched(), "the byte after the text is unchanged");
    expect(bytes.view() == text, "the text is unchanged until a string is read", bytes.view());
    expect(accepted == right, right ? "valid text is accepted" : "invalid text is refused",
           accepted ? "" : notes.error().message);
    if (!accepted) return check_error(notes.error(), text, model.offset());
    expect(notes.root().holds(notes.root().index()), "a value holds itself");
    check_value(notes.root(), tree);
    const std::string output = tree.written();
    expect(written(notes.root()) == output, "the output has the same value", output);
    exact again(output, 1);  // with the same notes
    expect(notes.parse(again.span()), "the output is accepted", output);
    expect(written(notes.root()) == output, "and has the same value again", output);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::whole(data, size);
    const callbox::limits usual;
    check(text, usual.json_depth_max, usual.json_nodes_max);
    check(text, 3, 10);
    check_owned(text);
    return 0;
}
