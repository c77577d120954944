// Input: a message from site/route or answer(). Parses it, binds each request to its method, calls
// the method and writes the responses directly to the bytes of the answer.
#include "dispatch.hpp"

namespace callbox::rpc {

namespace {

constexpr std::size_t nodes_kept = 4096;  // memory beyond this is released after the message

// Ends the call that the logger has begun, if memory runs out during the call.
struct running_call {
    observe::logger* log = nullptr;
    ~running_call() {
        if (log != nullptr) log->leave();
    }
};

}  // namespace

std::vector<counted_method> counted_methods(const table& methods) {
    std::vector<counted_method> all;
    for (const row& r : methods.rows) {
        all.push_back({.name = r.name,
                       .blocking = r.blocking,
                       .codes = {code::invalid_params, code::internal_error,
                                 code::response_too_large, code::busy, code::timed_out,
                                 code::stream_required, code::too_many_subscriptions,
                                 code::cannot_resume}});
        for (const declared_error& e : methods.errors_of(r)) all.back().codes.push_back(e.code);
    }
    return all;
}

dispatcher::dispatcher(const table& methods, void* state, const limits& bounds,
                       observe::logger& log, executor* executor, call_counters* counts)
    : methods_(methods), bounds_(bounds), log_(&log), executor_(executor), counts_(counts),
      document_(bounds.json_depth_max, bounds.json_nodes_max,
                counts == nullptr ? memory::budget::none : memory::budget::clients),
      runner_(methods, state, bounds, log, counts, document_), fast_(bounds) {}

protocol_method::protocol_method(std::string_view name)
    : row_{.name = name, .run = dispatcher::call_protocol_method, .binds_itself = true} {}

protocol_method::protocol_method(std::string_view name, const table& like)
    : row_(like.rows[0]), like_(like) {
    row_.name = name;
    row_.binds_itself = true;
    row_.run = [](call& c) {
        c.unbound->bind(c);
        return c.unbound->methods->rows[0].run(c);
    };
}

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
                           const view* sees) try {
    sees_ = sees;
    begin_ = out.size();
    suggestions_left_ = suggestions_max;
    runner_.begin(from, out);
    const fast::known_requests::result known = fast_.answer(message, document_, runner_, sees, out);
    reply done = known.is_hit ? reply{.error_code = known.error_code}
                              : answer(message, known.answered, out);
    out.limit(bytes::most);
    document_.shrink(nodes_kept);
    if (pending_ != nullptr) [[unlikely]] {
        if (out.overflowed()) throw std::bad_alloc();
        pending_->keep(out.view().substr(begin_));
        out.truncate(begin_);
        done.waits = executor_->takes_calls();
        if (done.waits) return done;
        executor_->wait_for(*pending_);
        done.error_code = pending_->append_to(out);
        pending_.reset();
    }
    return done;
} catch (const std::bad_alloc&) {
    pending_.reset();  // and its calls
    throw;
}

// The first `answered` requests of a batch have their responses already.
reply dispatcher::answer(std::span<char> message, std::size_t answered, bytes& out) {
    if (!document_.parse(message)) {
        if (counts_ != nullptr) counts_->parse_errors.add();
        const int code = respond_parse_error(out, document_.error());
        log_refused(code, out.size() - begin_);
        return {.error_code = code};
    }
    const value root = document_.root();
    out.limit(runner_.results_end());
    if (!root.is(kind::array)) return answer_one(root, out);
    const reply done = answer_batch(root, answered, out);
    if (done.error_code) log_refused(*done.error_code, out.size() - begin_);
    return done;
}

// Answers each member separately, in order (JSON-RPC 2.0, 6), after those answered already.
reply dispatcher::answer_batch(value batch, std::size_t answered, bytes& out) {
    const std::size_t length = batch.items().size();
    if (length == 0) return {.error_code = refuse(out, "null", "a batch must not be empty")};
    if (length > bounds_.batch_length_max) {
        const unlimited here(out, runner_.results_end());
        if (counts_ != nullptr) counts_->invalid_requests.add();
        const std::size_t most = bounds_.batch_length_max;
        const auto why = "a batch has at most " + std::to_string(most) + " members";
        return {.error_code = respond_error(out, "null", code::invalid_request, "Invalid Request",
                                            {{"message", why}, {"limit", most}})};
    }
    std::size_t index = 0;
    for (const value member : batch.items()) {
        if (index++ < answered) continue;
        const std::size_t before = out.size();
        out.append_beyond(before == begin_ ? '[' : ',');
        const bool is_silent = answer_one(member, out).silent;
        if (out.overflowed()) throw std::bad_alloc();  // truncate() would hide it
        if (is_silent) out.truncate(before);
    }
    if (out.size() == begin_) return {.silent = true};
    out.append_beyond(']');
    return {};
}

reply dispatcher::answer_one(value message, bytes& out) {
    const request r(message);
    const std::size_t before = out.size();
    if (r.wrong() != nullptr) {
        if (runner_.from().via == call_protocol::websocket && r.is_response())
            return {.silent = true};
        const int code = refuse(out, r.id(), r.wrong());
        log_refused(code, out.size() - before);
        return {.error_code = code};
    }
    std::optional<observe::logged_call> logged;
    running_call running;
    if (runner_.is_logged()) [[unlikely]] {
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
    const row* const found = find(r.method());
    if (found == nullptr) return miss(r, out);
    const row& method = *found;
    if (method.blocking && executor_ != nullptr && executor_->takes_calls())
        return hand_over(method, r, out);
    const std::size_t before = out.size();
    std::size_t subscriptions = 0;
    given_nodes given;
    call c = runner_.prepare(given);
    c.params = methods_.params_of(method).data();
    if (method.binds_itself) [[unlikely]] {
        if (method.is_event()) {
            if (!can_subscribe(r)) return refuse_event(method, r, out);
            subscriptions = runner_.subscriber()->count();
        }
        if (method.answers_later) return call_later(method, r, given, c, out);
        set_unbound(method, r, given, c);
    } else {
        rpc::bind(document_, r.params(), methods_, method, given, runner_.found());
    }
    const outcome what = runner_.run(method, r.id_node(), c, out);
    if (what == outcome::refused) {
        out.truncate(before);
        refuse_params(method, r, out);
    } else if (what == outcome::answered && !method.binds_itself) {
        if (fast_.is_learning()) [[unlikely]]
            fast_.learn(r.message(), method, methods_.params_of(method), given, r.id());
    } else if (what != outcome::answered && method.is_event()) {
        runner_.subscriber()->undo(subscriptions);
    }
    return runner_.complete(method, r.id(), what, before, out);
}

// The params are not read before the thunk binds them.
void dispatcher::set_unbound(const row& method, const request& r, given_nodes& given, call& c) {
    if (method.run == call_protocol_method) c.state = this;
    const table& own = table_of(method);
    c.params = own.params_of(method).data();
    unbound_ = {
        {.methods = &own, .method = &method, .params = r.params(), .bind = bind_unbound},
        &given};
    c.unbound = &unbound_;
}

void dispatcher::bind_unbound(call& c) {
    const bindable_call& own = *static_cast<const bindable_call*>(c.unbound);
    rpc::bind(*c.text, own.params, *own.methods, *own.method, *own.given, *c.bad);
}

const table& dispatcher::table_of(const row& method) const {
    const bool is_of_table = methods_.index_of(method) != methods_.rows.size();
    return is_of_table ? methods_ : protocol_method_->like();
}

bool dispatcher::can_subscribe(const request& r) {
    const bool is_in_batch = document_.root().is(kind::array);
    return runner_.subscriber() != nullptr && !is_in_batch && !r.is_notification();
}

int dispatcher::refuse_event(const row& method, const request& r, bytes& out) {
    const unlimited here(out, runner_.results_end());
    if (counts_ != nullptr) counts_->called(methods_.index_of(method), 0, code::stream_required);
    return respond_error(out, r.id(), code::stream_required, "Stream required",
                         {{"message", "subscribe over a WebSocket, or by a POST of this request "
                                      "alone with Accept: text/event-stream"}});
}

int dispatcher::refuse(bytes& out, std::string_view id, const char* why) {
    const unlimited here(out, runner_.results_end());
    if (counts_ != nullptr) counts_->invalid_requests.add();
    return respond_invalid_request(out, id, why);
}

// Suggests no name for a notification, whose response is not sent.
int dispatcher::miss(const request& r, bytes& out) {
    const unlimited here(out, runner_.results_end());
    if (counts_ != nullptr) counts_->unknown_methods.add();
    std::string_view near;
    if (!r.is_notification()) near = nearest_method(r.method());
    return respond_error(out, r.id(), code::method_not_found, "Method not found",
                         {{"message", "no method has this name"}, {"did_you_mean", near}});
}

void dispatcher::refuse_params(const row& method, const request& r, bytes& out) {
    const std::uint32_t params = r.params() == nullptr ? 0 : value(document_, *r.params()).index();
    out.append(before_error);
    writer to(out);
    to.begin_object();
    // Models read only the message.
    const bool in_message = runner_.from().via == call_protocol::mcp;
    write_invalid_params(to, {table_of(method), method, document_, params, suggestions_left_},
                         runner_.found().all(), in_message);
    to.end_object();
}

}  // namespace callbox::rpc
