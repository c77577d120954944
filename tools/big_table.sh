#!/bin/sh
# Writes a program with 100 methods of mixed types, to measure the compile time of a table.
#     tools/big_table.sh > big.cpp && time $CXX -std=c++20 -O2 -Iinclude -c big.cpp
cat << 'END'
#include <callbox/callbox.hpp>
using namespace callbox;
namespace big {
enum class tone { plain, cheerful };
constexpr auto describe(as<tone>) {
    return choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "cheerful"}};
}
struct point { double x = 0, y = 0; };
constexpr auto describe(as<point>) {
    return fields{field{"x", &point::x, "east"}.in(-10, 10), field{"y", &point::y}};
}
struct trip { std::string name; std::vector<point> path; std::optional<tone> how; };
constexpr auto describe(as<trip>) {
    return fields{field{"name", &trip::name}.length(1, 9), field{"path", &trip::path},
                  field{"how", &trip::how}};
}
using map = std::map<std::string, double>;
END
for i in $(seq 20); do
    cat << END
inline std::int64_t a$i(std::int64_t a, std::int32_t b) { return a + b; }
inline result<std::string> b$i(std::string_view s, std::optional<int> n) {
    return std::string(s) + std::to_string(n.value_or(0));
}
inline trip c$i(const trip& t, tone how) { return {t.name, t.path, how}; }
inline map d$i(const map& m, bool b) { return b ? m : map{}; }
inline std::size_t e$i(const std::vector<point>& v, std::variant<bool, std::string> w) {
    return v.size() + w.index();
}
END
done
echo 'inline constexpr api methods{'
for i in $(seq 20); do
    cat << END
method<"a.m$i", a$i>("Adds.", "a", arg("b", "doc").in(0, 100) = 1, example({2, 3}, 5)),
method<"b.m$i", b$i>("Text.", arg("s").length(1, 64), "n", fails(1, "no"), returns("text")),
method<"c.m$i", c$i>("Trip.", arg("t", "a trip"), by_name_only, arg("how") = tone::plain),
method<"d.m$i", d$i>("Map.", arg("m").size(0, 10), "b"),
method<"e.m$i", e$i>("Count.", "v", "w"),
END
done
cat << 'END'
};
}  // namespace big
int main(int argc, char** argv) { return run(big::methods, argc, argv); }
END
