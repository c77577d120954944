// Converts names of a document into names of a programming language.
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

// The words of the name in lower case: "user-id", "userId" and "User ID" are {"user", "id"};
// "HTTPServer2" is {"http", "server2"}. All bytes except ASCII letters and digits separate words.
// No word is empty; there may be none.
std::vector<std::string> words_of(std::string_view name);

// {"pet", "list"} becomes "PetList", "petList" or "pet_list"; no words become "Value" or "value". A
// name that would begin with a digit gets a leading underscore.
std::string pascal(std::span<const std::string> words);
std::string camel(std::span<const std::string> words);
std::string snake(std::span<const std::string> words);

// Whether it is an ASCII letter or underscore followed by ASCII letters, digits and underscores.
bool is_identifier(std::string_view name);

// Whether the word is in the list, whose words are separated by blanks.
bool is_listed(std::string_view list, std::string_view word);

// The identifiers of one scope: all distinct, none reserved.
class scope {
public:
    static constexpr std::size_t name_bytes_max = 80;  // longer names are cut

    // Reserves the words of the lists (reserved.hpp) and the names of `outer`.
    // Requires: the lists and `outer` outlive the scope.
    explicit scope(std::vector<std::string_view> lists, const scope* outer = nullptr)
        : lists_(std::move(lists)), outer_(outer) {}

    // Claims the name and returns it; if it is reserved or taken, a name made from it: "class_",
    // "id_2", or "send_2" if "send" and "send_" are reserved. Requires: an identifier.
    code claim(std::string wanted);
    // Claims the name unless it is taken.
    void reserve(const code& name) { taken_.try_emplace(std::string(name.view()), 2); }

private:
    bool is_reserved(const std::string& name) const;

    std::vector<std::string_view> lists_;
    const scope* outer_;
    std::map<std::string, std::size_t, std::less<>> taken_ = {};  // with the next number to try
};

}  // namespace callbox::openrpc::generate
