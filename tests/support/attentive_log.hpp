// A logger of level info that reads every byte that it gets, and checks what belongs together.
#pragma once

#include "observe/log.hpp"
#include "observe/call_observer.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <variant>

namespace support {

class attentive_log final : public callbox::log, public callbox::rpc::call_observer {
public:
    // Whether it wants calls, and their params; by default neither.
    void attend(bool wanted) { on_ = params_ = wanted; }

    void line(std::string_view text) override { read(text); }
    void event(callbox::log_level, std::string_view what,
               std::initializer_list<callbox::log_field> fields) override {
        read(what);
        for (const auto& [name, value] : fields) {
            check(!name.empty(), "a field has a name");
            if (const auto* text = std::get_if<std::string_view>(&value)) read(*text);
        }
    }

    void begins(const callbox::rpc::observed_call& call) override {
        check(!runs_, "one call ends before the next begins");
        check(call.response_bytes == 0 && call.ticks == 0 && call.code == 0, "nothing of another");
        read(call);
        runs_ = true;
    }
    void ended(const callbox::rpc::observed_call& call) override {
        read(call);
        check(runs_ || call.method.empty(), "what ends has begun, or was no request");
        const bool is_nothing = call.id.empty() && call.params.empty() && call.ticks == 0;
        check(runs_ || is_nothing, "of what is no request nothing of another call is told");
        runs_ = false;
    }
    void left() override {
        check(runs_, "what leaves has begun");
        runs_ = false;
    }

private:
    static void check(bool holds, const char* claim) {
        if (holds) return;
        std::fprintf(stderr, "the log: does not hold: %s\n", claim);
        std::abort();
    }
    void read(std::string_view text) {
        for (const char c : text) sum_ = sum_ + static_cast<unsigned char>(c);
    }
    void read(const callbox::rpc::observed_call& call) {
        check(call.from != nullptr, "somebody calls");
        for (const std::string_view text : {call.method, call.id, call.params, call.from->peer,
                                            call.from->token, call.from->traceparent})
            read(text);
    }

    bool runs_ = false;
    volatile std::size_t sum_ = 0;
};

}  // namespace support
