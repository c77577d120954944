// Queues the calls of the loops. A free thread executes the first and returns it to its loop.
#include "thread_pool.hpp"

#include "system/thread.hpp"

namespace callbox::net {

thread_pool::thread_pool(const table& methods, void* state, const limits& bounds,
                         const observe::log_style& style)
    : methods_(methods), bounds_(&bounds), present_(methods.rows.size()) {
    for (const row& r : methods.rows) {
        if (!r.blocking) continue;
        pool_part& its = part_of(r);
        its.threads = std::max<std::size_t>(its.threads, r.pool_threads);
        if (r.pool.empty()) its.threads = bounds.blocking_threads;
    }
    for (pool_part& each : parts_)
        for (std::size_t i = 0; i < each.threads; ++i)
            threads_.push_back(
                std::make_unique<worker_thread>(*this, each, state, bounds, style));
}

pool_part& thread_pool::part_of(const row& method) {
    const auto found = std::ranges::find(parts_, method.pool, &pool_part::name);
    if (found != parts_.end()) return *found;
    return parts_.emplace_back(method.pool);
}

std::string thread_pool::start() {
    constexpr auto run = [](void* one) -> void* {
        worker_thread& own = *static_cast<worker_thread*>(one);
        own.pool->work(own);
        return nullptr;
    };
    for (; started_ < threads_.size(); ++started_) {
        worker_thread& next = *threads_[started_];
        const int error = system::start_thread(next.thread, run, &next);
        if (error == 0) continue;
        return "cannot start thread " + std::to_string(started_ + 1) + " of " +
               std::to_string(threads_.size()) + " for blocking methods: " + std::strerror(error);
    }
    return "";
}

bool thread_pool::take(rpc::jobs one) {
    const row& method = methods_.rows[one.front().method];
    pool_part& its = part_of(method);
    {
        const lock_guard guard(mutex_);
        // Calls that a free thread takes immediately do not count as queued.
        const std::size_t idle = its.threads - its.running;
        const std::size_t waiting = its.line.size();
        if (waiting >= idle && waiting - idle >= bounds_->blocking_queue_max) return false;
        if (!count_in(method)) return false;
        counts_.waiting.add();
        one.front().queued = true;
        its.line.splice(its.line.end(), one);
    }
    its.changed.notify_one();
    return true;
}

bool thread_pool::count_in(const row& method) {
    std::size_t& present = present_[methods_.index_of(method)];
    if (method.at_once != 0 && present >= method.at_once) return false;
    ++present;
    return true;
}

rpc::jobs thread_pool::take_out(rpc::job& one) {
    const lock_guard guard(mutex_);
    if (!one.queued) return {};
    --present_[one.method];
    return unlink(one);
}

bool thread_pool::reserve(const row& method) {
    const lock_guard guard(mutex_);
    if (counts_.pending.get() >= bounds_->pending_calls_max || !count_in(method)) return false;
    counts_.pending.add();
    return true;
}

void thread_pool::release(const row& method) {
    const lock_guard guard(mutex_);
    --present_[methods_.index_of(method)];
    counts_.pending.decrement();
}

void thread_pool::add_to(site::metrics& shown) const {
    for (const auto& each : threads_) shown.add_thread(each->counts, each->log);
    if (!threads_.empty()) counts_.add_to(shown);
    if (std::ranges::any_of(methods_.rows, &row::answers_later))
        shown.add({"callbox_calls_pending", "gauge", "Calls of methods that answer later."},
                  &counts_.pending);
}

std::size_t thread_pool::stop() {
    std::size_t running = 0;
    {
        const lock_guard guard(mutex_);
        stopping_ = true;
        for (pool_part& each : parts_)
            while (!each.line.empty()) (void)unlink(each.line.front());
        running = counts_.running.get();
    }
    for (pool_part& each : parts_) each.changed.notify_all();
    if (running == 0) wait();
    return running;
}

void thread_pool::wait() {
    for (; started_ > 0; --started_)
        (void)::pthread_join(threads_[started_ - 1]->thread, nullptr);
}

void thread_pool::work(worker_thread& own) {
    pool_part& its = *own.own;
    lock_guard guard(mutex_);
    for (;;) {
        while (!stopping_ && its.line.empty()) its.changed.wait(guard);
        if (stopping_) return;
        rpc::jobs one = unlink(its.line.front());
        counts_.running.add();
        ++its.running;
        guard.unlock();
        execute(own, one.front());
        guard.lock();
        counts_.running.decrement();
        --its.running;
        --present_[one.front().method];
        guard.unlock();
        const std::shared_ptr<rpc::inbox> back = one.front().back;
        back->put(std::move(one));
        guard.lock();
    }
}

// Requires: the call is queued, and the mutex is held.
rpc::jobs thread_pool::unlink(rpc::job& one) {
    rpc::jobs out;
    out.splice(out.end(), part_of(methods_.rows[one.method]).line, one.self);
    one.queued = false;
    counts_.waiting.decrement();
    return out;
}

// If it has timed out, no result is left.
void thread_pool::execute(worker_thread& own, rpc::job& one) {
    std::unique_ptr<rpc::deferred_result> asked = std::move(one.result);
    own.log.reload();
    own.log.answers_by(one.due, rpc::timed_out);
    try {
        if (now_ms() >= one.due) {
            own.counts.of(one.method).dropped.add();
            return own.log.warn("a call timed out before it started");
        }
        auto made = std::make_unique<rpc::deferred_result>();
        caller from = one.from == nullptr ? caller{} : one.from->view();
        from.call = own.dispatcher.call_to_log();
        own.dispatcher.set_deferred(&one);
        const std::uint64_t begin = ticks_now();
        bytes& request = asked->response;
        made->error_code =
            own.dispatcher.dispatch({request.data(), request.size()}, made->response, from)
                .error_code;
        made->ticks = ticks_between(begin, ticks_now());
        // The function may have stopped early: see caller::gone().
        if (one.due == never || now_ms() < one.due) one.result = std::move(made);
    } catch (const std::bad_alloc&) {
        one.result = std::move(asked);
        (void)one.result->response.room(SIZE_MAX);  // as if the response did not fit
    }
    own.log.flush();
}

}  // namespace callbox::net
