// A column that is being made, and what its copies share when it is.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "../system/system.hpp"
#include "sortid/arrow.hpp"

namespace sortid::arrow::detail {

struct freed {
  void operator()(void* memory) const noexcept { std::free(memory); }
};
using memory = std::unique_ptr<char[], freed>;

// Without a value until it is written; never empty, for some readers follow the pointer.
[[nodiscard]] inline memory allocate(std::size_t size) noexcept {
  return memory(static_cast<char*>(sortid::detail::os::allocate_large(size < 64 ? 64 : size)));
}

struct column_state {
  std::atomic<std::size_t> owners{1};
  const char* arrow_format = "";
  bool is_uuid = false;  // labelled with the extension type
  std::size_t size = 0;
  std::size_t nulls = 0;
  memory validity;  // none without a null
  memory values;
  std::size_t values_size = 0;
  memory texts;  // of texts alone, whose values are offsets or views
  std::size_t texts_size = 0;
  // Of views: a buffer of texts has at most so many bytes, and then there are the buffers' sizes.
  std::size_t piece_size = 0;
  memory piece_sizes;

  [[nodiscard]] bool has_texts() const noexcept { return texts != nullptr; }
  [[nodiscard]] std::size_t pieces() const noexcept {
    return piece_size == 0 ? 0 : (texts_size + piece_size - 1) / piece_size;
  }

  // Made when the first one comes. False without memory.
  [[nodiscard]] bool set_null(std::size_t row) noexcept;

  // Takes the only owner of `made`.
  static column give(std::unique_ptr<column_state> made) noexcept;
};

// The schema of a type, made of constants alone.
void make_schema(const char* arrow_format, bool is_uuid, ArrowSchema& to) noexcept;

}  // namespace sortid::arrow::detail
