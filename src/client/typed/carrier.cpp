// Sends the requests of callbox::client and callbox::connection with client/dial, and converts
// errors to failures.
#include "carrier.hpp"

#include "base/ascii.hpp"
#include "rpc/respond.hpp"

#include <callbox/client.hpp>
#include <callbox/version.hpp>

#include <thread>

namespace callbox::detail {

namespace {

int code_of(net::trouble what) {
    switch (what) {
    case net::trouble::connect: return transport::cannot_connect;
    case net::trouble::time: return transport::timed_out;
    case net::trouble::lost: return transport::lost;
    default: return transport::bad_answer;
    }
}

int code_of_status(int status) {
    switch (status) {
    case 401: return transport::unauthorized;
    case 403: return transport::forbidden;
    case 413: return transport::too_large;
    case 503: return transport::unavailable;
    default: return transport::other_status;
    }
}

}  // namespace

carrier::parts::parts(std::string_view url_, client_options options_)
    : url(url_), options(std::move(options_)) {
    net::url to;
    error = net::parse_endpoint(url, to);
    is_websocket = to.websocket;
    // Accepts a superset of token68: RFC 9110, 11.2
    const auto is_visible = [](char c) { return c > ' ' && c < '\x7f'; };
    if (!std::ranges::all_of(options.token, is_visible))
        error = "a token must consist of visible ASCII characters";
    if (std::ranges::any_of(options.agent, ascii::is_control))
        error = "a User-Agent must not contain control characters";
    server.emplace(std::move(to), 0, options.token,
                   options.agent.empty() ? "callbox/" + std::string(version) : options.agent);
}

callbox::failure carrier::parts::failed(int code, std::string_view why) const {
    return {code, std::string(url).append(": ").append(why), {}, true};
}

callbox::failure carrier::parts::failed_to_send(std::string_view why) const {
    return failed(code_of(server->last()), why);
}

// A response to a request has its id, or is an array for a batch. A server that cannot read a
// request responds with an error with id null. A request may be nested too deeply to be parsed.
std::string carrier::parts::exchange(std::string_view text) {
    const std::optional<json> request = json::parse(std::string(text));
    const bool is_batch = request && request->kind() == kind::array;
    const auto is_response = [&](std::string_view got) {
        const std::optional<json> message = json::parse(std::string(got));
        if (!message) return false;
        const bool is_list = message->kind() == kind::array;
        const json_view first = is_list ? (*message)[0] : json_view(*message);
        const json_view id = first["id"];
        if (!id || first["method"]) return false;
        if (!request) return true;
        if (is_list) return is_batch;
        if (id.kind() == kind::null) return static_cast<bool>(first["error"]);
        return id == (*request)["id"];
    };
    const bool has_response = !request || is_batch || request->find("id");
    return server->exchange(text, has_response, is_response, *response);
}

// Some servers answer failed calls with a status other than 200. A body with an id is a
// response to the call, unless a handshake was refused.
carried carrier::parts::judge() {
    pause.reset();
    const std::span<char> body = response->body();
    if (response->status() / 100 == 2) return std::string_view(body.data(), body.size());
    callbox::failure why =
        failed(code_of_status(response->status()), net::status_text(*response));
    std::string data = "{\"status\":" + std::to_string(response->status());
    const auto seconds = response->retry_after_s(wall_clock_s());
    if (seconds) data += ",\"retry_after\":" + std::to_string(*seconds);
    why.data = json::parse(data + '}');
    std::string copy(body.begin(), body.end());
    document read(json_depth_limit, SIZE_MAX);
    if (!read.parse(copy)) return why;
    const std::optional<value> id = read.root().find("id");
    if (!is_websocket && (read.root().is(kind::array) || (id && !id->is(kind::null))))
        return std::string_view(body.data(), body.size());
    if (seconds && response->status() == 503 && rpc::is_refusal(read.root()))
        pause = time_ms{*seconds} * 1000;
    const std::optional<value> refusal = read.root().find("error");
    if (!refusal) return why;
    const std::optional<value> said = refusal->find("message");
    if (said && said->is(kind::string)) why.message.append(": ").append(said->text());
    return why;
}

carried carrier::parts::send(std::string_view request, const call_options& own, bool subscribes) {
    if (!error.empty()) return failed(transport::misused, error);
    const time_ms deadline = now_ms() + own.timeout_ms.value_or(options.timeout_ms);
    server->set_deadline(deadline);
    for (std::uint32_t left = own.retries.value_or(options.retries);; --left) {
        response.emplace(options.response_bytes_max);
        if (subscribes) response->allow_stream();
        const std::string why = is_websocket && !subscribes
                                    ? exchange(request)
                                    : server->ask("POST", request, *response);
        if (!why.empty()) return failed_to_send(why);
        if (response->is_stream()) return std::string_view();
        carried judged = judge();
        if (!pause || left == 0 || now_ms() + *pause >= deadline) return judged;
        std::this_thread::sleep_for(std::chrono::milliseconds(*pause));
    }
}

carrier::carrier(std::string_view url, client_options options)
    : parts_(new parts(url, std::move(options))) {}

carrier::~carrier() = default;

void carrier::set_timeout(std::uint32_t timeout_ms) { parts_->options.timeout_ms = timeout_ms; }

carried carrier::carry(std::string_view request, bool afresh, const call_options& own) {
    if (afresh) parts_->server->drop();
    return parts_->send(request, own, false);
}

}  // namespace callbox::detail
