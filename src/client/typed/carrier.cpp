// Sends the requests of callbox::client and callbox::connection with client/dial, and converts
// errors to failures. Reads the events of subscriptions, and subscribes again if one is lost.
#include <callbox/client.hpp>
#include <callbox/version.hpp>

#include "client/dial.hpp"
#include "client/event_reader.hpp"
#include "rpc/members.hpp"
#include "rpc/respond.hpp"

#include <poll.h>
#include <sys/eventfd.h>

#include <thread>

namespace callbox::detail {

namespace {

constexpr const char* late = "no event in time";
constexpr const char* too_long = "an event exceeds the size limit";
constexpr time_ms retry_ms_default = 1'000, retry_ms_min = 10, retry_ms_max = 30'000;

// Of failures of a request, in the order of net::trouble.
constexpr int codes[] = {0, transport::cannot_connect, transport::timed_out, transport::lost,
                         transport::bad_answer};

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

// The parts of a carrier, which subscriptions have too.
struct carrier::parts {
    parts(std::string_view url_, client_options options_)
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

    // A local failure; its message begins with the URL.
    callbox::failure failed(int code, std::string_view why) const {
        return {code, std::string(url).append(": ").append(why), {}, true};
    }

    callbox::failure failed_to_send(std::string_view why) const {
        return failed(codes[static_cast<std::size_t>(server->last())], why);
    }

    // A response to a request has its id, or is an array for a batch. A server that cannot read a
    // request responds with an error with id null. A request may be nested too deeply to be parsed.
    std::string exchange(std::string_view text, const call_options& own) {
        const std::optional<json> request = json::parse(std::string(text));
        const bool is_batch = request && request->kind() == kind::array;
        const auto is_response = [&](std::string_view got) {
            const std::optional<json> message = json::parse(std::string(got));
            if (!message) return false;
            const bool is_list = message->kind() == kind::array;
            const json_view first = is_list ? (*message)[0] : json_view(*message);
            const json_view id = first["id"];
            if (!id || first["method"]) return report(own, first), false;
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
    carried judge() {
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
        if (const auto said = rpc::find(*refusal, "message", kind::string))
            why.message.append(": ").append(said->text());
        return why;
    }

    // Returns whether the message is the progress of a call.
    static bool report(const call_options& own, const json_view& message) {
        if (message["method"].as<std::string>() != "rpc.progress") return false;
        const json_view now = message["params"];
        const std::string text = now["message"].as<std::string>().value_or("");
        if (own.on_progress)
            own.on_progress({now["progress"].as<double>().value_or(0),
                             now["total"].as<double>(), text});
        return true;
    }

    // Reads to the end of the next event that has arrived. Returns false if there is none.
    bool read_event() {
        std::string_view text(response->body().data(), response->body().size());
        const bool is_complete = events->next(text);
        response->consume(response->body().size() - text.size());
        return is_complete;
    }

    // Waits until the deadline of the server for more of a stream.
    void read_stream() {
        std::string why;
        if (!response->is_complete()) why = server->receive(*response);
        if (!why.empty()) broken = failed_to_send(why);
        else if (response->is_complete())
            broken = failed(transport::lost, "the server ended the stream");
    }

    // Of a stream: the response, after the progress of the call.
    carried read_response(const call_options& own, bool subscribes) {
        events.emplace(options.response_bytes_max);
        for (;;) {
            while (!read_event()) {
                if (events->is_too_long()) return failed(transport::bad_answer, too_long);
                if (broken) return *broken;
                read_stream();
            }
            if (!subscribes && events->retry_ms())  // of an event, which is not called
                return callbox::failure{rpc::stream_required, "Stream required"};
            const auto message = json::parse(std::string(events->data()));
            if (!message || !report(own, *message)) return events->data();
        }
    }

    // Sends a request, again if it is refused. If it subscribes, by POST, the response may be the
    // first event of a stream, which goes on.
    carried send(std::string_view request, const call_options& own, bool subscribes) try {
        if (!error.empty()) return failed(transport::misused, error);
        const time_ms deadline = now_ms() + own.timeout_ms.value_or(options.timeout_ms);
        server->set_deadline(deadline);
        for (std::uint32_t left = own.retries.value_or(options.retries);; --left) {
            response.emplace(options.response_bytes_max);
            if (subscribes || own.on_progress) response->allow_stream();
            const std::string why =
                is_websocket && !subscribes
                    ? exchange(request, own)
                    : server->ask("POST", request, *response,
                                  subscribes        ? "text/event-stream, application/json"
                                  : own.on_progress ? "text/event-stream, */*;q=0.1"
                                                    : "application/json");
            broken = why.empty() ? std::nullopt : std::optional(failed_to_send(why));
            if (response->is_stream()) {
                carried got = read_response(own, subscribes);
                if (!subscribes) server->drop();
                return got;
            }
            if (broken) return *broken;
            carried judged = judge();
            if (!pause || left == 0 || now_ms() + *pause >= deadline) return judged;
            std::this_thread::sleep_for(std::chrono::milliseconds(*pause));
        }
    } catch (...) {  // of on_progress, perhaps
        server->drop();
        throw;
    }

    std::string url;
    client_options options;
    std::string error = {};
    bool is_websocket = false;
    // The time after which to repeat the request, if callbox refused it before calling a method:
    // 503 with Retry-After and an error without an id.
    std::optional<time_ms> pause = {};
    std::optional<net::client> server = {};
    std::optional<net::response_parser> response = {};
    std::optional<net::event_reader> events = {};  // if that is a stream
    std::optional<failure> broken = {};  // the connection, after the events that were received
};

struct carrier::source final : event_source {
    enum class place : std::uint8_t { begin, open, lost, ended };

    source(const std::string& url, const client_options& options, const call_options& own_,
           const batch_item& call)
        : link(url, options), own(own_), method(call.method) {
        link.is_websocket = false;
        link.server->set_stop(wake.get());
        const auto whole = json::parse(call.text);
        if (whole) {
            params = whole->find("params").as<json>().value_or(json::object({}));
            since = params["since"].as<std::int64_t>();
            subscribe();
        } else {
            end({not_understood, method + ": JSON cannot represent an argument", {}, true});
        }
    }

    // The call. If `since` has changed, it replaces that in the params.
    std::string_view request() {
        if (since != params["since"].as<std::int64_t>()) {
            bytes changed;
            writer to(changed);
            to.begin_object();
            for (const auto& [name, value] : params.members())
                if (name != "since") rpc::write_json(to, name, value.text());
            if (since) rpc::write_member(to, "since", *since);
            to.end_object();
            params = *json::parse(std::string(rpc::whole(changed)));
        }
        return messages.write(method, params, false);
    }

    std::optional<value> next(std::optional<std::uint32_t> timeout_ms) override {
        const time_ms until = timeout_ms ? now_ms() + *timeout_ms : never;
        for (;;) {
            if (stopped && at != place::ended) end(link.failed(transport::stopped, "stopped"));
            if (at == place::ended) return fail(*reason);
            if (at == place::lost) {
                if (now_ms() >= retry_at) subscribe();
                else if (now_ms() >= until) return fail(link.failed(transport::timed_out, late));
                else (void)link.server->wait(POLLIN, std::min(until, retry_at));
                continue;
            }
            if (std::exchange(has_gap, false) && on_gap) on_gap(missed);
            if (read_message()) {
                const event_message got = messages.read_event(link.events->data());
                if (!got.is_event) continue;
                if (got.seq) seq = got.seq;
                if (got.seq && params.kind() == kind::object) since = seq;
                if (got.missed != 0 && on_gap) on_gap(got.missed);
                if (got.payload || messages.error().is_local) return got.payload;
                end(messages.error());
            } else if (!receive(until)) {
                return fail(link.failed(transport::timed_out, late));
            }
        }
    }

    bool has_ended() const override { return at == place::ended; }

    void stop() noexcept override {
        stopped = true;
        notify(wake.get());
    }

    bool read_message() {
        const bool is_complete = link.read_event();
        if (const auto time = link.events->retry_ms())
            retry_ms = std::max<time_ms>(*time, retry_ms_min);
        if (link.events->is_too_long()) end(link.failed(transport::bad_answer, too_long));
        return is_complete;
    }

    // False: nothing has arrived in time.
    bool receive(time_ms until) {
        if (at == place::ended) return true;
        if (link.broken) return lose(*std::exchange(link.broken, std::nullopt)), true;
        net::client& server = *link.server;
        const time_ms silent_at = heard_at + link.options.silence_ms;
        if (link.response->is_complete() || server.wait(POLLIN, std::min(until, silent_at)) ||
            server.wait(POLLIN, 0)) {
            heard_at = now_ms();
            server.set_deadline(heard_at + link.options.timeout_ms);
            return link.read_stream(), true;
        }
        if (stopped || now_ms() < silent_at) return stopped;
        return lose(link.failed(transport::timed_out, "the stream is silent")), true;
    }

    void subscribe() {
        link.server->drop();
        if (at != place::begin) own.retries = 0;
        const carried sent = link.send(request(), own, true);
        if (!link.response || !link.response->is_stream())
            return sent ? answer(*sent) : refuse(sent.error());
        if (sent) answer(*sent);
        else if (link.events->is_too_long()) end(sent.error());
        else lose(sent.error());
    }

    void answer(std::string_view response) {
        const std::optional<value> id = messages.read(response);
        if (id && link.response->is_stream() && id->is(kind::string)) return begin();
        if (id) return end({not_understood, method + ": not an event", {}, true});
        const failure why = messages.error();
        if (why.code != rpc::cannot_resume || why.is_local || !since) return end(why);
        if (why.data) missed = (*why.data)["missed"].as<std::uint64_t>();
        has_gap = true;
        since.reset();
        subscribe();
    }

    void begin() {
        has_gap |= at == place::lost && !since;
        at = place::open;
        attempts = 0;
        heard_at = now_ms();
    }

    // A later request may succeed unless the server has answered this one.
    void refuse(const failure& why) {
        const auto status = why.data ? (*why.data)["status"].as<int>() : std::nullopt;
        const bool is_of_proxy = status >= 502 && status <= 504;
        why.code >= transport::bad_answer || is_of_proxy ? lose(why) : end(why);
    }

    void lose(const failure& why) {
        if (at == place::begin) return end(why);
        link.server->drop();
        missed.reset();
        at = place::lost;
        time_ms base = std::min(retry_ms << std::min(attempts++, 12u),
                                std::max(retry_ms, retry_ms_max));
        if (why.data)
            base = std::max(base, 1'000 * (*why.data)["retry_after"].as<time_ms>().value_or(0));
        retry_at = now_ms() + base + base * random_bytes<1>()[0] / 256;  // once to twice the time
        if (!stopped && on_lost) on_lost(why);
    }

    void end(failure why) {
        link.server->drop();
        at = place::ended;
        reason = std::move(why);
    }

    std::optional<value> fail(const failure& why) { return messages.read(why); }

    fd wake{::eventfd(0, EFD_CLOEXEC)};  // readable once it was stopped
    carrier::parts link;
    call_options own;
    std::string method;
    json params;
    std::optional<std::int64_t> since;  // the next subscription begins after it
    place at = place::begin;
    std::optional<failure> reason;  // why it ended
    bool has_gap = false;           // to be reported, with `missed`
    std::optional<std::uint64_t> missed;
    time_ms heard_at = 0;
    time_ms retry_ms = retry_ms_default;
    time_ms retry_at = 0;
    unsigned attempts = 0;  // since the subscription was lost
    std::atomic<bool> stopped = false;
};

carrier::carrier(std::string_view url, client_options options)
    : parts_(new parts(url, std::move(options))) {}

carrier::~carrier() = default;

void carrier::set_timeout(std::uint32_t timeout_ms) { parts_->options.timeout_ms = timeout_ms; }

carried carrier::carry(std::string_view request, bool afresh, const call_options& own) {
    if (afresh) parts_->server->drop();
    return parts_->send(request, own, false);
}

std::unique_ptr<event_source> carrier::subscribe(const call_options& own,
                                                 const batch_item& call) const {
    return std::make_unique<source>(parts_->url, parts_->options, own, call);
}

}  // namespace callbox::detail
