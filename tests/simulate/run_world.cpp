// What the program of a run and the world around it do: calls, publications, threads, clients.
#include "run.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace simulate {

namespace {

// The first number of a call's params.
std::size_t token_in(std::string_view params) {
    const std::size_t at = params.find_first_of("0123456789");
    if (at == params.npos) return SIZE_MAX;
    return static_cast<std::size_t>(std::strtoull(params.data() + at, nullptr, 10));
}

}  // namespace

// ------------------------------------------------------------------- the program

void run::executed(std::int64_t token) {
    const bool known = token >= 0 && static_cast<std::size_t>(token) < calls_.size();
    if (!known) return check("a call without a request");
    called& c = calls_[static_cast<std::size_t>(token)];
    const client& by = clients_[static_cast<std::size_t>(c.client)];
    ++kernel_.activity;
    if (c.forbidden) check("a call after the last request is made", c.client);
    if (c.executed++ > 0) check("a call is made twice", c.client);
    if (by.line.read < by.sends.all[c.request].end) check("a call is made too early", c.client);
    if (luck_.one_in(200)) kernel_.now += luck_.from(0, 20'000);  // a slow function
}

bool run::take(callbox::rpc::jobs one) {
    const std::string_view text = one.front().result->response.view();
    const std::size_t token = token_in(text.substr(text.find("\"params\":")));
    called& c = calls_[token];
    journal_.line(kernel_.now, "slow call", static_cast<std::int64_t>(token));
    c.slow = jobs_.size() < jobs_max_ ? called::waits::taken : called::waits::refused;
    c.due = one.front().due;
    if (c.slow == called::waits::refused) return false;
    const micros lasts = luck_.from(0, luck_.one_in(4) ? 200'000 : 30'000);
    jobs_.push_back({std::move(one), kernel_.now + lasts, token});
    return true;
}

void run::keeps(std::int64_t token, callbox::later<std::int64_t>& done, bool is_timed) {
    called& c = calls_[static_cast<std::size_t>(token)];
    journal_.line(kernel_.now, "later call", token);
    if (luck_.one_in(4)) return done(token);
    c.slow = called::waits::taken;
    if (is_timed) c.due = callbox::now_ms() + later_timeout.count();
    const micros lasts = luck_.from(0, luck_.one_in(4) ? 200'000 : 30'000);
    const micros reports_at = luck_.one_in(2) ? kernel_.now + luck_.from(0, lasts) : asleep;
    laters_.push_back({std::move(done), kernel_.now + lasts, token, reports_at});
}

// Returns empty if a thread has already taken the call.
callbox::rpc::jobs run::take_out(callbox::rpc::job& one) {
    const auto at = std::find_if(jobs_.begin(), jobs_.end(),
                                 [&](const slow_job& j) { return &j.what.front() == &one; });
    if (at == jobs_.end() || luck_.one_in(2)) return {};
    callbox::rpc::jobs out = std::move(at->what);
    jobs_.erase(at);
    return out;
}

// The second topic retains events from now on.
void run::retain() {
    const auto probe = site_->events()->make_stream("");
    const callbox::rpc::subscribing here(*elsewhere_, probe.get());
    callbox::caller from;
    from.call = elsewhere_->call_to_log();
    std::string text = R"({"jsonrpc":"2.0","method":"sim.kept","id":1})";
    callbox::bytes out;
    (void)elsewhere_->dispatch(text, out, from);
    if (out.view().find("result") == out.view().npos) check("it does not subscribe");
    texts_written = 0;
}

void run::subscribes(std::string_view params) {
    const std::size_t token = token_in(params);
    if (token >= calls_.size()) return check("a subscription without a request");
    follower& f = followers_[static_cast<std::size_t>(calls_[token].client)];
    check(f.events.begins(token), calls_[token].client);
    executed(static_cast<std::int64_t>(token));
}

void run::publishes(std::size_t topic, std::int64_t key, std::size_t size) {
    auto& all = published_.all[topic];
    const auto number = static_cast<std::int64_t>(all.size() + 1);
    journal_.line(kernel_.now, "publish", static_cast<std::int64_t>(topic), number);
    const change what{number, key, {std::string(size, 'x')}};
    all.push_back({number, key, payload_of(number, key, what.text.text)});
    if (std::exchange(texts_written, 0) > 1) check("an event is written more than once");
    (topic == 0 ? state_->first : state_->second).publish(what);
}

// The loop has received all publications. If they are many, it queues some in later turns.
void run::on_event_read(int descriptor) {
    if (descriptor != site_->events()->get()) return;
    std::size_t work = 0;
    for (std::size_t row = 0; row < event_rows.size(); ++row) {
        std::size_t count = 1;
        for (const follower& f : followers_) count += f.events.count(row);
        const std::size_t topic = event_rows[row].topic;
        work += count * (published_.all[topic].size() - published_.collected[topic]);
    }
    constexpr std::size_t offers_a_turn = 4096;
    is_behind_ = is_behind_ || work >= offers_a_turn;
    for (follower& f : followers_) f.events.collected(!is_behind_);
    for (std::size_t topic = 0; topic < topic_count; ++topic)
        published_.collected[topic] = published_.all[topic].size();
}

// ------------------------------------------------------------------- events of the world

micros run::next_event() const {
    micros next = asleep;
    for (const client& c : clients_) next = std::min(next, c.due);
    for (const slow_job& j : jobs_) next = std::min(next, j.due);
    for (const later_call& each : laters_) next = std::min({next, each.due, each.reports_at});
    next = std::min({next, publishes_at_, reloads_at_});
    if (raised_ < signals_.size()) next = std::min(next, signals_[raised_]);
    return next;
}

// Performs the next event and all others that are due at the same time.
void run::happen() {
    kernel_.now = std::max(kernel_.now, next_event());
    if (raised_ < signals_.size() && signals_[raised_] <= kernel_.now) signal();
    answer_slow();
    report();
    answer_later();
    publish_some();
    reload();
    for (client& c : clients_) {
        if (c.due > kernel_.now) continue;
        c.due = asleep;
        const micros again = c.act(kernel_);
        c.due = std::min(c.due, again);
    }
}

void run::answer_slow() {
    for (std::size_t i = 0; i < jobs_.size();) {
        if (jobs_[i].due > kernel_.now) {
            ++i;
            continue;
        }
        slow_job one = std::move(jobs_[i]);
        jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(i));
        journal_.line(kernel_.now, "slow answer", static_cast<std::int64_t>(one.token));
        callbox::rpc::job& job = one.what.front();
        const auto asked = std::move(job.result);
        if (callbox::now_ms() < job.due) {
            callbox::bytes& request = asked->response;
            job.result = std::make_unique<callbox::rpc::deferred_result>();
            job.result->error_code =
                elsewhere_->dispatch({request.data(), request.size()}, job.result->response)
                    .error_code;
            calls_[one.token].slow = called::waits::done;
        }
        const auto back = job.back;
        back->put(std::move(one.what));
    }
}

// The same for those that answer later.
void run::answer_later() {
    const auto is_due = [&](const later_call& each) { return each.due <= kernel_.now; };
    for (;;) {
        const auto at = std::ranges::find_if(laters_, is_due);
        if (at == laters_.end()) return;
        later_call one = std::move(*at);
        laters_.erase(at);
        called& c = calls_[static_cast<std::size_t>(one.token)];
        journal_.line(kernel_.now, "later answer", one.token);
        if (callbox::now_ms() < c.due) c.slow = called::waits::done;
        one.done(one.token);
    }
}

// As a thread of the program does, once for each call.
void run::report() {
    for (later_call& each : laters_) {
        if (each.reports_at > kernel_.now) continue;
        each.reports_at = asleep;
        journal_.line(kernel_.now, "progress", each.token);
        calls_[static_cast<std::size_t>(each.token)].reports = true;
        each.done.progress(static_cast<double>(each.token));
    }
}

// As a thread of the program does.
void run::publish_some() {
    if (publishes_at_ > kernel_.now) return;
    for (std::size_t i = 1 + luck_.scaled(3); i > 0 && publishes_left_ > 0; --i, --publishes_left_)
        publishes(luck_.below(topic_count), luck_.from(1, keys), luck_.scaled(2'000));
    publishes_at_ = publishes_left_ == 0 ? asleep : kernel_.now + luck_.from(1, publish_pause_);
}

void run::write_tokens(bool hides) {
    std::FILE* const file = std::fopen(options_.token_file.c_str(), "w");
    if (file == nullptr || ::fchmod(::fileno(file), 0600) != 0)
        return check("the token file cannot be written");
    std::fprintf(file, "%s%s\n", token_line, hides ? scopes_without_secrets : all_scopes);
    std::fclose(file);
    hides_next_ = hides;
}

void run::reload() {
    if (reloads_at_ > kernel_.now) return;
    write_tokens(luck_.one_in(2));
    journal_.line(kernel_.now, "SIGHUP", hides_next_);
    reloads_at_ = --reloads_left_ == 0 ? asleep : kernel_.now + luck_.from(1, 2'000'000);
    ::raise(SIGHUP);
}

void reload_sink::put(callbox::log_level at, std::string_view line, std::uint64_t reports) {
    null_sink::put(at, line, reports);
    if (line.find("the token file is read again") != line.npos) run::running->reloaded();
}

// The loop is about to end subscriptions.
void run::reloaded() {
    all_.hides = hides_next_;
    for (follower& f : followers_) f.events.admit();
}

void run::signal() {
    ++raised_;
    journal_.line(kernel_.now, "SIGTERM", raised_);
    if (raised_ == 1) {
        kernel_.stopping = true;
        for (std::size_t i = 0; i < followers_.size(); ++i)
            if (clients_[i].listens()) followers_[i].stop();
    }
    ::raise(luck_.one_in(2) ? SIGTERM : SIGINT);
}

}  // namespace simulate
