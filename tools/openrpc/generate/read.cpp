// Reads an OpenRPC document into the model of a client.
#include "base/ascii.hpp"
#include "generate.hpp"
#include "names.hpp"
#include "openrpc/document_reader.hpp"
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
    reader(service& out, value root, std::size_t document_bytes, document_reader& by)
        : out_(out), root_(root), by_(by), types_(out, root, document_bytes) {}

    void read() {
        if (const auto info = by_.find(root_, "info", kind::object)) {
            out_.title = by_.text(*info, "title");
            out_.version = by_.text(*info, "version");
            out_.doc = by_.text(*info, "description");
            out_.contract = text_of(*info, "x-contract");
        }
        for (const value each : by_.list(root_, "methods", kind::object))
            if (const auto found = types_.follow(each))
                if (found->is(kind::object)) read_method(*found);
        by_.place = "methods: ";
        std::vector<std::string_view> names;
        for (const method& each : out_.methods) names.push_back(each.name);
        by_.differ(names);
        types_.finish();
    }

private:
    std::string docs_of(value v) {
        std::string all(text_of(v, "summary"));
        const std::string_view more = text_of(v, "description");
        if (!all.empty() && !more.empty()) all.append("\n\n");
        return types_.spent(std::move(all.append(more)));
    }

    void read_method(value v) {
        by_.place = "methods: ";
        method made{.name = std::string(by_.name(v))};
        types_.method = made.name;
        by_.place = "method " + in_quotes(made.name) + ": ";
        made.path = path_of(made.name);
        made.doc = docs_of(v);
        made.deprecated = by_.flag(v, "deprecated");
        const place where = words_of(made.name);
        read_params(made, v, where);
        if (const auto result = by_.find(v, "result", kind::object))
            if (const auto found = types_.follow(*result))
                made.result = read_schema(*found, where, "result");
        read_errors(made, v);
        out_.methods.push_back(std::move(made));
    }

    const type* read_schema(value descriptor, const place& where, std::string_view name) {
        const auto schema = descriptor.find("schema");
        return schema ? types_.read(*schema, below(where, name)) : types_.any();
    }

    // "by-name" applies to the whole method, so callbox marks the parameters that it is meant for.
    // Without a mark it applies to all of them.
    void read_params(method& m, value v, const place& where) {
        std::vector<std::string_view> names;
        bool marked = false;
        for (const value each : by_.list(v, "params", kind::object)) {
            const auto found = types_.follow(each);
            if (!found || !found->is(kind::object)) continue;
            const std::string_view name = by_.name(*found);
            names.push_back(name);
            if (!types_.spend(name.size() + sizeof(member)))
                return by_.complain("\"$ref\" repeats too much text in the parameters");
            member made{.name = std::string(name), .required = by_.flag(*found, "required"),
                        .doc = docs_of(*found),
                        .by_name_only = by_.flag(*found, "x-by-name-only"),
                        .deprecated = by_.flag(*found, "deprecated")};
            made.schema = read_schema(*found, where, name);
            if (const auto schema = found->find("schema")) types_.read_default(made, *schema);
            marked |= made.by_name_only;
            m.params.push_back(std::move(made));
        }
        by_.differ(names);
        const std::string_view structure = by_.text(v, "paramStructure");
        m.by_name = structure != "by-position";
        m.by_position = structure != "by-name" || marked;
        put_required_first(m);
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

    void read_errors(method& m, value v) {
        std::set<std::int64_t> codes;
        for (const value each : by_.list(v, "errors", kind::object)) {
            const auto found = types_.follow(each);
            if (!found || !found->is(kind::object)) continue;
            const auto code = by_.find(*found, "code", kind::integer);
            if (!code) return by_.complain("errors: missing \"code\"");
            const auto number = code->as_int64();
            if (!number || !codes.insert(*number).second) continue;
            m.errors.push_back({.code = *number,
                                .message = types_.spent(std::string(by_.text(*found, "message")))});
        }
    }

    service& out_;
    value root_;
    document_reader& by_;
    schema_types types_;
};

}  // namespace

std::string read(std::span<char> text, service& out) {
    document parsed;
    document_reader by;
    if (by.parse(text, parsed)) reader(out, parsed.root(), text.size(), by).read();
    return by.problem();
}

}  // namespace callbox::openrpc::generate
