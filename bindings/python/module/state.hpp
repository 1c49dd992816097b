// What a module object holds, and how Python's errors are raised from the core's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "python.hpp"
#include "sortid/formats.hpp"
#include "sortid/generator.hpp"

namespace sortid::python {

inline constexpr std::size_t reasons = 7;  // with `none`

struct module_state {
  std::array<PyTypeObject*, format_list::size> ids;  // by the place in the list
  std::array<PyObject*, reasons> refusals;           // by the reason; at 0 the class above them
  PyObject* generator_error;
  PyTypeObject* id;  // above them
  PyTypeObject* generator;
  PyTypeObject* column;
  PyObject* datetime;     // datetime.datetime
  PyObject* utc;          // datetime.timezone.utc
  PyObject* unix_epoch;   // as a datetime
  PyObject* millisecond;  // as a timedelta
  PyObject* uuid;         // uuid.UUID

  // Calls f(reference) for each reference that is held.
  template <class F>
  int each(F f) {
    for (auto*& type : ids) {
      if (const int stop = f(type)) return stop;
    }
    for (auto*& refusal : refusals) {
      if (const int stop = f(refusal)) return stop;
    }
    for (PyTypeObject** type : {&id, &generator, &column}) {
      if (const int stop = f(*type)) return stop;
    }
    for (PyObject** object : {&generator_error, &datetime, &utc, &unix_epoch, &millisecond, &uuid}) {
      if (const int stop = f(*object)) return stop;
    }
    return 0;
  }
};

[[nodiscard]] inline module_state& state_of_module(PyObject* module) noexcept {
  return *static_cast<module_state*>(PyModule_GetState(module));
}
// Of a type of the module; no type of it can be derived from.
[[nodiscard]] inline module_state& state_of(PyTypeObject* type) noexcept {
  return *static_cast<module_state*>(PyType_GetModuleState(type));
}
[[nodiscard]] inline module_state& state_of(PyObject* self) noexcept { return state_of(Py_TYPE(self)); }

template <any_id Id>
[[nodiscard]] PyTypeObject* type_of(const module_state& state) noexcept {
  return state.ids[format_list::place_of<Id>()];
}

// --- errors.cpp: all return null, with the error set --------------------------------------------------------------

[[nodiscard]] bool add_errors(PyObject* module, module_state& state);
// `row` is the place in a column, negative when there is none.
PyObject* raise(const module_state& state, const error& why, std::string_view format, std::int64_t row = -1);
// With a sentence of its own, for what is no text: bytes, a number, an id of another format.
PyObject* raise(const module_state& state, const error& why, std::string_view format, std::string_view what,
                std::int64_t row = -1);
PyObject* raise(const module_state& state, fault why, std::string_view format);

// --- instants.cpp -------------------------------------------------------------------------------------------------

[[nodiscard]] bool add_instants(module_state& state);
// A datetime in UTC; an instant after the year 9999, or before 1, is refused with `range`.
[[nodiscard]] PyObject* to_datetime(const module_state& state, std::int64_t unix_ms, std::string_view format);
// From an aware datetime or from Unix milliseconds, which saturate. False with the error set.
[[nodiscard]] bool to_unix_ms(const module_state& state, PyObject* when, std::int64_t& unix_ms);

// --- numbers ------------------------------------------------------------------------------------------------------

[[nodiscard]] PyObject* to_int(uint128 value);
// False with a Python error set, or with `overflow` in `why` for a negative number and one past 128 bits.
[[nodiscard]] bool from_int(PyObject* number, uint128& value, error& why);

// --- the rest of the module ---------------------------------------------------------------------------------------

[[nodiscard]] bool add_ids(PyObject* module, module_state& state);        // ids.cpp
[[nodiscard]] bool add_generator(PyObject* module, module_state& state);  // generator.cpp
[[nodiscard]] bool add_columns(PyObject* module, module_state& state);    // arrow.cpp
// A type of the module, put into it under its name.
[[nodiscard]] PyTypeObject* add_type(PyObject* module, PyType_Spec& spec, PyTypeObject* above = nullptr);

// The format whose class this is; none with a TypeError set.
[[nodiscard]] std::optional<format> format_of_class(const module_state& state, PyObject* kind);

extern PyMethodDef array_functions[];   // arrays.cpp
extern PyMethodDef column_functions[];  // arrow.cpp

}  // namespace sortid::python
