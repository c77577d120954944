// Calls that are answered elsewhere, so that others are answered meanwhile: the part of it that
// knows neither threads nor clocks.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/caller.hpp>
#include <callbox/table.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::rpc {

class statistics;

// Names one call that was handed over. Never 0.
using ticket = std::uint64_t;

// Where such calls are answered.
class elsewhere {
public:
    // Takes over a request of that method that stands alone, and answers it in its own time;
    // within the method's timeout_ms, if that is not 0. 0 when there is no room for one more.
    // Nobody waits for the answer of one that is not `awaited`. `who` calls it, null if nobody
    // asks; a view of what is gone when this returns.
    virtual ticket take(bytes request, const caller* who, const row& method, bool awaited) = 0;

protected:
    ~elsewhere() = default;
};

// What came of it: a response, nothing for a notification.
struct found {
    bytes response{memory::budget::clients};
    std::optional<int> error_code;
    std::uint64_t ticks = 0;  // that it took
};

// An answer of which some responses are still to come.
class pending {
public:
    // `limit`: the most bytes of results that it keeps, all together; in place of a response that
    // would be beyond it stands one that says so.
    explicit pending(std::size_t limit) : limit_(limit) {}

    // At this place of the answer the response to that id is missing.
    void wait_for(ticket t, std::size_t at, std::string_view id, const row* method = nullptr);
    // All of the answer that is there.
    void keep(std::string_view text) {
        text_.append(text);
        size_ += text.size();
    }

    // Whether it waits for that one; then it does no more, and has its response.
    bool fill(ticket t, found&& what);
    // The same when it came to nothing in its time.
    bool give_up(ticket t);

    bool is_whole() const { return missing_ == 0; }
    std::size_t missing() const { return missing_; }
    // Appends the answer. Returns the code of the error that it is, when it is one response.
    // Requires: it is whole.
    std::optional<int> append_to(bytes& out) const;
    // How long all calls in it took, one after the other.
    std::uint64_t ticks() const;
    // Counts the errors that stand in it instead of what came, or did not come, of a call.
    void count_into(statistics& counts) const;

private:
    struct hole {
        ticket waits_for;  // 0: for none any more
        std::size_t at;
        const row* method;
        std::string id;
        found what;
        bool replaced = false;
    };
    hole* find(ticket t);

    std::size_t limit_;
    std::size_t size_ = 0;  // of what is kept
    std::size_t missing_ = 0;
    bytes text_{memory::budget::clients};
    std::vector<hole> holes_;  // in the order of the answer
};

}  // namespace callbox::rpc
