// Reads the schemas of an OpenRPC document.
#pragma once

#include "contract.hpp"
#include "examine.hpp"

#include <deque>
#include <map>
#include <string_view>

namespace callbox::rpc::contract {

// Makes schemas and keeps them in `all`. The examiner tells what is wrong with them.
class schema_reader {
public:
    schema_reader(std::deque<schema>& all, examiner& by);

    // Reads the schemas of "components", which "$ref" can refer to. Requires: an object.
    void read_components(value schemas);
    const schema* read(value of);
    const schema* any() const { return any_; }

private:
    void fill(schema& into, value of);
    shape read_shape(value of, kind is);
    void read_values(shape& into, value of);
    void read_items(shape& into, value of);
    void read_properties(shape& into, value of);
    const schema* read_rest(value of, std::string_view keyword);
    const schema* named(std::string_view reference);

    std::deque<schema>& all_;
    examiner& by_;
    const schema* any_;
    const schema* nothing_;
    std::map<std::string_view, schema*> components_ = {};
};

}  // namespace callbox::rpc::contract
