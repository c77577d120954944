// Topics and subscriptions as the contract of events describes them: a model without shared code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace events_model {

enum class policy : std::uint8_t { end, drop_oldest, latest };

struct published {
    std::int64_t number = 0;  // within its topic
    std::int64_t key = 0;
    std::string payload;      // as JSON
};

// What a client receives: an event, or the end of its subscription.
struct message {
    std::int64_t number = 0;
    std::int64_t missed = 0;
    std::string payload;
    std::string reason;  // of an end
};

class topic {
public:
    const published& publish(std::int64_t key, std::string payload) {
        retained_.push_back({++last_, key, std::move(payload)});
        if (retained_.size() > keeps_ + 1) retained_.pop_front();
        return retained_.back();
    }
    std::int64_t last() const { return last_; }
    // Retains so many events from now on, or more.
    void retain(std::size_t count) {
        const std::size_t now = std::min(retained_.size(), keeps_);
        retained_.erase(retained_.begin(), retained_.end() - static_cast<std::ptrdiff_t>(now));
        keeps_ = std::max(keeps_, count);
    }
    // The retained events after that one.
    std::vector<published> after(std::int64_t since) const {
        std::vector<published> all;
        for (const published& each : retained_)
            if (each.number > std::max(since, last_ - static_cast<std::int64_t>(keeps_)))
                all.push_back(each);
        return all;
    }

private:
    std::deque<published> retained_;  // and one more
    std::int64_t last_ = 0;
    std::size_t keeps_ = 0;
};

class subscription {
public:
    subscription(policy when_full, std::size_t bytes_max)
        : when_full_(when_full), bytes_max_(bytes_max) {}

    // Retained events, with which it begins, do not count towards the limit.
    void begin_with(const published& event) {
        if (is_ended()) ++missed_;
        else put(event, 0);
    }
    // An event that its filter selects counts 32 bytes more than its payload. An empty queue has
    // room for any event.
    void offer(const published& event) {
        const std::size_t size = event.payload.size() + 32;
        const auto is_full = [&] { return !queue_.empty() && bytes() + size > bytes_max_; };
        if (when_full_ == policy::drop_oldest && !is_ended())
            for (; is_full(); queue_.pop_front()) ++missed_;
        if (when_full_ == policy::end && is_full()) end("overflow");
        if (is_ended()) ++missed_;
        else put(event, size);
    }
    // What is queued is sent first.
    void end(std::string_view reason) {
        if (!is_ended()) reason_ = reason;
    }
    // What is queued is not sent.
    void revoke() {
        missed_ += static_cast<std::int64_t>(queue_.size());
        queue_.clear();
        end("scope");
    }
    bool has_message() const { return !queue_.empty() || (is_ended() && !is_over_); }
    // What is sent next. Nothing follows an end. Requires: has_message().
    message next() {
        if (queue_.empty()) {
            is_over_ = true;
            return {.missed = missed_, .payload = {}, .reason = reason_};
        }
        message one{.number = queue_.front().event.number,
                    .payload = queue_.front().event.payload, .reason = {}};
        if (!is_ended()) one.missed = std::exchange(missed_, 0);
        queue_.pop_front();
        return one;
    }
    bool is_over() const { return is_over_; }

private:
    struct entry {
        published event;
        std::size_t bytes;
    };
    bool is_ended() const { return !reason_.empty(); }
    void put(const published& event, std::size_t size) {
        if (when_full_ == policy::latest) queue_.clear();
        queue_.push_back({event, size});
    }
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const entry& each : queue_) sum += each.bytes;
        return sum;
    }

    policy when_full_;
    std::size_t bytes_max_;
    std::deque<entry> queue_;
    std::int64_t missed_ = 0;  // since the last event that was sent
    std::string reason_;
    bool is_over_ = false;
};

}  // namespace events_model
