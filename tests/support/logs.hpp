// Loggers whose lines a test keeps, reads or drops.
#pragma once

#include "observe/log_output.hpp"
#include "observe/logger.hpp"

#include <callbox/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace support {

// Drops lines, but reads every byte of them.
class null_sink : public callbox::observe::log_sink {
public:
    virtual ~null_sink() = default;
    void put(callbox::log_level, std::string_view line, std::uint64_t = 0) override {
        for (const char c : line) sum_ = sum_ + static_cast<unsigned char>(c);
    }

private:
    volatile std::size_t sum_ = 0;
};

// Keeps lines, without what each begins and ends with: "callbox: " and the line feed.
class kept_lines : public null_sink {
public:
    void put(callbox::log_level at, std::string_view line, std::uint64_t tells_of = 0) override {
        null_sink::put(at, line, tells_of);
        line.remove_suffix(1);
        if (line.starts_with("callbox: ")) line.remove_prefix(9);
        all.emplace_back(line);
    }
    // All of them, each with a line feed.
    std::string text() const {
        std::string whole;
        for (const std::string& line : all) whole += line + '\n';
        return whole;
    }

    std::vector<std::string> all;
};

// A logger without a limit of lines; at level info calls are logged, with their params.
template <class Sink> struct logger_to : Sink, private callbox::observe::log_style,
                                         public callbox::observe::logger {
    logger_to() : logger(*this, SIZE_MAX, *this) {}
    void log_calls(bool wanted) {
        const auto at = wanted ? callbox::log_level::info : callbox::log_level::warn;
        log_style::level = static_cast<int>(at);
        log_style::params = wanted;
        reload();
    }
};
using quiet_log = logger_to<null_sink>;
using kept_log = logger_to<kept_lines>;

}  // namespace support
