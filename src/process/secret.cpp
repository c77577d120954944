// Reads files that nobody else may read, for server/credentials and cli/call.
#include "secret.hpp"

#include "base/fd.hpp"
#include "base/retry.hpp"
#include "file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>

namespace callbox::process {

std::string read_secret(const std::string& path, std::size_t bytes_max, std::string& out,
                        uid_t other) {
    out.clear();
    fd file;
    struct stat status {};
    if (const char* const why = open_linked_file(path, O_RDONLY, file, other)) return why;
    if (::fstat(file.get(), &status) == -1) return std::strerror(errno);
    const bool is_handed_down = status.st_uid == 0 && (other != 0 || ::geteuid() != 0);
    if ((status.st_mode & (S_IRWXO | (is_handed_down ? S_IWGRP | S_IXGRP : S_IRWXG))) != 0)
        return "its mode lets others than its owner at it: chmod 600 mends that";
    std::array<char, 4096> some;
    for (;;) {
        const auto got = retried([&] { return ::read(file.get(), some.data(), some.size()); });
        if (got == -1) return std::strerror(errno);
        if (got == 0) return "";
        if (out.size() + static_cast<std::size_t>(got) > bytes_max)
            return "it is longer than " + std::to_string(bytes_max) + " bytes";
        out.append(some.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace callbox::process
