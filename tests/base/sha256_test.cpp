#include "base/sha256.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace sha256_test { namespace {

using callbox::base64;
using callbox::sha256;

std::string hex_of(std::string_view message) {
    std::string text;
    for (const auto byte : sha256(message)) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

std::string base64_of(std::string_view text) {
    return base64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Test(base_sha256, the_examples_of_the_standard_come_out) {
    const struct {
        std::string message;
        const char* digest;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
         "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
        {std::string(1'000'000, 'a'),
         "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    };
    for (const auto& row : rows)
        cr_expect(hex_of(row.message) == row.digest, "%zu bytes", row.message.size());
}

// The padding just fits, or needs a block of its own.
Test(base_sha256, lengths_about_a_block_are_padded_right) {
    const struct {
        std::size_t length;
        const char* digest;
    } rows[] = {
        {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
        {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
        {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
        {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
        {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
    };
    for (const auto& row : rows)
        cr_expect(hex_of(std::string(row.length, 'a')) == row.digest, "%zu bytes", row.length);
}

Test(base_sha256, bytes_are_not_characters) {
    cr_expect(hex_of(std::string("\xff\x00\x80", 3)) ==
              "ef192b7af54e943f206ab27075ec1805384c972c9959fc5820f1fa7d5268fcef");
}

// RFC 4648, 10
Test(base_sha256, base64_is_padded_to_four) {
    const char* const rows[][2] = {
        {"", ""},         {"f", "Zg=="},        {"fo", "Zm8="},         {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="}, {"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"},
        {"\xfb\xff\xbf", "+/+/"},
    };
    for (const auto& row : rows) cr_expect(base64_of(row[0]) == row[1], "%s", row[1]);
}

}}  // namespace sha256_test
