// Reads an OpenRPC document into the model of a client.
#include "base/ascii.hpp"
#include "generate.hpp"
#include "names.hpp"
#include "read/document_reader.hpp"
#include "schema_types.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace callbox::openrpc::generate {

namespace {

constexpr std::size_t path_parts_max = 16;

// "math.add" is {"math", "add"}. A name of dots alone is one part, and so is the rest of a name
// after path_parts_max - 1 parts.
std::vector<std::string> path_of(std::string_view name) {
    std::vector<std::string> path;
    for (std::string_view rest = name; !rest.empty();) {
        const bool is_last = path.size() + 1 == path_parts_max;
        const auto part = is_last ? std::exchange(rest, {}) : ascii::take_until(rest, '.');
        if (!part.empty()) path.emplace_back(part);
    }
    if (path.empty()) path.emplace_back(name);
    return path;
}

class reader {
public:
    reader(service& out, std::size_t document_bytes, document_reader& by)
        : out_(out), by_(by), types_(out, by, document_bytes) {}

    void read() {
        const info_object info = by_.info();
        out_.title = info.title;
        out_.version = info.version;
        out_.doc = info.description;
        out_.contract = info.contract;
        for (const method_object& each : by_.methods()) read_method(each);
        types_.finish();
        for (const std::string& each : by_.others())
            out_.note(shortened(each) + " is another document: its types are any JSON, its "
                                        "methods and errors are omitted");
    }

private:
    std::string docs_of(std::string_view summary, std::string_view description) {
        std::string all(summary);
        if (!all.empty() && !description.empty()) all.append("\n\n");
        return types_.spent(std::move(all.append(description)));
    }

    void read_method(const method_object& from) {
        types_.method = from.name;
        method made{.name = std::string(from.name), .path = path_of(from.name),
                    .doc = docs_of(from.summary, from.description),
                    .deprecated = from.deprecated, .blocking = from.blocking,
                    .by_position = from.by_position(), .by_name = from.by_name()};
        const place where = words_of(made.name);
        for (const content_descriptor& each : from.params) read_param(made, each, where);
        put_required_first(made);
        if (from.result) made.result = read_schema(*from.result, where, "result");
        if (from.payload) made.payload = types_.read(*from.payload, below(where, "event"));
        made.keeps = from.keeps;
        read_errors(made, from.errors);
        out_.methods.push_back(std::move(made));
    }

    const type* read_schema(const content_descriptor& of, const place& where,
                            std::string_view name) {
        return of.schema ? types_.read(*of.schema, below(where, name)) : types_.any();
    }

    void read_param(method& m, const content_descriptor& from, const place& where) {
        if (!types_.spend(from.name.size() + sizeof(member)))
            return by_.complain("\"$ref\" repeats too much text in the parameters");
        member made{.name = std::string(from.name), .required = from.required,
                    .doc = docs_of(from.summary, from.description),
                    .by_name_only = from.by_name_only, .deprecated = from.deprecated};
        made.schema = read_schema(from, where, from.name);
        if (from.schema) types_.read_default(made, *from.schema);
        m.params.push_back(std::move(made));
    }

    // No language allows an optional argument before a required one.
    void put_required_first(method& m) {
        const auto is_required = [](const member& p) { return p.required && !p.by_name_only; };
        const auto end = std::find_if(m.params.rbegin(), m.params.rend(), is_required).base();
        if (!m.by_position || std::all_of(m.params.begin(), end, is_required)) return;
        if (m.by_name) {
            m.by_position = false;
            return;
        }
        types_.note("optional parameter before a required one: both are required");
        std::for_each(m.params.begin(), end, [](member& p) { p.required = true; });
    }

    void read_errors(method& m, const std::vector<error_object>& all) {
        std::set<std::int64_t> codes;
        for (const error_object& each : all) {
            const auto code = each.code.as_int64();
            if (!code || !codes.insert(*code).second) continue;
            m.errors.push_back({.code = *code, .message = types_.spent(std::string(each.message))});
        }
    }

    service& out_;
    document_reader& by_;
    schema_types types_;
};

}  // namespace

std::string read(std::span<char> text, service& out) {
    document parsed;
    document_reader by;
    if (by.parse(text, parsed)) reader(out, text.size(), by).read();
    return by.problem();
}

}  // namespace callbox::openrpc::generate
