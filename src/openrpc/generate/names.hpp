// Names of a document as names of a programming language.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

// Its words in lower case: "user-id", "userId" and "User ID" are {"user", "id"}; "HTTPServer2" is
// {"http", "server2"}. Bytes that are no letters or digits of ASCII only part words. None is empty;
// there may be none.
std::vector<std::string> words_of(std::string_view name);

// Of words: "PetList", "petList", "pet_list". Of no words: "Value", "value", "value". A digit in
// front gets an underscore before it.
std::string pascal(std::span<const std::string> words);
std::string camel(std::span<const std::string> words);
std::string snake(std::span<const std::string> words);

// Whether it is a letter or an underscore, then letters, digits or underscores, all of ASCII.
bool is_identifier(std::string_view name);

// The names of one scope: no two are the same, and none is a reserved one.
class scope {
public:
    // Reserves words with a blank between them: "class new".
    explicit scope(std::string_view words) { reserve(words); }
    void reserve(std::string_view words);

    // Takes the name for its caller; where it is taken, one made from it: "class_", "id_2".
    std::string claim(std::string wanted);

private:
    std::set<std::string> reserved_ = {};
    std::set<std::string> taken_ = {};
};

// Its lines, without blanks at their ends and empty lines at the end.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace callbox::openrpc::generate
