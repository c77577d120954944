// The changes between two documents, as text.
#pragma once

#include "diff/compare.hpp"

#include <string>

namespace {

// Breaking changes begin with "! ", each change ends with ";". The method "m" is not named, and
// neither are types.
std::string compared(std::string before, std::string after) {
    const auto found = callbox::openrpc::compare(before, after);
    if (!found.problem.empty()) return (found.is_of_after ? "? after: " : "? ") + found.problem;
    std::string all;
    for (const auto& each : found.changes) {
        all += each.breaks ? "! " : "";
        if (each.method != "m" && each.methods.empty()) all += each.method + ": ";
        all += text_of(each) + ";";
    }
    return all;
}

}  // namespace
