// The program with sockets that pass one byte at a time.
#include "fault.hpp"

namespace {

faults::fault one_byte{.what = faults::kind::one_byte};
[[maybe_unused]] const bool is_armed = (faults::armed = &one_byte) != nullptr;

}  // namespace
