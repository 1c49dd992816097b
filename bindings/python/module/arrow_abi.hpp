// The Arrow C data and stream interfaces: structs whose layout is that ABI, and what frees them.
#pragma once

#include <cstdint>
#include <utility>

#include "python.hpp"

namespace sortid::python {

extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

}  // extern "C"

inline constexpr std::int64_t arrow_nullable = 2;
// Of a view: texts of at most so many bytes stand in it.
inline constexpr std::int32_t arrow_inline_bytes = 12;

// Released once, by whoever has it last: the ABI's rule for moving one of its structs.
template <class Struct>
class arrow {
 public:
  arrow() noexcept = default;
  explicit arrow(Struct* source) noexcept : struct_(*source) { source->release = nullptr; }
  arrow(arrow&& other) noexcept : struct_(std::exchange(other.struct_, Struct{})) {}
  arrow& operator=(arrow&& other) noexcept {
    std::swap(struct_, other.struct_);
    return *this;
  }
  arrow(const arrow&) = delete;
  arrow& operator=(const arrow&) = delete;
  ~arrow() {
    if (struct_.release == nullptr) return;
    // Whoever made it may run Python for this, where an error of ours must not be standing.
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    struct_.release(&struct_);
    PyErr_Restore(type, value, traceback);
  }
  [[nodiscard]] Struct* get() noexcept { return &struct_; }
  [[nodiscard]] const Struct* operator->() const noexcept { return &struct_; }
  [[nodiscard]] bool released() const noexcept { return struct_.release == nullptr; }

 private:
  Struct struct_{};
};

}  // namespace sortid::python
