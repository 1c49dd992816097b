// Options that a constructor takes, with sentences that name them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "id_functions.hpp"

namespace sortid::python {

// An enumerator by its name, from the first to `last`. False with an error that lists them.
template <class Choice>
[[nodiscard]] bool take_choice(PyObject* given, const char* what, Choice last, Choice& choice) {
  if (given == nullptr) return true;
  text_argument word;
  const bool is_word = PyUnicode_Check(given) && word.open(given);
  std::string choices;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    const auto known = static_cast<Choice>(i);
    if (is_word && word.view() == name_of(known)) {
      choice = known;
      return true;
    }
    choices.append(choices.empty() ? "'" : ", '").append(name_of(known)).append("'");
  }
  PyErr_Format(PyUnicode_Check(given) ? PyExc_ValueError : PyExc_TypeError, "%s is one of %s, not %R", what,
               choices.c_str(), given);
  return false;
}

// A whole number that may be left out. False with an error set.
template <class Number>
[[nodiscard]] bool take_number(PyObject* given, const char* what, std::optional<Number>& number, bool& fits) {
  fits = true;
  if (given == nullptr || Py_IsNone(given)) return true;
  if (PyIndex_Check(given) == 0) {
    PyErr_Format(PyExc_TypeError, "%s is an int, not %R", what, Py_TYPE(given));
    return false;
  }
  const owned index(PyNumber_Index(given));
  if (!index) return false;
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
  if (value == -1 && PyErr_Occurred()) return false;
  fits = overflow == 0 && std::in_range<Number>(value);
  if (fits) number = static_cast<Number>(value);
  return true;
}

// An option of a format, from 0 to `most`; none where the format has no such option. False with an error set.
template <class Number>
[[nodiscard]] bool take_option(const module_state& state, format f, PyObject* given, const char* what,
                               std::optional<std::uint64_t> most, std::optional<Number>& option) {
  bool fits = false;
  if (!take_number(given, what, option, fits)) return false;
  if (fits && (!option || (most && *option <= *most))) return true;
  if (!most) {
    raise(state, error{reason::range, 0, 0, 0}, f.name(), message_of_no_option(what, f.name()));
    return false;
  }
  const owned index(PyNumber_Index(given));
  const owned found(index ? PyObject_Str(index.get()) : nullptr);
  const auto rule = message_of_option(what, *most, f.name());
  const owned text(found ? PyUnicode_FromFormat("%s, not %U", rule.c_str(), found.get()) : nullptr);
  text_argument sentence;
  if (text && sentence.open(text.get()))
    raise(state, error{reason::range, 0, 0, 0}, f.name(), sentence.view());
  return false;
}

[[nodiscard]] inline std::optional<std::uint64_t> largest(const layout& l, role r) noexcept {
  if (!l.has(r)) return std::nullopt;
  return detail::low_mask<std::uint64_t>(l.fields[l.find(r)].bits);
}

}  // namespace sortid::python
