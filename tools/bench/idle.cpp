// idle PORT COUNT REQUEST_FILE ANSWER_BYTES: opens COUNT connections, makes one request on each,
// reports that it is ready, and keeps them open until it is killed.
#include "loopback.hpp"

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fputs("usage: idle PORT COUNT REQUEST_FILE ANSWER_BYTES\n", stderr);
        return 2;
    }
    const auto port = static_cast<std::uint16_t>(bench::number(argv[1]));
    const std::string request = bench::bytes_of(argv[3]);
    for (std::size_t left = bench::number(argv[2]); left > 0; --left) {
        const int socket = bench::dial(port);
        if (socket == -1) bench::fail("idle: connect");
        if (!bench::exchange(socket, request, bench::number(argv[4]))) bench::fail("idle: answer");
    }
    std::fputs("idle: ready: all connections are open\n", stderr);
    for (;;) ::pause();
}
