// SHA-256 and base64. Not on the fast path of a call: the code follows the standards and is not
// optimized.
#include "sha256.hpp"

#include <algorithm>
#include <bit>

namespace callbox {

namespace {

constexpr std::size_t block_bytes = 64;
using state = std::array<std::uint32_t, 8>;

// The message, a one bit, zeros, and the length in bits as a 64-bit number: FIPS 180-4, 5.1.1
std::string padded(std::string_view message) {
    std::string text(message);
    text += '\x80';
    while (text.size() % block_bytes != block_bytes - 8) text += '\0';
    const std::uint64_t bits = std::uint64_t{message.size()} * 8;
    for (int shift = 56; shift >= 0; shift -= 8)
        text += static_cast<char>(static_cast<unsigned char>(bits >> shift));
    return text;
}

// The constants: FIPS 180-4, 4.2.2
constexpr std::array<std::uint32_t, 64> k{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
    std::uint32_t word = 0;
    for (const char c : bytes.substr(at, 4)) word = word << 8 | static_cast<unsigned char>(c);
    return word;
}

// Hashes one block: FIPS 180-4, 6.2.2
void take_block(state& hash, std::string_view block) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t t = 0; t < 16; ++t) w[t] = word_at(block, t * 4);
    for (std::size_t t = 16; t < 64; ++t) {
        const std::uint32_t x = w[t - 15];
        const std::uint32_t y = w[t - 2];
        w[t] = (std::rotr(y, 17) ^ std::rotr(y, 19) ^ y >> 10) + w[t - 7] +
               (std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3) + w[t - 16];
    }
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t t = 0; t < 64; ++t) {
        const std::uint32_t choose = (e & f) ^ (~e & g);
        const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
        const std::uint32_t t1 =
            h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choose + k[t] + w[t];
        const std::uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const state worked{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += worked[i];
}

}  // namespace

// The initial hash value: FIPS 180-4, 5.3.3
std::array<std::uint8_t, 32> sha256(std::string_view message) {
    state hash{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const std::string text = padded(message);
    for (std::size_t at = 0; at < text.size(); at += block_bytes)
        take_block(hash, std::string_view(text).substr(at, block_bytes));

    std::array<std::uint8_t, 32> digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
        digest[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - i % 4 * 8));
    return digest;
}

// Three bytes at a time: 24 bits, 4 characters.
void encode_base64(std::span<const std::uint8_t> from, char* to) {
    static constexpr char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t at = 0; at < from.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, from.size() - at);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < count ? from[at + i] : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            *to++ = i <= count ? digits[bits >> (18 - i * 6) & 63] : '=';
    }
}

std::string base64(std::span<const std::uint8_t> from) {
    std::string to(base64_length(from.size()), ' ');
    encode_base64(from, to.data());
    return to;
}

std::string hex(std::span<const std::uint8_t> from) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : from) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

}  // namespace callbox
