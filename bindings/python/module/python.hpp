// CPython's C API, and what owns a reference to one of its objects. Py_LIMITED_API, where there is one, comes
// from the build: the stable ABI of 3.11, or none for free-threaded Pythons, which have no stable ABI.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#include <string_view>
#include <utility>

namespace sortid::python {

// A reference that is given back.
class owned {
 public:
  owned() noexcept = default;
  explicit owned(PyObject* object) noexcept : object_(object) {}
  owned(owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  owned& operator=(owned&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  owned(const owned&) = delete;
  owned& operator=(const owned&) = delete;
  ~owned() { Py_XDECREF(object_); }

  [[nodiscard]] explicit operator bool() const noexcept { return object_ != nullptr; }
  [[nodiscard]] PyObject* get() const noexcept { return object_; }
  [[nodiscard]] PyObject* release() noexcept { return std::exchange(object_, nullptr); }

 private:
  PyObject* object_ = nullptr;
};

[[nodiscard]] inline PyObject* new_reference(PyObject* object) noexcept {
  Py_INCREF(object);
  return object;
}
[[nodiscard]] inline PyObject* to_str(std::string_view text) noexcept {
  return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

// What objects of the module begin with.
struct object_head {
  PyObject object;
  PyObject* weak_references = nullptr;
};
// Where CPython finds the weak references to such an object, which go before it does.
inline PyMemberDef members_of_head[] = {
    {"__weaklistoffset__", T_PYSSIZET, sizeof(PyObject), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
inline void clear_weak_references(PyObject* self) noexcept {
  if (reinterpret_cast<object_head*>(self)->weak_references != nullptr) PyObject_ClearWeakRefs(self);
}

// Lets other threads run Python while it lives.
class without_gil {
 public:
  explicit without_gil(bool wanted = true) noexcept : saved_(wanted ? PyEval_SaveThread() : nullptr) {}
  without_gil(const without_gil&) = delete;
  without_gil& operator=(const without_gil&) = delete;
  ~without_gil() {
    if (saved_ != nullptr) PyEval_RestoreThread(saved_);
  }

 private:
  PyThreadState* saved_;
};

// The memory behind an object, while it lives.
class buffer {
 public:
  buffer() noexcept = default;
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  ~buffer() {
    if (held_) PyBuffer_Release(&view_);
  }
  // False with a Python error set.
  [[nodiscard]] bool open(PyObject* object, bool writable = false) noexcept {
    held_ = PyObject_GetBuffer(object, &view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) == 0;
    return held_;
  }
  [[nodiscard]] void* data() const noexcept { return view_.buf; }
  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(view_.len); }
  [[nodiscard]] std::string_view bytes() const noexcept {
    return {static_cast<const char*>(view_.buf), size()};
  }

 private:
  Py_buffer view_{};
  bool held_ = false;
};

template <class F>
[[nodiscard]] PyCFunction method(F* function) noexcept {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}
template <class F>
[[nodiscard]] void* slot(F* function) noexcept {
  return reinterpret_cast<void*>(function);
}

}  // namespace sortid::python
