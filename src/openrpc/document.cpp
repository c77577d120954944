// Makes the document from the table of methods, for rpc.discover, M/openrpc.json and
// `callbox openrpc`. Works around limitations of OpenRPC tools: no null, no "x-" in errors, no
// formats, no rpc.* methods, a result everywhere, a version that all of them support.
#include "document.hpp"

#include "base/sha256.hpp"
#include "rpc/members.hpp"
#include "rpc/sample.hpp"
#include "schema.hpp"

namespace callbox::openrpc {

namespace {

void write_param(writer& to, const param& p, const components& types) {
    to.begin_object();
    rpc::write_member(to, "name", p.name);
    if (!p.doc.empty()) rpc::write_member(to, "description", p.doc);
    if (p.required) rpc::write_member(to, "required", true);
    if (p.by_name_only) rpc::write_member(to, "x-by-name-only", true);
    to.key("schema");
    types.write_param(to, p);
    to.end_object();
}

// Required parameters come first, as OpenRPC demands. This reorders only keyword-only parameters.
void write_params(writer& to, std::span<const param> params, const components& types) {
    rpc::begin_array(to, "params");
    for (const bool required : {true, false})
        for (const param& p : params)
            if (p.required == required) write_param(to, p, types);
    to.end_array();
}

void write_returns(writer& to, const row& r, const components& types) {
    rpc::begin_object(to, "result");
    rpc::write_member(to, "name", "result");
    if (!r.returns_doc.empty()) rpc::write_member(to, "description", r.returns_doc);
    to.key("schema");
    types.write_result(to, *r.returns);
    to.end_object();
}

void write_errors(writer& to, std::span<const declared_error> errors) {
    if (errors.empty()) return;
    rpc::begin_array(to, "errors");
    for (const declared_error& e : errors) {
        to.begin_object();
        rpc::write_member(to, "code", e.code);
        rpc::write_member(to, "message", e.message);
        to.end_object();
    }
    to.end_array();
}

void write_example(writer& to, const table& methods, const row& r, const example_call& e,
                   std::size_t number) {
    to.begin_object();
    rpc::write_member(to, "name", "example " + std::to_string(number));
    rpc::begin_array(to, "params");
    auto rest = e.params().subspan(1);
    for (const param& p : methods.params_of(r)) {
        if (rest.front().kind == token_kind::close) break;
        to.begin_object();
        rpc::write_member(to, "name", p.name);
        to.key("value");
        rpc::write_sample(to, rest, *p.type);
        to.end_object();
    }
    to.end_array();
    rpc::begin_object(to, "result");
    rpc::write_member(to, "name", "result");
    to.key("value");
    rpc::write_result(to, e, *r.returns);
    to.end_object();
    to.end_object();
}

// The tag is the part of the name before the first dot.
void write_tags(writer& to, std::string_view name) {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos || dot == 0) return;
    rpc::begin_array(to, "tags");
    to.begin_object();
    rpc::write_member(to, "name", name.substr(0, dot));
    to.end_object();
    to.end_array();
}

// The row's attributes for clients of the Model Context Protocol.
void write_tool(writer& to, const tool_row& t) {
    if (t.hidden) return rpc::write_member(to, "hidden", true);
    if (!t.name.empty()) rpc::write_member(to, "name", t.name);
    if (!t.title.empty()) rpc::write_member(to, "title", t.title);
    write_annotations(to, t);
}

// Tools that do not know it see a method that returns the id of a subscription.
void write_event(writer& to, const event_row& e, const components& types) {
    constexpr std::string_view when_full[] = {"end", "drop_oldest", "latest"};
    rpc::begin_object(to, "x-event");
    to.key("payload");
    types.write_result(to, *e.payload);
    if (e.keeps != 0) rpc::write_member(to, "keeps", e.keeps);
    rpc::write_member(to, "when_full", when_full[static_cast<std::size_t>(e.when_full)]);
    to.end_object();
}

void write_method(writer& to, const table& methods, const row& r, const components& types) {
    to.begin_object();
    rpc::write_member(to, "name", r.name);
    if (!r.summary.empty()) rpc::write_member(to, "summary", r.summary);
    if (!r.details.empty()) rpc::write_member(to, "description", r.details);
    write_tags(to, r.name);
    const bool by_name = r.by_position_count < r.params.count;
    rpc::write_member(to, "paramStructure", by_name ? "by-name" : "either");
    write_params(to, methods.params_of(r), types);
    write_returns(to, r, types);
    write_errors(to, methods.errors_of(r));
    if (r.deprecated) rpc::write_member(to, "deprecated", true);
    if (r.blocking || r.answers_later) rpc::write_member(to, "x-blocking", true);
    if (r.timeout_ms != 0) rpc::write_member(to, "x-timeout-ms", r.timeout_ms);
    if (scope_list rest = r.scopes; !rest.text.empty()) {
        rpc::begin_array(to, "x-scopes");
        while (!rest.text.empty()) to.string(rest.take());
        to.end_array();
    }
    if (r.is_event()) {
        write_event(to, r.event, types);
    } else if (r.tool != tool_row()) {
        rpc::begin_object(to, "x-tool");
        write_tool(to, r.tool);
        to.end_object();
    }
    if (r.examples.count != 0) {
        rpc::begin_array(to, "examples");
        std::size_t number = 0;
        for (const example_call& e : methods.examples_of(r))
            write_example(to, methods, r, e, ++number);
        to.end_array();
    }
    to.end_object();
}

description describe(const table& methods, const api_info& info, const rpc::view* sees,
                     std::string contract) {
    const components types(methods, sees);
    bytes out;
    writer to(out);
    to.begin_object();
    rpc::write_member(to, "openrpc", "1.2.6");
    rpc::begin_object(to, "info");
    rpc::write_member(to, "title", info.title.empty() ? "callbox" : info.title);
    rpc::write_member(to, "version", info.version);
    if (!info.description.empty()) rpc::write_member(to, "description", info.description);
    if (!contract.empty()) rpc::write_member(to, "x-contract", contract);
    to.end_object();
    const std::size_t servers_at = out.size();
    rpc::begin_array(to, "methods");
    for (const row& r : methods.rows)
        if (rpc::is_listed(r, sees)) write_method(to, methods, r, types);
    to.end_array();
    rpc::begin_object(to, "components");
    to.key("schemas");
    types.write(to);
    to.end_object();
    to.end_object();
    return {std::string(rpc::whole(out)), std::move(contract), servers_at};
}

}  // namespace

void write_annotations(writer& to, const tool_row& t) {
    if (!t.reads_only && !t.adds_only && !t.idempotent && !t.self_contained) return;
    rpc::begin_object(to, "annotations");
    if (t.reads_only) rpc::write_member(to, "readOnlyHint", true);
    if (t.adds_only) rpc::write_member(to, "destructiveHint", false);
    if (t.idempotent) rpc::write_member(to, "idempotentHint", true);
    if (t.self_contained) rpc::write_member(to, "openWorldHint", false);
    to.end_object();
}

description describe(const table& methods, const api_info& info, const rpc::view* sees) {
    const auto hash = sha256(describe(methods, info, sees, "").document);
    return describe(methods, info, sees, hex(std::span(hash).first(16)));
}

// Tools accept no relative URL, and the specification requires a name.
void append_document(bytes& out, const description& d, std::string_view url) {
    const std::string_view text = d.document;
    out.append(text.substr(0, d.servers_at));
    if (!url.empty()) {
        out.append(R"(,"servers":[{"name":"default","url":)");
        writer(out).string(url);
        out.append("}]");
    }
    out.append(text.substr(d.servers_at));
}

const description& documents::of(const rpc::view* sees) {
    const auto at = made_.find(sees);
    if (at != made_.end()) return at->second;
    const api_info& info = info_ == nullptr ? api_info{} : *info_;
    return made_.emplace(sees, describe(methods_, info, sees)).first->second;
}

}  // namespace callbox::openrpc
