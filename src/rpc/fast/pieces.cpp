// Input: a request that was answered. Output: its text without scalars, and whether others match.
#include "pieces.hpp"

namespace callbox::rpc::fast {

namespace {

constexpr std::uint8_t absent = UINT8_MAX;

// A scalar that is not part of the pieces.
struct scalar {
    std::string_view token;
    kind type;          // of the scalars that may replace it
    std::size_t param;  // the number of parameters for the id
};

// Parameters that accept a fraction accept whole numbers too.
kind type_of(const node& given, const type& wanted) {
    const type& one = wanted.form == type_form::optional ? *wanted.element : wanted;
    const bool is_any_number = given.type == kind::integer && one.form != type_form::integer;
    return is_any_number ? kind::number : given.type;
}

kind type_of_id(std::string_view token) {
    if (token[0] == '"') return kind::string;
    return token.find_first_of(".eE") == token.npos ? kind::integer : kind::number;
}

// Copies the text around the scalars, which are in text order. False: it is too long.
bool copy_around(std::string_view text, std::span<const scalar> scalars, pieces& out) {
    const char* at = text.data();
    char* to = out.text.data();
    const auto keep = [&](pieces::piece& piece, const char* end) {
        const auto size = static_cast<std::size_t>(end - at);
        if (size > static_cast<std::size_t>(out.text.data() + out.text.size() - to)) return false;
        std::memcpy(to, at, size);
        to += size;
        piece.size = static_cast<std::uint16_t>(size);
        return true;
    };
    for (std::size_t i = 0; i < scalars.size(); ++i) {
        const std::string_view token = scalars[i].token;
        if (!keep(out.all[i], token.data())) return false;
        at = token.data() + token.size();
    }
    return keep(out.all[scalars.size()], text.data() + text.size());
}

}  // namespace

bool pieces::cut(value message, const row& method_, std::span<const param> params_,
                 const given_nodes& given_, std::string_view id_) {
    std::array<scalar, scalars_max> found{};
    std::size_t size = 0;
    found[size++] = {id_, type_of_id(id_), params_.size()};
    for (std::size_t i = 0; i < params_.size(); ++i) {
        if (given_[i] == nullptr) continue;
        const kind type = type_of(*given_[i], *params_[i].type);
        if (type == kind::array || type == kind::object || type == kind::null) return false;
        found[size++] = {message.elsewhere(*given_[i]).token(), type, i};
    }
    for (std::size_t i = 1; i < size; ++i)  // in the order of the text
        for (std::size_t at = i; at > 0 && found[at - 1].token.data() > found[at].token.data();
             --at)
            std::swap(found[at - 1], found[at]);

    *this = {.method = &method_, .params = params_.data(),
             .count = static_cast<std::uint32_t>(size), .id = 0, .given = {}, .all = {},
             .text = {}};
    if (!copy_around(message.token(), std::span(found).first(size), *this)) return false;
    given.fill(absent);
    for (std::uint32_t i = 0; i < size; ++i) {
        all[i].type = found[i].type;
        if (found[i].param == params_.size()) id = i;
        else given[found[i].param] = static_cast<std::uint8_t>(i);
    }
    return true;
}

void pieces::place(node* first, given_nodes& to) const {
    for (std::size_t i = 0; i < method->params.count; ++i)
        to[i] = given[i] == absent ? nullptr : first + given[i];
}

}  // namespace callbox::rpc::fast
