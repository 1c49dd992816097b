// The extension's settings (sortid.…), as the server last read them.
#pragma once

#include "glue.hpp"
#include "sortid/generator.hpp"

namespace sortid::pg {

constexpr int default_max_ahead_ms = 10'000;

struct server_settings {
  // The server's own types for an enumeration and for an integer.
  int clock_back;
  int overflow;
  int max_ahead_ms;  // -1: any
  int sid;
  int sequence;  // as clock_back
  char* mask_key_file;

  [[nodiscard]] sortid::policies policies() const noexcept {
    sortid::policies p;
    p.overflow = static_cast<on_overflow>(overflow);
    p.clock_back = static_cast<on_clock_back>(clock_back);
    return p;
  }
};
extern server_settings settings;

}  // namespace sortid::pg
