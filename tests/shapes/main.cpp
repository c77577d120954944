// Random messages and heads, many with the same layout: dispatchers with and without the fast path
// give the same answers, byte for byte, and leave the same state; known_heads and the parser read
// each head alike. `shapes FIRST LAST` runs these seeds, each a group of messages and heads, and
// stops at the first difference.
#include "heads.hpp"
#include "messages.hpp"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: shapes FIRST LAST\n");
        return 2;
    }
    const std::uint64_t last = std::strtoull(argv[2], nullptr, 10);
    shapes::counts all;
    for (std::uint64_t seed = std::strtoull(argv[1], nullptr, 10); seed <= last; ++seed) {
        const std::string why = shapes::check_messages(seed, all) + shapes::check_heads(seed, all);
        if (why.empty()) continue;
        std::fprintf(stderr, "shapes: seed %llu: %s\n", static_cast<unsigned long long>(seed),
                     why.c_str());
        return 1;
    }
    std::printf("%zu messages, %zu of them answered without error; %zu heads, %zu of them known\n",
                all.messages, all.answered, all.heads, all.known);
    const bool is_usual = all.answered >= all.messages / 4 && all.known >= all.heads / 4;
    if (!is_usual) std::fprintf(stderr, "shapes: too few took the fast path\n");
    return is_usual ? 0 : 1;
}
