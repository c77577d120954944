// Answers GET, HEAD and OPTIONS: the explorer, the document, a client, health, metrics. What they
// show depends on the tokens.
#include "site.hpp"

#include "base/sha256.hpp"
#include "rpc/members.hpp"

#include <callbox/clients.hpp>

namespace callbox::site {

using http::field;

namespace {

constexpr std::string_view text_type = "text/plain; charset=utf-8";

// If-None-Match = "*" / #entity-tag                                RFC 9110, 13.1.2
// Whether the list contains `tag`, which is in quotes. A weak tag matches too. Splits tags that
// contain a comma. This is harmless: callbox creates none.
bool etag_matches(std::string_view if_none_match, std::string_view tag) {
    if (if_none_match == "*") return true;
    while (!if_none_match.empty()) {
        std::string_view each = ascii::trimmed(ascii::take_until(if_none_match, ','));
        if (each.starts_with("W/")) each.remove_prefix(2);
        if (each == tag) return true;
    }
    return false;
}

}  // namespace

std::vector<rpc::view> site::views_of(const tokens& holders) const {
    std::vector<rpc::view> views;
    for (const tokens::holder& h : holders.all()) views.emplace_back(methods_, h.scopes);
    return views;
}

// Also drops the documents, clients and permissions of the former holders.
void site::admit(tokens&& holders, std::vector<rpc::view>&& views) noexcept {
    permissions_ = {};
    if (tools_) tools_->clear();
    documents_.clear();
    clients_made_.clear();
    tokens_ = std::move(holders);
    views_ = std::move(views);
}

// Any site may link to the page; its fields prevent other sites from framing or scripting it.
void site::answer_page(const exchange& x) {
    if (etag_matches((*x.in->request)[field::if_none_match], page_->tag))
        return finish(x, 304, {}, page_->fields);
    x.out->append(page_->html);
    finish(x, 200, "text/html; charset=utf-8", page_->fields);
}

// The document has the endpoint's URL as seen by the client, if the request has a host. The tag is
// the contract; if the document depends on the URL, also 16 characters of its hash.
void site::answer_document(const exchange& x) {
    const openrpc::description& seen = documents_.of(x.may.sees);
    const http::request& r = *x.in->request;
    std::string url = public_url_;
    if (url.empty() && !r.authority().empty())
        url.append("http://").append(r.authority()).append(mount_);
    const auto hash = sha256(url);
    const std::string suffix = '-' + base64(std::span<const std::uint8_t>(hash).first(12));
    const std::string tag = '"' + seen.contract + (url.empty() ? "" : suffix) + '"';
    fields_.clear();
    put_field(fields_, "ETag", tag);
    fields_.append("Cache-Control: no-cache\r\n");
    if (etag_matches(r[field::if_none_match], tag))
        return finish(x, 304, {}, fields_.view());
    openrpc::append_document(*x.out, seen, url);
    finish(x, 200, "application/json", fields_.view());
}

void site::answer_client(const exchange& x) {
    const std::string_view path = x.in->request->path();
    const std::string_view file = path.substr(path.rfind('/') + 1);
    const std::pair which(x.may.sees, *client_language(path.substr(mount_.size())));
    auto made = clients_made_.find(which);
    if (made == clients_made_.end()) {
        bytes document, text;
        openrpc::append_document(document, documents_.of(x.may.sees), {});
        if (document.overflowed()) throw std::bad_alloc();
        clients_->write(which.second, {document.data(), document.size()}, text);
        made = clients_made_.emplace(which, rpc::whole(text)).first;
    }
    x.out->append(made->second);
    fields_.clear();
    put_field(fields_, "Content-Disposition",
              std::string("attachment; filename=\"").append(file) + '"');
    fields_.append("Cache-Control: no-cache\r\n");
    finish(x, 200, text_type, fields_.view());
}

void site::answer_health(const exchange& x) {
    const bool unready = x.in->draining && x.in->request->path() == "/readyz";
    x.out->append(unready ? "draining\n" : "ok\n");
    finish(x, unready ? 503 : 200, text_type,
           unready ? rejections::retry_after : std::string_view{});
}

void site::answer_metrics(const exchange& x) {
    metrics_->write_metrics(*x.out, documents_.of().contract);
    finish(x, 200, "text/plain; version=0.0.4; charset=utf-8", "Cache-Control: no-store\r\n");
}

// Reports the allowed methods and answers CORS preflights: Fetch, 3.3.
void site::answer_options(const exchange& x) {
    fields_.clear();
    fields_.append(rejections::allow_call);
    if (!access_.allowed_origin(*x.in->request).empty()) {
        fields_.append("Access-Control-Allow-Methods: POST, OPTIONS\r\n");
        const std::string_view asked = (*x.in->request)[field::access_control_request_headers];
        if (!asked.empty()) put_field(fields_, "Access-Control-Allow-Headers", asked);
        fields_.append("Access-Control-Max-Age: 3600\r\n");
    }
    finish(x, 204, {}, fields_.view());
}

}  // namespace callbox::site
