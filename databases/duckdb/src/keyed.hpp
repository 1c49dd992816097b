// Functions under a secret key: the ids of names, and masks.
#pragma once

#include "call.hpp"

namespace sortid::duckdb {

// (at, name, key), with a type prefix before them where the format has one.
void give_named(call& c) noexcept;

// (id, key) of a text, which tells its format, or (id, key, format), where the format is that of ids that are
// stored. Integers and UUIDs are of the width of the binding's format.
void mask(call& c) noexcept;
void unmask(call& c) noexcept;

}  // namespace sortid::duckdb
