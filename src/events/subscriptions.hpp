// The implementation of events/hub: subscriptions, their queues, and their messages.
#pragma once

#include "base/fd.hpp"
#include "hub.hpp"
#include "rpc/deferred.hpp"
#include "topic.hpp"

#include <list>

namespace callbox::events {

class connection_stream;

struct subscription {
    connection_stream* owner;
    std::uint64_t id;
    std::size_t row;
    std::unique_ptr<detail::filter> filter;     // null: takes all
    std::unique_ptr<rpc::kept_caller> from = nullptr;  // for the filter
    std::uint64_t after = UINT64_MAX;           // the seq of the last event before it
    std::vector<shared_publication> waiting = {};  // from index `sent` on
    std::size_t sent = 0;
    std::size_t waiting_bytes = 0;   // see bytes_of()
    std::size_t counted_bytes = 0;   // in the budget of memory
    std::size_t retained_bytes = 0;  // of those among them that it began with: beyond the limit
    std::uint64_t missed = 0;        // since the last one that was queued
    std::optional<end_reason> ended = {};  // after those that wait

    bool waits() const { return sent != waiting.size(); }
    bool has_message() const { return waits() || ended; }
    // What an event that waits counts for: its payload, and the memory of its entry.
    static std::size_t bytes_of(const publication& event) {
        return event.payload().size() + 2 * sizeof(shared_publication);
    }
    // Requires: waits().
    shared_publication take_first();
    // Throws std::bad_alloc.
    void put(const shared_publication& event);
};

// Events of the loop's rows that have not been collected. Thread-safe.
class inbox final : public feed {
public:
    struct entry {
        std::size_t row;
        shared_publication event;
        bool is_first;  // see feed
    };

    // Of a row, after its entries.
    struct rest {
        std::uint64_t lost = 0;  // events: the first one that was lost, and those after it
        loss last = {};          // its seq, but why the first one was lost
        bool is_closed = false;

        void add(loss more) {
            if (lost++ == 0) last.why = std::move(more.why);
            last.seq = more.seq;
        }
    };

    explicit inbox(std::size_t rows) : rest_(rows) {}
    // Returns an empty string or one line of error.
    [[nodiscard]] std::string open();
    int get() const { return event_.get(); }
    // Whether collect() has something to do, as far as this thread knows.
    bool has_news() const { return is_awake_.load(std::memory_order_relaxed); }

    void put(std::size_t row, const shared_publication& event, bool is_first) noexcept override;
    void put(std::size_t row, loss* lost) noexcept override;

    // Replaces `entries`, which is empty, and `after`: an element for each row, which is empty too.
    void collect(std::vector<entry>& entries, std::vector<rest>& after);

private:
    void wake() noexcept;

    fd event_;
    std::atomic<bool> is_awake_ = false;
    mutex mutex_;  // guards the members below, and what writes is_awake_
    std::vector<entry> entries_;
    std::vector<rest> rest_;  // of each row
};

class hub_of_table final : public hub {
public:
    hub_of_table(const table& methods, const limits& bounds);

    std::string open(observe::logger& log) override {
        log_ = &log;
        return inbox_.open();
    }
    int get() const override { return inbox_.get(); }
    const event_counters& counts() const override { return counts_; }
    rpc::protocol_method& unsubscribe() override { return unsubscribe_; }
    std::unique_ptr<stream> make_stream(std::string_view peer) override;
    bool collect() override;
    void* next_due() override;

private:
    friend class connection_stream;

    struct channel {
        std::vector<subscription*> subscribers;
        std::shared_ptr<topic> source;
    };

    bool is_behind() const { return next_ != entries_.size(); }
    const row& row_of(const subscription& s) const { return methods_.rows[s.row]; }
    void pass(subscription& s, const shared_publication& event);
    void miss(subscription& s);
    void queue(subscription& s, const shared_publication& event);
    void end(subscription& s, end_reason why);
    void add(subscription& s, const std::shared_ptr<topic>& source);
    void remove(const subscription& s);
    void log_loss(std::string_view event, const std::exception_ptr& why) const;
    void make_due(connection_stream& s);
    void unlink(connection_stream& s);

    table methods_;
    const limits* bounds_;
    observe::logger* log_ = nullptr;
    event_counters counts_;
    rpc::protocol_method unsubscribe_;
    inbox inbox_;
    std::vector<channel> channels_;  // of each row
    std::vector<inbox::entry> entries_;
    std::size_t next_ = 0;  // of the entries; those before it are queued
    std::vector<inbox::rest> rest_;
    std::list<connection_stream*> due_;  // those that have a message
};

class connection_stream final : public stream {
public:
    connection_stream(hub_of_table& hub, std::string_view peer) : hub_(hub), peer_(peer) {}
    connection_stream(const connection_stream&) = delete;
    connection_stream& operator=(const connection_stream&) = delete;
    ~connection_stream();

    result<std::string> begin(const row& event, const caller& from,
                              const std::shared_ptr<topic>& to,
                              std::unique_ptr<detail::filter> filter,
                              std::optional<std::int64_t> since) override;
    bool end(std::string_view id) override;
    std::size_t count() const override { return all_.size(); }
    void undo(std::size_t count) override;
    void set_owner(void* owner) override { owner_ = owner; }
    bool append_next(bytes& out) override;
    void admit(const rpc::view* sees) override;
    void resume() override;

private:
    friend class hub_of_table;

    void append_event(bytes& out, subscription& s);
    void append_end(bytes& out, const subscription& s);
    void remove(std::size_t at);

    hub_of_table& hub_;
    void* owner_ = nullptr;
    std::string_view peer_;
    std::vector<std::unique_ptr<subscription>> all_;
    std::size_t turn_ = 0;  // whose message is next
    std::uint64_t last_id_ = 0;
    std::list<connection_stream*> place_{this};  // empty while its element is in the hub's list
    const std::list<connection_stream*>::iterator self_ = place_.begin();
};

}  // namespace callbox::events
