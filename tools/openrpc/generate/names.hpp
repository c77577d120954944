// Names of a document as names of a programming language.
#pragma once

#include "code.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox::openrpc::generate {

// Its words in lower case: "user-id", "userId" and "User ID" are {"user", "id"}; "HTTPServer2" is
// {"http", "server2"}. Bytes that are not letters or digits of ASCII only separate words. No word
// is empty; there may be none.
std::vector<std::string> words_of(std::string_view name);

// Of words: "PetList", "petList", "pet_list". Of no words: "Value", "value", "value". A name that
// would begin with a digit begins with an underscore.
std::string pascal(std::span<const std::string> words);
std::string camel(std::span<const std::string> words);
std::string snake(std::span<const std::string> words);

// Whether it is a letter or an underscore, then letters, digits or underscores, all of ASCII.
bool is_identifier(std::string_view name);

// Whether the list, words with a blank between them, has the word.
bool is_listed(std::string_view list, std::string_view word);

// The identifiers of one scope: no two are the same, and none is reserved.
class scope {
public:
    static constexpr std::size_t name_bytes_max = 80;  // longer ones are cut

    // Reserves the words of the lists (reserved.hpp) and the names of `outer`.
    // Requires: the lists and `outer` outlive the scope.
    explicit scope(std::vector<std::string_view> lists, const scope* outer = nullptr)
        : lists_(std::move(lists)), outer_(outer) {}

    // Takes the name for its caller; if it is taken, one made from it: "class_", "id_2".
    // Requires: an identifier.
    code claim(std::string wanted);
    // Claims the name unless it is claimed.
    void reserve(const code& name) { taken_.try_emplace(std::string(name.view()), 2); }

private:
    bool is_reserved(const std::string& name) const;

    std::vector<std::string_view> lists_;
    const scope* outer_;
    std::map<std::string, std::size_t, std::less<>> taken_ = {};  // with the next number to try
};

}  // namespace callbox::openrpc::generate
