// An id as a Python object: the core's id behind an object's head. Ids never change, and their classes have no subclasses.
#pragma once

#include <new>
#include <optional>
#include <string_view>

#include "sortid/batch.hpp"
#include "state.hpp"

namespace sortid::python {

template <any_id Id>
struct id_object {
  PyObject head;
  Id id;
};

template <any_id Id>
[[nodiscard]] const Id& id_of(PyObject* self) noexcept {
  return reinterpret_cast<id_object<Id>*>(self)->id;
}

// Memory of the objects that went last, for the next ones: a sixth of what a parse takes. The GIL lets one thread in at
// a time; without a GIL there is none of this.
template <std::size_t Size>
class spare_memory {
 public:
  [[nodiscard]] static void* take() noexcept {
#if !defined(Py_GIL_DISABLED)
    if (count_ != 0) return kept_[--count_];
#endif
    return PyObject_Malloc(Size);
  }
  static void give_back(void* memory) noexcept {
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

template <any_id Id>
[[nodiscard]] PyObject* make(PyTypeObject* type, const Id& id) noexcept {
  auto* const made = static_cast<id_object<Id>*>(spare_memory<sizeof(id_object<Id>)>::take());
  if (made == nullptr) return PyErr_NoMemory();
  new (&made->id) Id(id);
  return PyObject_Init(reinterpret_cast<PyObject*>(made), type);
}
template <any_id Id>
[[nodiscard]] PyObject* make_or_raise(const module_state& state, const result<Id>& id) {
  if (!id) return raise(state, id.error(), Id::layout().name);
  return make<Id>(type_of<Id>(state), *id);
}

template <any_id Id>
[[nodiscard]] result<Id> read(std::string_view text) noexcept {
  if constexpr (batch::batch_id<Id>) {
    return batch::parse<Id>(text);
  } else {
    return Id::parse(text);
  }
}

// Bytes of a str or of bytes, without a copy where that can be.
class text_argument {
 public:
  // False with a TypeError set.
  [[nodiscard]] bool open(PyObject* text) noexcept {
    // First what is nearly always given; what else it is comes out when that fails.
    Py_ssize_t size = 0;
    if (const char* const utf8 = PyUnicode_AsUTF8AndSize(text, &size)) {
      view_ = {utf8, static_cast<std::size_t>(size)};
      return true;
    }
    return open_other(text);
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
