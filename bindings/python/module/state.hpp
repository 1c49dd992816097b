// What a module object holds, and how Python's errors are raised from the core's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "python.hpp"
#include "sortid/formats.hpp"
#include "sortid/generator.hpp"
#include "sortid/instant.hpp"

namespace sortid::python {

inline constexpr std::size_t reasons = 7;  // with `none`

struct module_state {
  std::array<PyTypeObject*, format_list::size> ids;  // by the place in the list
  std::array<PyObject*, reasons> errors;             // by the reason; at 0 the class above them
  PyObject* generator_error;
  PyTypeObject* id;            // above them
  PyTypeObject* class_of_ids;  // what these are objects of
  PyTypeObject* generator;
  PyTypeObject* pool;
  PyTypeObject* masker;
  PyTypeObject* column;
  PyTypeObject* stream;
  PyObject* datetime;      // datetime.datetime
  PyObject* date;          // datetime.date
  PyObject* utc;           // datetime.timezone.utc
  PyObject* unix_epoch;    // as a datetime
  PyObject* millisecond;   // as a timedelta
  mutable PyObject* uuid;  // uuid.UUID; null until uuid_class() is asked

  [[nodiscard]] PyTypeObject* type_of(format f) const noexcept { return ids[f.place()]; }

  // Calls f(reference) for each reference that is held.
  template <class F>
  int each(F f) {
    for (auto*& type : ids) {
      if (const int stop = f(type)) return stop;
    }
    for (auto*& kind : errors) {
      if (const int stop = f(kind)) return stop;
    }
    for (PyTypeObject** type : {&id, &class_of_ids, &generator, &pool, &masker, &column, &stream}) {
      if (const int stop = f(*type)) return stop;
    }
    for (PyObject** object : {&generator_error, &datetime, &date, &utc, &unix_epoch, &millisecond, &uuid}) {
      if (const int stop = f(*object)) return stop;
    }
    return 0;
  }
};

[[nodiscard]] inline module_state& state_of_module(PyObject* module) noexcept {
  return *static_cast<module_state*>(PyModule_GetState(module));
}
// The state by a type of the module. No class derives from one, so the type is the module's own.
[[nodiscard]] inline module_state& state_of(PyTypeObject* type) noexcept {
  return *static_cast<module_state*>(PyType_GetModuleState(type));
}
[[nodiscard]] inline module_state& state_of(PyObject* self) noexcept { return state_of(Py_TYPE(self)); }

// The most symbols that a text has without a prefix.
inline constexpr std::size_t longest_text = [] {
  std::size_t most = 0;
  for (const layout* const l : format_list::layouts) most = most < l->symbols ? l->symbols : most;
  return most;
}();

// --- errors.cpp: all return null, with the error set -------------------------------------------------------

[[nodiscard]] bool add_errors(PyObject* module, module_state& state);
// `row` is the place in a column, negative when there is none.
PyObject* raise(const module_state& state, const error& why, std::string_view format, std::int64_t row = -1);
// Raises with a sentence of its own, for what is not a text: bytes, a number, an id of another format.
PyObject* raise(const module_state& state, const error& why, std::string_view format, std::string_view what,
                std::int64_t row = -1);
// `details` is what else is known, for people.
PyObject* raise(const module_state& state, fault why, std::string_view format, std::string_view details = {});

// --- instants.cpp ------------------------------------------------------------------------------------------

[[nodiscard]] bool add_instants(module_state& state);
// A datetime in UTC; an instant after the year 9999, or before 1, is rejected with `range`.
[[nodiscard]] PyObject* to_datetime(const module_state& state, std::int64_t unix_ms, std::string_view format);
inline constexpr const char* what_instants_are =
    "an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix milliseconds";
// From one of these, or numpy's datetime64. Milliseconds saturate; a number that looks like a year, a date or
// seconds is rejected. False with the error set, in the name of the format.
[[nodiscard]] bool to_instant(const module_state& state, format f, PyObject* when, instant& at);
// The millisecond in which the datetime lies.
[[nodiscard]] bool to_unix_ms(const module_state& state, format f, PyObject* when, std::int64_t& unix_ms);
// The same from an aware datetime alone, and from Unix seconds, whole or not.
[[nodiscard]] bool datetime_to_unix_ms(const module_state& state, format f, PyObject* when,
                                       std::int64_t& unix_ms);
[[nodiscard]] bool seconds_to_unix_ms(const module_state& state, format f, PyObject* seconds,
                                      std::int64_t& unix_ms);
// The option `epoch`, which may be missing; generator.cpp. False with the error set.
[[nodiscard]] bool take_epoch(const module_state& state, format f, PyObject* given,
                              std::optional<std::int64_t>& epoch);

// --- numbers -----------------------------------------------------------------------------------------------

[[nodiscard]] PyObject* to_int(uint128 value);
// A number that was given: an int, or what is one to Python (__index__), as numpy's integers are.
class int_argument {
 public:
  explicit int_argument(PyObject* given);
  // Whether the object was no number; a TypeError is set then.
  [[nodiscard]] bool failed() const noexcept { return !number_; }
  [[nodiscard]] bool negative() const noexcept { return negative_; }
  // Whether it has at most 128 bits and is not negative. Otherwise there is no value.
  [[nodiscard]] bool fits() const noexcept { return fits_; }
  [[nodiscard]] uint128 value() const noexcept { return value_; }

 private:
  owned number_;
  bool negative_ = false;
  bool fits_ = false;
  uint128 value_;
};
inline constexpr error overflow_of_value{reason::overflow, 0, 0, 0};
// Why a number is no id of the format.
[[nodiscard]] inline inline_text<96> message_of_overflow(std::string_view format, bool negative) noexcept {
  return inline_text<96>()
      .append(negative ? "a negative number is no " : "greater than the largest ")
      .append(format);
}

// --- docstrings --------------------------------------------------------------------------------------------

// What help() and inspect show in front of a doc.
[[nodiscard]] std::string signature(std::string_view call, std::string_view parameters);
// In lines of at most 96 characters, which help() shows as they are; broken between words.
[[nodiscard]] std::string wrapped(std::string_view doc);

// --- guesses.cpp -------------------------------------------------------------------------------------------

// As PyObject_GenericGetAttr; a name that is missing may be one that people bring along from elsewhere.
[[nodiscard]] PyObject* get_or_guess(PyObject* self, PyObject* name);
// What a call means whose arguments are none of its own, or null with a sentence that says what to write.
[[nodiscard]] PyObject* guess_call(PyObject* owner, const char* call, PyObject* arguments,
                                   PyObject* keywords);
[[nodiscard]] PyObject* guess_call(PyObject* owner, const char* call, PyObject* const* arguments,
                                   Py_ssize_t count, PyObject* names);
// The same of the classes of ids: their own class, and what makes one of it. False with an error set.
[[nodiscard]] bool add_guesses_of_classes(PyObject* module, module_state& state);
void set_class_of_ids(const module_state& state, PyTypeObject* type);

// --- the rest of the module --------------------------------------------------------------------------------

[[nodiscard]] bool add_ids(PyObject* module, module_state& state);        // ids.cpp
[[nodiscard]] bool add_generator(PyObject* module, module_state& state);  // generator.cpp
[[nodiscard]] bool add_pool(PyObject* module, module_state& state);       // pool.cpp
[[nodiscard]] bool add_masker(PyObject* module, module_state& state);     // masker.cpp
[[nodiscard]] bool add_columns(PyObject* module, module_state& state);    // arrow.cpp
// A type of the module, put into it under its name.
[[nodiscard]] PyTypeObject* add_type(PyObject* module, PyType_Spec& spec, PyTypeObject* above = nullptr);

// The format whose class this is; none where it is none of them.
[[nodiscard]] std::optional<format> format_of(const module_state& state, PyTypeObject* type) noexcept;
// The same of an argument, which may be the format's name too; none with an error set.
[[nodiscard]] std::optional<format> format_of_class(const module_state& state, PyObject* kind);

extern PyMethodDef array_functions[];    // arrays.cpp
extern PyMethodDef column_functions[];   // arrow.cpp
extern PyMethodDef foreign_functions[];  // foreign.cpp, with what finds ids in a text

}  // namespace sortid::python
