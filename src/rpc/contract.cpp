// Reads the text of an OpenRPC document into terms that can be compared.
#include "contract.hpp"

#include "contract_schema.hpp"
#include "examine.hpp"

namespace callbox::rpc::contract {

namespace {

struct reader {
    terms& into;
    examiner by = {};
    schema_reader schemas{into.schemas, by};

    // openrpc, info and methods are required                       OpenRPC 1.2.6, OpenRPC Object
    // Reads a document without info all the same.
    void read_document(value root) {
        if (!root.is(kind::object))
            return by.complain("it is of type " + std::string(name_of(root.type())));
        if (by.text(root, "openrpc").empty()) by.complain("it has no \"openrpc\", a version");
        if (!root.find("methods")) by.complain("it has no \"methods\"");
        if (const auto info = by.find(root, "info", kind::object)) {
            into.title = by.text(*info, "title");
            into.version = by.text(*info, "version");
            into.description = by.text(*info, "description");
        }
        if (const auto components = by.find(root, "components", kind::object))
            if (const auto named = by.find(*components, "schemas", kind::object))
                schemas.read_components(*named);
        for (const value each : by.list(root, "methods", kind::object))
            into.methods.push_back(read_method(each));
        by.place = "methods: ";
        by.differ(names_of(into.methods));
    }

    method read_method(value of) {
        by.place = "methods: ";
        method made{.name = by.name(of)};
        const std::string place = "method " + in_quotes(made.name) + ": ";
        by.place = place;
        made.deprecated = by.flag(of, "deprecated");
        made.docs.append(by.text(of, "summary")).append(1, '\0').append(by.text(of, "description"));
        if (const auto examples = of.find("examples")) made.examples = canonical(*examples);
        read_errors(made, of);
        read_params(made, of);
        by.place = place + "result: ";
        made.returns = schemas.any();
        made.docs.append(1, '\0');
        if (const auto result = by.find(of, "result", kind::object)) {
            made.docs.append(by.text(*result, "description"));
            read_schema(made.returns, *result);
        }
        return made;
    }

    // "by-name" covers the whole method, so callbox marks the parameters that it means; without a
    // mark it means all.
    void read_params(method& of, value object) {
        const std::string place = by.place;
        const std::string_view structure = by.text(object, "paramStructure");
        bool marked = false;
        const auto all = by.list(object, "params", kind::object);
        by.place = place + "params: ";
        for (const value each : all) {
            parameter made{{.name = by.name(each), .required = by.flag(each, "required")}};
            by.place = place + "parameter " + in_quotes(made.name) + ": ";
            made.by_position = !by.flag(each, "x-by-name-only");
            made.doc = by.text(each, "description");
            read_schema(made.is, each);
            marked |= !made.by_position;
            of.params.push_back(made);
            by.place = place + "params: ";
        }
        by.differ(names_of(of.params));
        of.by_name = structure != "by-position";
        if (structure == "by-name" && !marked)
            for (parameter& p : of.params) p.by_position = false;
    }

    void read_schema(const schema*& made, value object) {
        const auto found = object.find("schema");
        if (!found) by.complain("it has no \"schema\"");
        made = found ? schemas.read(*found) : schemas.any();
    }

    void read_errors(method& of, value object) {
        for (const value each : by.list(object, "errors", kind::object)) {
            const auto code = by.find(each, "code", kind::integer);
            if (!code) return by.complain("an error has no \"code\"");
            of.errors.push_back({code->token(), by.text(each, "message")});
        }
    }
};

}  // namespace

std::string read(std::span<char> text, terms& into) {
    into.notes = document(json_depth_limit, text.size());
    if (!into.notes.parse(text)) {
        const syntax_fault& why = into.notes.fault();
        return "not JSON: line " + std::to_string(why.line) + ", column " +
               std::to_string(why.column) + ": " + why.message;
    }
    reader r{into};
    r.read_document(into.notes.root());
    return r.by.problem().empty() ? "" : "not an OpenRPC document: " + r.by.problem();
}

}  // namespace callbox::rpc::contract
