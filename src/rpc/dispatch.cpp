// Takes one message from site/route (or from answer()): parses it, binds each request in it to its
// method, calls that, and writes the responses straight into the bytes of the answer.
#include "dispatch.hpp"

#include "base/ticks.hpp"
#include "bind.hpp"
#include "explain.hpp"
#include "respond.hpp"
#include "suggestion.hpp"

#include <sys/random.h>

#include <algorithm>
#include <exception>
#include <new>
#include <string>

namespace callbox::rpc {

namespace {

constexpr std::size_t nodes_kept = 4096;  // memory for more is released after the message

std::string_view reason_of(writer::mistake m) {
    switch (m) {
        case writer::mistake::not_finite: return "answered with a number that is not finite";
        case writer::mistake::not_utf8: return "answered with a string that is not UTF-8";
        case writer::mistake::not_one: return "answered with what is not one value: see its codec";
        case writer::mistake::not_named: return "answered with an enumerator without a name";
        default: return {};  // nobody asks what is wrong with none
    }
}

// A word under which the log says what clients must not learn: eight random letters and digits,
// none of which look alike.
class incident_id {
public:
    incident_id() {
        static constexpr std::string_view letters = "0123456789abcdefghjkmnpqrstvwxyz";
        std::array<std::uint8_t, 8> chance{};
        // While the kernel lacks entropy the word is all zeros: the log line is there anyway.
        (void)!::getrandom(chance.data(), chance.size(), GRND_NONBLOCK);
        for (std::size_t i = 0; i < word_.size(); ++i)
            word_[i] = letters[chance[i] % letters.size()];
    }
    std::string_view word() const { return {word_.data(), word_.size()}; }

private:
    std::array<char, 8> word_{};
};

// Ends with the call that the logger has begun when memory runs out for it.
struct running_call {
    observe::logger* log = nullptr;
    ~running_call() {
        if (log != nullptr) log->leave();
    }
};

// Lifts the answer's limit while it lives: an error is short and must be sent.
class unlimited {
public:
    unlimited(bytes& out, std::size_t limit) : out_(out), limit_(limit) { out.limit(bytes::most); }
    ~unlimited() { out_.limit(limit_); }
    unlimited(const unlimited&) = delete;
    unlimited& operator=(const unlimited&) = delete;

private:
    bytes& out_;
    std::size_t limit_;
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
    : methods_(methods), state_(state), bounds_(bounds), log_(&log), executor_(deferred),
      counts_(counts),
      document_(bounds.json_depth_max, bounds.json_nodes_max,
                counts == nullptr ? memory::budget::none : memory::budget::clients) {}

protocol_method::protocol_method(std::string_view name)
    : row_{.name = name, .run = dispatcher::call_protocol_method} {}

// The state of a protocol's method is the dispatcher.
outcome dispatcher::call_protocol_method(call& c) {
    if (!c.bad->empty()) return outcome::refused;
    const dispatcher& own = *static_cast<const dispatcher*>(c.state);
    own.protocol_method_->write_result(own.sees_, *c.out);
    return outcome::answered;
}

// The one place that hides what the caller does not see.
inline const row* dispatcher::find(std::string_view name) {
    if (const row* method = methods_.find(name)) {
        if (sees_ == nullptr || sees_->has(*method)) [[likely]] return method;
        return nullptr;
    }
    for (protocol_method* each : protocol_methods()) {
        if (each->as_row().name != name || !each->is_visible(sees_)) continue;
        protocol_method_ = each;
        return &each->as_row();
    }
    return nullptr;
}

std::string_view dispatcher::nearest_method(std::string_view name) const {
    suggestion near(name);
    for (const row& r : methods_.rows)
        if (sees_ == nullptr || sees_->has(r)) near.offer(r.name);
    for (const protocol_method* each : protocol_methods())
        if (each->is_visible(sees_)) near.offer(each->as_row().name);
    return near.best();
}

reply dispatcher::dispatch(std::span<char> message, bytes& out, const caller& from,
                         const view* sees) {
    from_ = &from;
    sees_ = sees;
    pending_.reset();  // of a message that ran out of memory
    begin_ = out.size();
    if (counts_ != nullptr) began_ = ticks_now();
    if (!document_.parse(message)) {
        if (counts_ != nullptr) counts_->parse_errors.add();
        const int code = respond_parse_error(out, document_.fault());
        log_refused(code, out.size() - begin_);
        return {.error_code = code};
    }
    const value root = document_.root();
    results_end_ = begin_ + std::min(bounds_.response_bytes_max, bytes::most - begin_);
    out.limit(results_end_);
    const bool is_batch = root.is(kind::array);
    reply done = is_batch ? answer_batch(root, out) : answer_one(root, out);
    if (is_batch && done.error_code) log_refused(*done.error_code, out.size() - begin_);
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

// Answers each member on its own, in order (JSON-RPC 2.0, 6).
reply dispatcher::answer_batch(value batch, bytes& out) {
    std::size_t length = 0;
    for ([[maybe_unused]] const value member : batch.items()) ++length;
    if (length == 0) return {.error_code = refuse(out, "null", "a batch has a member")};
    if (length > bounds_.batch_length_max) {
        const unlimited here(out, results_end_);
        if (counts_ != nullptr) counts_->invalid_requests.add();
        return {.error_code = respond_batch_too_long(out, bounds_.batch_length_max)};
    }
    const std::size_t begin = out.size();
    for (const value member : batch.items()) {
        const std::size_t before = out.size();
        out.append_beyond(before == begin ? "[" : ",");
        const bool is_silent = answer_one(member, out).silent;
        if (out.overflowed()) throw std::bad_alloc();  // truncate() would hide it
        if (is_silent) out.truncate(before);
    }
    if (out.size() == begin) return {.silent = true};
    out.append_beyond("]");
    return {};
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

// Writes the response, also for a notification. Returns the code of the error in it, if any.
[[gnu::always_inline]] inline std::optional<int> dispatcher::call_method(const request& r,
                                                                          bytes& out) {
    const row* method = find(r.method());
    if (method == nullptr) return miss(r, out);
    if (method->blocking && executor_ != nullptr) return hand_over(*method, r, out);
    const std::optional<int> code = call_here(*method, r, out);
    if (counts_ != nullptr) count(*method, code);
    return code;
}

// A call ends when the next in its batch begins, so one clock reading for each is enough.
[[gnu::always_inline]] inline void dispatcher::count(const row& method, std::optional<int> code) {
    const std::uint64_t begin = std::exchange(began_, ticks_now());
    took_ = ticks_between(begin, began_);
    if (counts_->called(index_of(method), took_, code)) [[unlikely]] log_slow(method);
}

[[gnu::always_inline]] inline std::optional<int> dispatcher::call_here(const row& method,
                                                                        const request& r,
                                                                        bytes& out) {
    const std::size_t before = out.size();
    outcome what = run(method, r, out);
    if (out.overflowed() || what == outcome::broken) {
        if (out.starved()) {
            what = outcome::broken;
            broken_ = "answered with more than there is memory for";
        }
        out.truncate(before);
        const unlimited here(out, results_end_);
        if (what == outcome::broken) return report(method, r, out);
        return respond_too_large(out, r.id());
    }
    close_response(out, r.id());
    if (what == outcome::answered) return std::nullopt;
    return what == outcome::failed ? failure_->code : code::invalid_params;
}

int dispatcher::refuse(bytes& out, std::string_view id, const char* why) {
    const unlimited here(out, results_end_);
    if (counts_ != nullptr) counts_->invalid_requests.add();
    return respond_invalid_request(out, id, why);
}

// Suggests no name for a notification: nobody reads its response.
int dispatcher::miss(const request& r, bytes& out) {
    const unlimited here(out, results_end_);
    if (counts_ != nullptr) counts_->unknown_methods.add();
    std::string_view near;
    if (!r.is_notification()) near = nearest_method(r.method());
    return respond_method_not_found(out, r.id(), near);
}

// Hands over the request alone, params and id as sent. Appends only the error when it is refused.
std::optional<int> dispatcher::hand_over(const row& method, const request& r, bytes& out) {
    bytes alone(memory::budget::clients);
    writer to(alone);
    to.begin_object();
    to.key("jsonrpc");
    to.string("2.0");
    to.key("method");
    to.string(method.name);
    if (r.params() != nullptr) {
        to.key("params");
        to.json(value(document_, *r.params()).token());
    }
    if (!r.is_notification()) {
        to.key("id");
        to.json(r.id());
    }
    to.end_object();
    if (alone.overflowed()) throw std::bad_alloc();
    const std::size_t place = index_of(method);
    const bool is_asked = method.asks_caller || r.is_notification() || is_logged();
    const ticket taken = executor_->take(std::move(alone), is_asked ? from_ : nullptr, method,
                                     !r.is_notification());
    if (taken == 0) {
        if (counts_ != nullptr) counts_->failed(place, code::busy);
        const unlimited here(out, results_end_);
        return respond_busy(out, r.id());
    }
    if (counts_ != nullptr) counts_->of(place).handed_over.add();
    handed_over_ = true;
    if (r.is_notification()) return std::nullopt;
    if (pending_ == nullptr) pending_ = std::make_unique<pending>(bounds_.response_bytes_max);
    pending_->wait_for(taken, out.size() - begin_, r.id(), place);
    return std::nullopt;
}

// Leaves the response, but for its id, in `out`, unless the call is broken.
[[gnu::always_inline]] inline outcome dispatcher::run(const row& method, const request& r,
                                                       bytes& out) {
    const std::size_t begin = out.size();
    faults_.clear();
    given_nodes given;
    bind(document_, r.params(), methods_, method, given, faults_);
    out.append(before_result);
    writer result(out);
    call c{.state = method.run == call_protocol_method ? this : state_,
           .from = from_,
           .text = &document_,
           .given = given.data(),
           .params = methods_.params_of(method).data(),
           .bad = &faults_,
           .out = &result,
           .failure = &failure_};
    const outcome what = run_guarded(method, c);
    if (what == outcome::answered) return without_mistakes(result, what);
    if (what == outcome::failed) return write_failure(out, begin);
    if (what == outcome::refused && faults_.empty()) {
        broken_ = "refused a parameter without a fault: see its codec";
        return outcome::broken;
    }
    if (what == outcome::refused) {
        out.truncate(begin);
        refuse_params(method, r, out);
    }
    return what;
}

// Catches what users' functions and codecs throw. server/connection and server/thread_pool have
// another `try`, for memory that runs out.
outcome dispatcher::run_guarded(const row& method, call& c) try {
    return method.run(c);
} catch (const std::exception& thrown) {
    broken_ = std::string("threw: ") + thrown.what();
    return outcome::broken;
} catch (...) {
    broken_ = "threw what is no std::exception";
    return outcome::broken;
}

outcome dispatcher::write_failure(bytes& out, std::size_t begin) {
    if (is_reserved(failure_->code)) {
        broken_ = "failed with a code that belongs to the protocol";
        return outcome::broken;
    }
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
    return without_mistakes(to, outcome::failed);
}

inline outcome dispatcher::without_mistakes(const writer& to, outcome what) {
    if (to.mistaken_at_end() == writer::mistake::none) return what;
    broken_ = reason_of(to.mistaken_at_end());
    return outcome::broken;
}

void dispatcher::refuse_params(const row& method, const request& r, bytes& out) {
    const std::uint32_t params = r.params() == nullptr ? 0 : value(document_, *r.params()).index();
    out.append(before_error);
    writer to(out);
    to.begin_object();
    write_invalid_params(to, {methods_, method, document_, params}, faults_.all());
    to.end_object();
}

// The caller gets a word; the log says under this word what happened.
int dispatcher::report(const row& method, const request& r, bytes& out) {
    const incident_id here;
    std::string line("incident ");
    line += here.word();
    line += ": ";
    line += method.name;
    line += ' ';
    line += broken_;
    if (broken_.starts_with("threw")) log_->exception(line);
    else log_->error(line);
    return respond_internal_error(out, r.id(), here.word());
}

}  // namespace callbox::rpc
