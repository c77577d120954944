// A program whose methods try denied operations. Each returns "ok" or the name of the error.
#include <callbox/callbox.hpp>

#include <dirent.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

using callbox::method, callbox::blocking, callbox::arg;

std::string outcome(long result) { return result == -1 ? ::strerrorname_np(errno) : "ok"; }

std::string read(const std::string& path) {
    std::ifstream from(path);
    if (!from) return outcome(-1);
    return std::string(std::istreambuf_iterator<char>(from), {});
}
std::string write(const std::string& path, const std::string& text) {
    errno = 0;
    std::ofstream to(path);
    to << text << std::flush;
    return outcome(to ? 0 : -1);
}
std::string remove(const std::string& path) { return outcome(::unlink(path.c_str())); }
std::string rename(const std::string& from, const std::string& to) {
    return outcome(::rename(from.c_str(), to.c_str()));
}
std::string mode(const std::string& path) { return outcome(::chmod(path.c_str(), 0777)); }
std::int64_t entries(const std::string& path) {
    DIR* folder = ::opendir(path.c_str());
    if (folder == nullptr) return -1;
    std::int64_t count = 0;
    while (::readdir(folder) != nullptr) ++count;
    ::closedir(folder);
    return count;
}
std::string connect() { return outcome(::socket(AF_INET, SOCK_STREAM, 0)); }
std::string execute() { return outcome(::execl("/bin/true", "true", nullptr)); }
std::string fork() {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    return outcome(child);
}
std::string shell() { return std::system("true") == 0 ? "ok" : "refused"; }
std::string code() {
    const void* page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return outcome(page == MAP_FAILED ? -1 : 0);
}
// Threads, memory and exceptions of the C++ library.
std::int64_t threads() {
    std::int64_t sum = 0;
    for (int i = 0; i < 8; ++i)
        std::thread([&sum, i] {
            try {
                throw std::runtime_error(std::string(1 << 20, 'x'));
            } catch (const std::runtime_error&) {
                sum += i;
            }
        }).join();
    return sum;
}
std::string large(std::uint32_t size) { return std::string(size, 'x'); }
std::string pause(std::uint32_t ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    return "ok";
}
void fail() { throw std::runtime_error("on purpose"); }
void terminate() { std::terminate(); }
void corrupt() {
    void* volatile twice = std::malloc(4000);
    for (int i = 0; i < 2; ++i) std::free(twice);
}

constexpr callbox::api methods{
    callbox::thread_safe,
    method<"read", read>("", "path"),
    method<"write", write>("", "path", "text"),
    method<"remove", remove>("", "path"),
    method<"rename", rename>("", "from", "to"),
    method<"mode", mode>("", "path"),
    method<"entries", entries>("", "path"),
    method<"connect", connect>(""),
    method<"execute", execute>(""),
    method<"fork", fork>(""),
    method<"shell", shell>(""),
    method<"code", code>(""),
    method<"threads", threads>(""),
    method<"large", large>("", "size"),
    method<"fail", fail>(""),
    method<"terminate", terminate>(""),
    method<"corrupt", corrupt>(""),
    method<"slow.read", read>("", "path", blocking),
    method<"slow.execute", execute>("", blocking),
    method<"slow.fork", fork>("", blocking),
    method<"slow.pause", pause>("", "ms", blocking),
};

}  // namespace

int main(int argc, char** argv) {
    const rlimit none{0, 0};
    (void)::setrlimit(RLIMIT_CORE, &none);
    return callbox::run(methods, argc, argv);
}
