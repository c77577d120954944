// Makes a random word without letters and digits that look alike.
#include "incident_id.hpp"

#include <sys/random.h>

#include <cstddef>
#include <cstdint>

namespace callbox::rpc {

incident_id::incident_id() {
    static constexpr std::string_view letters = "0123456789abcdefghjkmnpqrstvwxyz";
    std::array<std::uint8_t, 8> chance{};
    // While the kernel lacks entropy the word is all zeros: the log line is there anyway.
    (void)!getrandom(chance.data(), chance.size(), GRND_NONBLOCK);
    for (std::size_t i = 0; i < word_.size(); ++i) word_[i] = letters[chance[i] % letters.size()];
}

}  // namespace callbox::rpc
