// Takes calls from the desks of the loops. A free thread answers the first in line and gives it
// back to the desk that it came from.
#include "thread_pool.hpp"

#include "base/ticks.hpp"
#include "completion_queue.hpp"
#include "process/thread.hpp"

#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

namespace callbox::net {

pool::pool(const table& methods, void* state, const limits& bounds, const log_style& style)
    : queue_max_(bounds.blocking_queue_max) {
    for (std::size_t i = 0; i < bounds.blocking_threads; ++i)
        hands_.push_back(std::make_unique<hand>(*this, methods, state, bounds, style));
}

std::string pool::start() {
    for (; started_ < hands_.size(); ++started_) {
        hand& next = *hands_[started_];
        const int error = process::start_thread(next.thread, run, &next);
        if (error == 0) continue;
        return "cannot start thread " + std::to_string(started_ + 1) + " of " +
               std::to_string(hands_.size()) + " for blocking methods: " + std::strerror(error);
    }
    return "";
}

bool pool::take(std::unique_ptr<job> one) {
    {
        const held mine(lock_);
        // Calls that a free thread takes at once do not count as queued.
        const std::size_t idle = hands_.size() - running_;
        if (waiting_ >= idle && waiting_ - idle >= queue_max_) return false;
        ++waiting_;
        one->in_line = true;
        one->before = std::exchange(last_, one.get());
        (one->before == nullptr ? first_ : one->before->next) = std::move(one);
    }
    something_.ring();
    return true;
}

std::unique_ptr<job> pool::take_out(job& one) {
    const held mine(lock_);
    return one.in_line ? unlink(one) : nullptr;
}

std::vector<const rpc::statistics*> pool::counts() const {
    std::vector<const rpc::statistics*> all;
    for (const auto& each : hands_) all.push_back(&each->counts);
    return all;
}

std::vector<const journal*> pool::journals() const {
    std::vector<const journal*> all;
    for (const auto& each : hands_) all.push_back(&each->lines);
    return all;
}

std::pair<std::size_t, std::size_t> pool::load() const {
    const held mine(lock_);
    return {waiting_, running_};
}

std::size_t pool::stop() {
    std::size_t running = 0;
    {
        const held mine(lock_);
        stopping_ = true;
        while (first_ != nullptr) (void)unlink(*first_);
        running = running_;
    }
    something_.ring_for_all();
    for (; running == 0 && started_ > 0; --started_)
        (void)::pthread_join(hands_[started_ - 1]->thread, nullptr);
    return running;
}

void* pool::run(void* one) {
    hand& own = *static_cast<hand*>(one);
    own.of->work(own);
    return nullptr;
}

void pool::work(hand& own) {
    held mine(lock_);
    for (;;) {
        while (!stopping_ && first_ == nullptr) something_.wait(mine);
        if (stopping_) return;
        std::unique_ptr<job> one = unlink(*first_);
        ++running_;
        mine.leave();
        answer(own, *one);
        mine.enter();
        --running_;
        mine.leave();
        desk& from = *one->from;
        from.put(std::move(one));
        mine.enter();
    }
}

// Requires: it is in line, and the lock is held.
std::unique_ptr<job> pool::unlink(job& one) {
    std::unique_ptr<job>& place = one.before == nullptr ? first_ : one.before->next;
    std::unique_ptr<job> out = std::move(place);
    place = std::move(one.next);
    (place == nullptr ? last_ : place->before) = one.before;
    one.in_line = false;
    --waiting_;
    return out;
}

void pool::answer(hand& own, job& one) {
    own.lines.look_again();
    own.lines.answers_by(one.due);
    try {
        if (now_ms() >= one.due) {
            own.counts.dropped(*one.method);
            return own.lines.line("a call was not begun within its timeout");
        }
        const caller from = one.who == nullptr ? caller{} : one.who->view();
        const std::uint64_t begin = ticks_now();
        one.what.error_code =
            own.calls
                .answer({one.request.data(), one.request.size()}, one.what.response, from)
                .error_code;
        one.what.ticks = ticks_between(begin, ticks_now());
        // The function may have stopped early: see caller::gone().
        if (one.due != never && now_ms() >= one.due) one.what.response.release();
    } catch (const std::bad_alloc&) {
        (void)one.what.response.room(SIZE_MAX);  // as if it did not fit
    }
    own.lines.flush();
}

}  // namespace callbox::net
