// callbox/path.hpp - std::filesystem::path as a parameter or result: a string. A string with a NUL
// is refused. Which files a caller may name is the function's to check.
#pragma once

#include <callbox/codec.hpp>

#include <filesystem>

namespace callbox {

template <> struct codec<std::filesystem::path> {
    static constexpr type schema{.form = type_form::string, .name = "path"};
    static bool read(value from, std::filesystem::path& out, violations& bad) {
        if (!from.is(kind::string)) return bad.wrong_type(from, schema);
        if (from.text().find('\0') != std::string_view::npos)
            return bad.refuse(from, schema, "a path has no NUL");
        out = from.text();
        return true;
    }
    static void write(writer& to, const std::filesystem::path& from) { to.string(from.native()); }
};

}  // namespace callbox
