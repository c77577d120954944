// What the server sends, read as a client would, answer by answer.
#pragma once

#include "plan.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace simulate {

struct answer {
    int status = 0;
    bool closes = false;
    std::string body;
};

// Takes bytes in any pieces.
class answers {
public:
    void feed(std::string_view some) { rest_ += some; }
    // Whether there was a whole answer. `wrong` says what is no answer, if anything.
    bool next(answer& into, std::string& wrong);
    bool is_between() const { return rest_.empty(); }

private:
    std::string rest_;
};

// Empty, or why this is not the answer to those calls. `now` is the turn's time, in ms; deferred
// calls may have been late, or have found no room.
std::string judge(const answer& got, const asked& request, const ledger& calls,
                  const callbox::limits& bounds, std::int64_t now);

}  // namespace simulate
