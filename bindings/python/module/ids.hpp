// An id as a Python object: its bits behind an object's head, and a TypeID's prefix behind those. Ids never
// change, and their classes have no subclasses.
#pragma once

#include <cstring>
#include <optional>
#include <string_view>

#include "sortid/batch_by_format.hpp"
#include "state.hpp"

namespace sortid::python {

struct id_object {
  object_head head;
  uint128 value;
};
// An id of a format whose texts may begin with a prefix.
struct prefixed_id_object {
  id_object id;
  std::uint8_t prefix_size;
  char prefix[type_prefix::max_size];
};

// The id of an object. Its prefix lies in the object.
[[nodiscard]] inline parsed_id id_of(format f, PyObject* self) noexcept {
  parsed_id id{reinterpret_cast<id_object*>(self)->value, {}};
  if (f.layout().prefixed) {
    const auto* const prefixed = reinterpret_cast<prefixed_id_object*>(self);
    id.prefix = {prefixed->prefix, prefixed->prefix_size};
  }
  return id;
}

// Memory of the objects that went last, for the next ones: a sixth of what a parse takes. The GIL lets one
// thread in at a time; without a GIL there is none of this.
template <std::size_t Size>
class spare_memory {
 public:
  [[nodiscard]] static void* take() noexcept {
#if !defined(Py_GIL_DISABLED)
    if (count_ != 0) return kept_[--count_];
#endif
    return PyObject_Malloc(Size);
  }
  static void release(void* memory) noexcept {
#if !defined(Py_GIL_DISABLED)
    if (count_ != most) {
      kept_[count_++] = memory;
      return;
    }
#endif
    PyObject_Free(memory);
  }

 private:
#if !defined(Py_GIL_DISABLED)
  static constexpr std::size_t most = 64;
  static inline void* kept_[most];
  static inline std::size_t count_ = 0;
#endif
};

// The memory that the objects of a format take, and give back.
[[nodiscard]] inline void* take_memory(const layout& l) noexcept {
  return l.prefixed ? spare_memory<sizeof(prefixed_id_object)>::take()
                    : spare_memory<sizeof(id_object)>::take();
}
inline void give_memory_back(const layout& l, void* memory) noexcept {
  if (l.prefixed) {
    spare_memory<sizeof(prefixed_id_object)>::release(memory);
  } else {
    spare_memory<sizeof(id_object)>::release(memory);
  }
}

// `type` is the format's class, which the caller often has already.
[[nodiscard]] inline PyObject* make(format f, PyTypeObject* type, const parsed_id& id) noexcept {
  auto* const made = static_cast<id_object*>(take_memory(f.layout()));
  if (made == nullptr) return PyErr_NoMemory();
  made->head.weak_references = nullptr;
  made->value = id.value;
  if (f.layout().prefixed) {
    auto* const prefixed = reinterpret_cast<prefixed_id_object*>(made);
    prefixed->prefix_size = static_cast<std::uint8_t>(id.prefix.size());
    if (!id.prefix.empty()) std::memcpy(prefixed->prefix, id.prefix.data(), id.prefix.size());
  }
  return PyObject_Init(reinterpret_cast<PyObject*>(made), type);
}
[[nodiscard]] inline PyObject* make(const module_state& state, format f, const parsed_id& id) noexcept {
  return make(f, state.type_of(f), id);
}

// The bytes of a str or of bytes, without a copy where possible.
class text_argument {
 public:
  // False with a TypeError set.
  [[nodiscard]] bool open(PyObject* text) noexcept {
    // A str comes first, because it is nearly always given.
    Py_ssize_t size = 0;
    if (const char* const utf8 = PyUnicode_AsUTF8AndSize(text, &size)) {
      view_ = {utf8, static_cast<std::size_t>(size)};
      return true;
    }
    return open_other(text);
  }
  // The same where any text is meant: a str with a lone surrogate, which UTF-8 does not have, is a
  // UnicodeEncodeError with its position.
  [[nodiscard]] bool open_as_utf8(PyObject* text) noexcept {
    return PyUnicode_Check(text) && PyUnicode_AsUTF8AndSize(text, nullptr) == nullptr ? false : open(text);
  }
  [[nodiscard]] std::string_view view() const noexcept { return view_; }

 private:
  [[gnu::cold]] bool open_other(PyObject* text) noexcept {
    PyErr_Clear();
    PyObject* bytes = text;
    if (PyUnicode_Check(text)) {
      // Lone surrogates, which no id has: they stand for bytes that were no UTF-8, or for themselves.
      kept_ = owned(PyUnicode_AsEncodedString(text, "utf-8", "surrogateescape"));
      if (!kept_) {
        PyErr_Clear();
        kept_ = owned(PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass"));
      }
      bytes = kept_.get();
      if (bytes == nullptr) return false;
    }
    if (!PyBytes_Check(bytes)) {
      PyErr_Format(PyExc_TypeError, "a text is a str, or bytes, not %R", Py_TYPE(text));
      return false;
    }
    view_ = {PyBytes_AsString(bytes), static_cast<std::size_t>(PyBytes_Size(bytes))};
    return true;
  }

  std::string_view view_;
  owned kept_;
};

}  // namespace sortid::python
