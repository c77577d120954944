// Parses the arguments of `client` and writes the client.
#include "clients.hpp"

#include "cli/value.hpp"
#include "generate/names.hpp"

namespace callbox::cli {

namespace {

using openrpc::generate::wide_integers;

bool read_wide(std::string_view word, wide_integers& out) {
    if (word == "bigint") out = wide_integers::as_bigint;
    else if (word == "number") out = wide_integers::as_number;
    else if (word == "string") out = wide_integers::as_string;
    else return false;
    return true;
}

}  // namespace

bool read_order(std::string_view language, const given_flags& given, client_order& out,
                std::string& error) {
    out.write = openrpc::generate::writer_of(language);
    if (out.write == nullptr) {
        error = "unknown language " + quoted(language) + "; expected ";
        error += client_languages;
        return false;
    }
    if (given.has(0) && !read_wide(given[0], out.choices.wide))
        return complain(client_flags[0], given[0], error);
    const std::string_view name = given[1];
    const bool is_name = openrpc::generate::is_identifier(name) && !name.starts_with('_');
    if (given.has(1) && !is_name) return complain(client_flags[1], name, error);
    out.choices.name = name;
    out.choices.is_async = given.has(2);
    if (given.has(2) && language != "python") {
        error = "--async is for python only";
        return false;
    }
    return true;
}

std::string write_client(const client_order& what, std::span<char> document, bytes& out,
                         output& notes) {
    openrpc::generate::service service;
    std::string problem = openrpc::generate::read(document, service);
    if (!problem.empty()) return problem;
    out.append(what.write(service, what.choices));
    for (const std::string& each : service.notes) notes.line({"note: ", each});
    return {};
}

}  // namespace callbox::cli
