// Columns in plain memory: what sortid.numpy gives its arrays to.
#include <functional>

#include "rows.hpp"

namespace sortid::python {

namespace {

// Rows of one width, texts ending at their last byte that is not NUL, as in an array of bytes.
class padded_rows {
 public:
  padded_rows(const char* bytes, std::size_t width) noexcept : bytes_(bytes), width_(width) {}
  [[nodiscard]] static bool null(std::size_t) noexcept { return false; }
  [[nodiscard]] std::string_view text(std::size_t row) const noexcept {
    std::string_view all(bytes_ + row * width_, width_);
    while (!all.empty() && all.back() == '\0') all.remove_suffix(1);
    return all;
  }
  [[nodiscard]] const char* run(std::size_t from, std::size_t, std::size_t size) const noexcept {
    return size == width_ ? bytes_ + from * width_ : nullptr;
  }

 private:
  const char* bytes_;
  std::size_t width_;
};

// What all of these functions take: a class of ids, two buffers, and the number of rows that both have.
struct two_buffers {
  std::optional<format> of;
  buffer from, to;
  text_argument prefix;
  std::size_t count = 0;

  // `width_from` is what a row takes there, 0 for an id. False with an error set.
  [[nodiscard]] bool open(const module_state& state, PyObject* kind, PyObject* source, std::size_t from_width,
                          PyObject* target, std::size_t to_width, PyObject* given_prefix) {
    of = format_of_class(state, kind);
    if (!of || !from.open(source) || !to.open(target, true)) return false;
    if (given_prefix != nullptr && !open_prefix(state, *of, given_prefix, prefix)) return false;
    const std::size_t id_size = of->layout().bits / 8;
    const std::size_t from_size = from_width != 0 ? from_width : id_size;
    const std::size_t to_size = to_width != 0 ? to_width : id_size;
    count = from.size() / from_size;
    if (from.size() % from_size == 0 && to.size() % to_size == 0 && to.size() / to_size == count) return true;
    PyErr_SetString(PyExc_ValueError, "the arrays do not fit together");
    return false;
  }
};

PyObject* done_or_raise(const module_state& state, const first_error& first, format of) {
  if (PyErr_Occurred()) return nullptr;
  if (first) return raise(state, first.why, of.name(), first.row);
  return new_reference(Py_None);
}

bool positive(Py_ssize_t width) {
  if (width > 0) return true;
  PyErr_SetString(PyExc_ValueError, "a row has at least a byte");
  return false;
}

// (kind, texts, width, ids, prefix, reasons or None): reasons is a byte a row, 0 where it was read.
PyObject* array_from_text(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  PyObject *kind = nullptr, *texts = nullptr, *ids = nullptr, *prefix = nullptr, *reasons = nullptr;
  Py_ssize_t width = 0;
  two_buffers both;
  buffer each;
  if (PyArg_ParseTuple(arguments, "OOnOOO", &kind, &texts, &width, &ids, &prefix, &reasons) == 0 ||
      !positive(width) || !both.open(state, kind, texts, static_cast<std::size_t>(width), ids, 0, prefix) ||
      (!Py_IsNone(reasons) && !each.open(reasons, true)))
    return nullptr;
  auto* const why = static_cast<std::uint8_t*>(each.data());
  if (why != nullptr && each.size() != both.count) {
    PyErr_SetString(PyExc_ValueError, "the arrays do not fit together");
    return nullptr;
  }
  const padded_rows rows(both.from.bytes().data(), static_cast<std::size_t>(width));
  first_error first;
  {
    long_call call;
    if (why != nullptr) std::fill_n(why, both.count, std::uint8_t{0});
    read_rows(*both.of, rows, both.count, both.prefix.view(), both.to.data(), call,
              [&](std::size_t row, const error& e) {
                if (why == nullptr) return first(row, e);
                why[row] = static_cast<std::uint8_t>(e.why);
                return true;
              });
  }
  if (!first) return done_or_raise(state, first, *both.of);
  const std::string_view text = rows.text(static_cast<std::size_t>(first.row));
  const std::string sentence(batch::sentence_of(first.why, *both.of, text, both.prefix.view()).view());
  return raise(state, first.why, both.of->name(),
               sentence + std::string(call_for_prefix(first.why, both.prefix.view())), first.row);
}

// (kind, ids, texts, width, prefix)
PyObject* array_to_text(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  PyObject *kind = nullptr, *texts = nullptr, *ids = nullptr, *prefix = nullptr;
  Py_ssize_t width = 0;
  two_buffers both;
  if (PyArg_ParseTuple(arguments, "OOOnO", &kind, &ids, &texts, &width, &prefix) == 0 || !positive(width) ||
      !both.open(state, kind, ids, 0, texts, static_cast<std::size_t>(width), prefix))
    return nullptr;
  const std::size_t size = batch::size_of_texts(*both.of, both.prefix.view());
  if (static_cast<std::size_t>(width) < size) {
    PyErr_Format(PyExc_ValueError, "a text has %d bytes", static_cast<int>(size));
    return nullptr;
  }
  first_error first;
  {
    long_call call;
    write_rows(*both.of, both.from.data(), both.count, both.prefix.view(), static_cast<char*>(both.to.data()),
               static_cast<std::size_t>(width), call, std::ref(first));
  }
  return done_or_raise(state, first, *both.of);
}

// (kind, ids, unix_ms): 64-bit integers, the smallest one where there is no instant.
PyObject* array_unix_ms(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  PyObject *kind = nullptr, *instants = nullptr, *ids = nullptr;
  two_buffers both;
  if (PyArg_ParseTuple(arguments, "OOO", &kind, &ids, &instants) == 0 ||
      !both.open(state, kind, ids, 0, instants, sizeof(std::int64_t), nullptr))
    return nullptr;
  if (reinterpret_cast<std::uintptr_t>(both.to.data()) % alignof(std::int64_t) != 0) {
    PyErr_SetString(PyExc_ValueError, "the integers are not aligned");
    return nullptr;
  }
  first_error first;
  {
    long_call call;
    instants_of_rows(*both.of, both.from.data(), both.count, static_cast<std::int64_t*>(both.to.data()), call,
                     std::ref(first));
  }
  return done_or_raise(state, first, *both.of);
}

}  // namespace

PyMethodDef array_functions[] = {
    {"_array_from_text", method(array_from_text), METH_VARARGS, nullptr},
    {"_array_to_text", method(array_to_text), METH_VARARGS, nullptr},
    {"_array_unix_ms", method(array_unix_ms), METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace sortid::python
