// Input: a message from site/route or answer(). Parses it, binds each request to its method, calls
// the method and writes the responses directly to the bytes of the answer.
#include "dispatch.hpp"

#include "base/ticks.hpp"
#include "bind.hpp"
#include "explain.hpp"
#include "respond.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <string>

namespace callbox::rpc {

namespace {

constexpr std::size_t nodes_kept = 4096;  // memory beyond this is released after the message

std::string_view reason_of(writer::misuse m) {
    switch (m) {
        case writer::misuse::not_finite: return "returned a number that is not finite";
        case writer::misuse::not_utf8: return "returned a string that is not UTF-8";
        case writer::misuse::not_one: return "did not write exactly one value: see its codec";
        case writer::misuse::not_named: return "returned an enumerator without a name";
        case writer::misuse::not_expressible:
            return "returned a value that JSON cannot represent";
        default: return {};  // unreachable: there was a misuse
    }
}

// Ends the call that the logger has begun, if memory runs out during the call.
struct running_call {
    observe::logger* log = nullptr;
    ~running_call() {
        if (log != nullptr) log->leave();
    }
};

}  // namespace

std::vector<observe::counted_method> counted_methods(const table& methods) {
    std::vector<observe::counted_method> all;
    for (const row& r : methods.rows) {
        all.push_back({.name = r.name,
                       .blocking = r.blocking,
                       .codes = {code::invalid_params, code::internal_error,
                                 code::response_too_large, code::busy, code::timed_out}});
        for (const declared_error& e : methods.errors_of(r)) all.back().codes.push_back(e.code);
    }
    return all;
}

dispatcher::dispatcher(const table& methods, void* state, const limits& bounds,
                       observe::logger& log, executor* deferred, observe::call_counters* counts)
    : methods_(methods), state_(state), bounds_(bounds),
      results_max_(std::min(bounds.response_bytes_max, bytes::most / 2)), log_(&log),
      executor_(deferred), counts_(counts),
      logs_undeclared_(counts != nullptr),
      shapes_(bounds),
      document_(bounds.json_depth_max, bounds.json_nodes_max,
                counts == nullptr ? memory::budget::none : memory::budget::clients) {
    if (counts != nullptr && bounds.slow_ms != 0)
        slow_ticks_ = ticks_in_ms(bounds.slow_ms);
}

protocol_method::protocol_method(std::string_view name)
    : row_{.name = name, .run = dispatcher::call_protocol_method, .binds_itself = true} {}

// The state of a protocol method is the dispatcher.
outcome dispatcher::call_protocol_method(call& c) {
    c.unbound->bind(c);
    if (!c.bad->empty()) return outcome::refused;
    const dispatcher& own = *static_cast<const dispatcher*>(c.state);
    own.protocol_method_->write_result(own.sees_, *c.out);
    return outcome::answered;
}

// The only place that hides methods from a caller.
inline const row* dispatcher::find(std::string_view name) {
    if (const row* method = methods_.find(name)) {
        if (is_seen(*method, sees_)) [[likely]] return method;
        return nullptr;
    }
    for (protocol_method* each : protocol_methods()) {
        if (each->as_row().name != name || !each->is_visible(sees_)) continue;
        protocol_method_ = each;
        return &each->as_row();
    }
    return nullptr;
}

reply dispatcher::dispatch(std::span<char> message, bytes& out, const caller& from,
                           const view* sees) {
    from_ = &from;
    sees_ = sees;
    if (pending_ != nullptr) [[unlikely]] pending_.reset();  // memory ran out for the last message
    begin_ = out.size();
    results_end_ = begin_ + results_max_;
    suggestions_left_ = suggestions_max;
    if (counts_ != nullptr) began_ = ticks_now();
    reply done = is_known(message) ? answer_known(message, out) : answer(message, out);
    out.limit(bytes::most);
    document_.shrink(nodes_kept);
    if (pending_ != nullptr) [[unlikely]] {
        if (out.overflowed()) throw std::bad_alloc();
        pending_->keep(out.view().substr(begin_));
        out.truncate(begin_);
        done.waits = true;
    }
    return done;
}

reply dispatcher::answer(std::span<char> message, bytes& out) {
    if (!document_.parse(message)) {
        if (counts_ != nullptr) counts_->parse_errors.add();
        const int code = respond_parse_error(out, document_.error());
        log_refused(code, out.size() - begin_);
        return {.error_code = code};
    }
    const value root = document_.root();
    out.limit(results_end_);
    if (!root.is(kind::array)) return answer_one(root, out);
    const reply done = answer_batch(root, out);
    if (done.error_code) log_refused(*done.error_code, out.size() - begin_);
    return done;
}

// Whether the message can take the fast path. The call log needs the parsed message.
[[gnu::always_inline]] inline bool dispatcher::is_known(std::span<char> message) {
    if (!uses_shapes_ || is_logged() || !shapes_.read(message, document_)) return false;
    return sees_ == nullptr || std::ranges::all_of(shapes_.requests(), [&](const auto& r) {
        return sees_->has(*r.like->method);
    });
}

// A request with invalid arguments is not called: the message is parsed then, for error messages.
[[gnu::always_inline]] inline reply dispatcher::answer_known(std::span<char> message,
                                                             bytes& out) {
    out.limit(results_end_);
    const std::span<const shapes::request> all = shapes_.requests();
    const bool is_batch = message.front() == '[';
    given_nodes given;
    call c = prepare(given);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t before = out.size();
        if (is_batch) out.append_beyond(i == 0 ? '[' : ',');
        std::optional<int> code;
        const shapes::parts found = shapes::bind(all[i], document_, given);
        c.given = found.given;
        c.params = all[i].like->params;
        if (!call_known(*all[i].like->method, found.id, c, out, code)) [[unlikely]] {
            out.truncate(before);
            if (!is_batch) return answer(message, out);
            [[maybe_unused]] const bool is_json = document_.parse(message);
            assert(is_json);
            answer_members(document_.root(), i, out);
            break;
        }
        if (!is_batch) return {.error_code = code};
        if (out.overflowed()) throw std::bad_alloc();
    }
    out.append_beyond(']');
    return {};
}

// Writes the response. False if the arguments are invalid: the method is not called then.
[[gnu::always_inline]] inline bool dispatcher::call_known(const row& method, node* id, call& c,
                                                          bytes& out, std::optional<int>& code) {
    running_.id = id;
    const std::size_t before = out.size();
    const outcome what = run(method, c, out);
    if (what == outcome::refused) [[unlikely]] return false;
    code = close(method, value(document_, *id).token(), what, before, out);
    if (counts_ != nullptr) count(method, code);
    return true;
}

// Answers each member separately, in order (JSON-RPC 2.0, 6).
reply dispatcher::answer_batch(value batch, bytes& out) {
    std::size_t length = 0;
    for ([[maybe_unused]] const value member : batch.items()) ++length;
    if (length == 0) return {.error_code = refuse(out, "null", "a batch has a member")};
    if (length > bounds_.batch_length_max) {
        const unlimited here(out, results_end_);
        if (counts_ != nullptr) counts_->invalid_requests.add();
        return {.error_code = respond_batch_too_long(out, bounds_.batch_length_max)};
    }
    answer_members(batch, 0, out);
    if (out.size() == begin_) return {.silent = true};
    out.append_beyond(']');
    return {};
}

// Answers the members after the first `from`, whose responses are already written.
void dispatcher::answer_members(value batch, std::size_t from, bytes& out) {
    std::size_t index = 0;
    for (const value member : batch.items()) {
        if (index++ < from) continue;
        const std::size_t before = out.size();
        out.append_beyond(before == begin_ ? '[' : ',');
        const bool is_silent = answer_one(member, out).silent;
        if (out.overflowed()) throw std::bad_alloc();  // truncate() would hide it
        if (is_silent) out.truncate(before);
    }
}

reply dispatcher::answer_one(value message, bytes& out) {
    const request r(message);
    const std::size_t before = out.size();
    if (r.wrong() != nullptr) {
        const int code = refuse(out, r.id(), r.wrong());
        log_refused(code, out.size() - before);
        return {.error_code = code};
    }
    std::optional<observe::logged_call> logged;
    running_call running;
    if (is_logged()) [[unlikely]] {
        logged = begin(r);
        running.log = log_;
    }
    const std::optional<int> failed = call_method(r, out);
    if (std::exchange(running.log, nullptr) != nullptr) [[unlikely]]
        end(*logged, r, failed, out.size() - before);
    if (!r.is_notification()) return {.error_code = failed};
    if (failed) log_failed(r, *failed, out.view().substr(before));
    out.truncate(before);
    return {.silent = true};
}

// Writes the response, even for a notification. Returns the code of its error, if any.
[[gnu::always_inline]] inline std::optional<int> dispatcher::call_method(const request& r,
                                                                          bytes& out) {
    const row* method = find(r.method());
    if (method == nullptr) return miss(r, out);
    if (method->blocking && executor_ != nullptr) return hand_over(*method, r, out);
    const std::optional<int> code = call_here(*method, r, out);
    if (counts_ != nullptr) count(*method, code);
    return code;
}

// Each call of a batch ends when the next one begins: one clock reading per call is enough.
[[gnu::always_inline]] inline void dispatcher::count(const row& method, std::optional<int> code) {
    const std::uint64_t begin = std::exchange(began_, ticks_now());
    took_ = ticks_between(begin, began_);
    counts_->called(index_of(method), took_, code);
    if (took_ > slow_ticks_) [[unlikely]] log_slow(method);
}

[[gnu::always_inline]] inline std::optional<int> dispatcher::call_here(const row& method,
                                                                        const request& r,
                                                                        bytes& out) {
    const std::size_t before = out.size();
    running_.id = r.id_node();
    given_nodes given;
    call c = prepare(given);
    c.params = methods_.params_of(method).data();
    if (method.binds_itself) [[unlikely]] set_unbound(method, r, given, c);
    else rpc::bind(document_, r.params(), methods_, method, given, violations_);
    const outcome what = run(method, c, out);
    if (what == outcome::refused) {
        out.truncate(before);
        refuse_params(method, r, out);
    } else if (shapes_.is_learning() && what == outcome::answered && !method.binds_itself) {
        shapes_.learn(r.message(), method, methods_.params_of(method), given, r.id());
    }
    return close(method, r.id(), what, before, out);
}

// The params are not read before the thunk binds them.
void dispatcher::set_unbound(const row& method, const request& r, given_nodes& given, call& c) {
    if (method.run == call_protocol_method) c.state = this;
    unbound_ = {
        {.methods = &methods_, .method = &method, .params = r.params(), .bind = bind_unbound},
        &given};
    c.unbound = &unbound_;
}

void dispatcher::bind_unbound(call& c) {
    const bindable_call& own = *static_cast<const bindable_call*>(c.unbound);
    rpc::bind(*c.text, own.params, *own.methods, *own.method, *own.given, *c.bad);
}

// Completes the response to a call. Returns the code of its error, if any.
[[gnu::always_inline]] inline std::optional<int> dispatcher::close(const row& method,
                                                                    std::string_view id,
                                                                    outcome what,
                                                                    std::size_t before,
                                                                    bytes& out) {
    if (out.overflowed() || what == outcome::broken) {
        if (out.starved()) what = breaks("ran out of memory for its result");
        out.truncate(before);
        const unlimited here(out, results_end_);
        if (what == outcome::broken) return report(method, id, out);
        return respond_too_large(out, id);
    }
    close_response(out, id);
    if (what == outcome::answered) return std::nullopt;
    return what == outcome::failed ? failure_->code : code::invalid_params;
}

int dispatcher::refuse(bytes& out, std::string_view id, const char* why) {
    const unlimited here(out, results_end_);
    if (counts_ != nullptr) counts_->invalid_requests.add();
    return respond_invalid_request(out, id, why);
}

// Suggests no name for a notification, whose response is not sent.
int dispatcher::miss(const request& r, bytes& out) {
    const unlimited here(out, results_end_);
    if (counts_ != nullptr) counts_->unknown_methods.add();
    std::string_view near;
    if (!r.is_notification()) near = nearest_method(r.method());
    return respond_method_not_found(out, r.id(), near);
}

[[gnu::always_inline]] inline call dispatcher::prepare(const given_nodes& given) {
    violations_.clear();
    return {.state = state_, .from = from_, .text = &document_, .given = given.data(),
            .params = nullptr, .bad = &violations_, .out = nullptr, .failure = &failure_};
}

// Leaves the response without its id in `out`, unless the call is refused or broken.
[[gnu::always_inline]] inline outcome dispatcher::run(const row& method, call& c, bytes& out) {
    const std::size_t begin = out.size();
    begin_result(out);
    writer result(out);
    c.out = &result;
    running_.method = &method;
    const outcome what = run_guarded(method, c);
    if (what == outcome::answered) return broken_if_misused(result, what);
    if (what == outcome::failed) return write_failure(method, out, begin);
    if (what == outcome::refused && violations_.empty())
        return breaks("refused a parameter without reporting a violation: see its codec");
    return what;
}

// Catches exceptions of users' functions and codecs. server/connection and server/thread_pool have
// another `try`, for std::bad_alloc.
[[gnu::always_inline]] inline outcome dispatcher::run_guarded(const row& method, call& c) try {
    return method.run(c);
} catch (const std::exception& thrown) {
    return breaks(std::string("threw: ") + thrown.what(), true);
} catch (...) {
    return breaks("threw a non-std::exception", true);
}

outcome dispatcher::write_failure(const row& method, bytes& out, std::size_t begin) {
    if (is_reserved(failure_->code))
        return breaks("failed with reserved error code " + std::to_string(failure_->code) + ": " +
                          failure_->message,
                      true);
    if (logs_undeclared_ && !methods_.declares(method, failure_->code))
        log_undeclared(method, failure_->code);
    out.truncate(begin);
    out.append(before_error);
    writer to(out);
    to.begin_object();
    to.key("code");
    to.integer(failure_->code);
    to.key("message");
    to.string(failure_->message);
    if (failure_->data) {
        to.key("data");
        to.json(failure_->data->text());
    }
    to.end_object();
    return broken_if_misused(to, outcome::failed);
}

inline outcome dispatcher::broken_if_misused(const writer& to, outcome what) {
    if (to.misuse_at_end() == writer::misuse::none) return what;
    return breaks(reason_of(to.misuse_at_end()));
}

[[gnu::cold]] outcome dispatcher::breaks(std::string_view reason, bool by_function) {
    broken_ = {std::string(reason), by_function};
    return outcome::broken;
}

void dispatcher::refuse_params(const row& method, const request& r, bytes& out) {
    const std::uint32_t params = r.params() == nullptr ? 0 : value(document_, *r.params()).index();
    out.append(before_error);
    writer to(out);
    to.begin_object();
    const bool in_message = from_->via == call_protocol::mcp;  // models read only the message
    write_invalid_params(to, {methods_, method, document_, params, suggestions_left_},
                         violations_.all(), in_message);
    to.end_object();
}

}  // namespace callbox::rpc
