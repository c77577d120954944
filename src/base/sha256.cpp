// Hashes and base64. Not on the fast path of a call: the code follows the standards and is not
// optimized.
#include "sha256.hpp"

#include <algorithm>
#include <bit>

namespace callbox {

namespace {

constexpr std::size_t block_bytes = 64;
template <std::size_t Words> using state = std::array<std::uint32_t, Words>;

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

// The words of a block, and those that follow from them, in turn.
template <std::size_t Count, class Next>
std::array<std::uint32_t, Count> schedule(std::string_view block, Next next) {
    std::array<std::uint32_t, Count> w{};
    for (std::size_t t = 0; t < Count; ++t) w[t] = t < 16 ? word_at(block, t * 4) : next(&w[t]);
    return w;
}

template <std::size_t Words> void add(state<Words>& hash, const state<Words>& worked) {
    for (std::size_t i = 0; i < Words; ++i) hash[i] += worked[i];
}

// FIPS 180-4, 6.1.2
void take_block(state<5>& hash, std::string_view block) {
    const auto w = schedule<80>(block, [](const std::uint32_t* at) {
        return std::rotl(at[-3] ^ at[-8] ^ at[-14] ^ at[-16], 1);
    });
    auto [a, b, c, d, e] = hash;
    for (std::size_t t = 0; t < w.size(); ++t) {
        std::uint32_t f = b ^ c ^ d, constant = t < 40 ? 0x6ed9eba1 : 0xca62c1d6;
        if (t < 20) f = (b & c) | (~b & d), constant = 0x5a827999;
        else if (t >= 40 && t < 60) f = (b & c) | (b & d) | (c & d), constant = 0x8f1bbcdc;
        const std::uint32_t next = std::rotl(a, 5) + f + e + constant + w[t];
        e = d, d = c, c = std::rotl(b, 30), b = a, a = next;
    }
    add(hash, {a, b, c, d, e});
}

// FIPS 180-4, 6.2.2
void take_block(state<8>& hash, std::string_view block) {
    const auto w = schedule<64>(block, [](const std::uint32_t* at) {
        const std::uint32_t x = at[-15], y = at[-2];
        return (std::rotr(y, 17) ^ std::rotr(y, 19) ^ y >> 10) + at[-7] +
               (std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3) + at[-16];
    });
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t t = 0; t < w.size(); ++t) {
        const std::uint32_t choose = (e & f) ^ (~e & g);
        const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
        const std::uint32_t t1 =
            h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choose + k[t] + w[t];
        const std::uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    add(hash, {a, b, c, d, e, f, g, h});
}

template <std::size_t Words>
std::array<std::uint8_t, 4 * Words> digest_of(std::string_view message, state<Words> hash) {
    const std::string text = padded(message);
    for (std::size_t at = 0; at < text.size(); at += block_bytes)
        take_block(hash, std::string_view(text).substr(at, block_bytes));
    std::array<std::uint8_t, 4 * Words> digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
        digest[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - i % 4 * 8));
    return digest;
}

}  // namespace

// The initial hash values: FIPS 180-4, 5.3.1, 5.3.3
std::array<std::uint8_t, 20> sha1(std::string_view message) {
    return digest_of<5>(message, {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0});
}

std::array<std::uint8_t, 32> sha256(std::string_view message) {
    return digest_of<8>(message, {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19});
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
