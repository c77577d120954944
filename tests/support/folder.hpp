// A folder that goes when the test goes, with all that is in it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace support {

struct folder {
    std::string name = "/tmp/callbox-test-XXXXXX";

    folder() {
        if (::mkdtemp(name.data()) == nullptr) std::abort();
    }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    ~folder() { std::filesystem::remove_all(name); }

    std::string operator/(std::string_view file) const { return name + '/' + std::string(file); }
    // Writes a file, which only its owner can read and write; returns its path.
    std::string put(std::string_view file, std::string_view text) const {
        const std::string where = *this / file;
        std::ofstream(where) << text;
        std::filesystem::permissions(where, std::filesystem::perms(0600));
        return where;
    }
    // Of a unix socket in it.
    std::string path() const { return *this / "s"; }
    std::string address() const { return "unix:" + path(); }
    bool exists() const { return std::filesystem::exists(path()); }
};

}  // namespace support
