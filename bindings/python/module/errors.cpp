#include <string>

#include "state.hpp"

namespace sortid::python {

namespace {

// IdLengthError for `length`.
std::string class_name(reason why) {
  std::string word(name_of(why));
  word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return "Id" + word + "Error";
}

const char* doc_of(reason why) {
  switch (why) {
    case reason::length:
      return "The text, or the bytes, are too short or too long for the format.";
    case reason::character:
      return "A character of the text is not a symbol of the format.";
    case reason::overflow:
      return "The text, or the number, is greater than the format's largest id, or the number is negative.";
    case reason::checksum:
      return "The check digits of the text are not those of its id: a symbol was mistyped.";
    case reason::prefix:
      return "The type prefix breaks the rule for prefixes, or is not the expected one.";
    case reason::range:
      return "A part of the id, an option or an instant is outside what the format can hold.";
    case reason::none:
      break;
  }
  return nullptr;
}

PyObject* add_error(PyObject* module, const std::string& name, const char* doc, PyObject* base,
                    PyObject* attributes) {
  PyObject* const made = PyErr_NewExceptionWithDoc(("sortid." + name).c_str(), doc, base, attributes);
  if (made != nullptr && PyModule_AddObjectRef(module, name.c_str(), made) < 0) return nullptr;
  return made;
}

// Gives the reference away.
bool set(const owned& object, const char* name, PyObject* value) {
  const owned kept(value);
  return kept && PyObject_SetAttrString(object.get(), name, value) == 0;
}

}  // namespace

bool add_errors(PyObject* module, module_state& state) {
  owned attributes(Py_BuildValue("{s:O,s:i,s:i,s:i,s:O,s:O}", "reason", Py_None, "position", 0, "expected", 0,
                                 "found", 0, "format", Py_None, "row", Py_None));
  if (!attributes) return false;
  state.errors[0] =
      add_error(module, "IdError",
                "Why a text or a value is not an id. Each reason has a class of its own below this one.",
                PyExc_ValueError, attributes.get());
  if (state.errors[0] == nullptr) return false;
  for (std::size_t i = 1; i < reasons; ++i) {
    const auto why = static_cast<reason>(i);
    const owned own(Py_BuildValue("{s:s}", "reason", std::string(name_of(why)).c_str()));
    if (!own) return false;
    state.errors[i] = add_error(module, class_name(why), doc_of(why), state.errors[0], own.get());
    if (state.errors[i] == nullptr) return false;
  }
  const owned own(Py_BuildValue("{s:O,s:O}", "fault", Py_None, "format", Py_None));
  state.generator_error =
      add_error(module, "GeneratorError", "Why no id was made. The generator is as it was before the call.",
                PyExc_RuntimeError, own.get());
  return state.generator_error != nullptr;
}

PyObject* raise(const module_state& state, const error& why, std::string_view format, std::int64_t row) {
  return raise(state, why, format, message(why, format).view(), row);
}

PyObject* raise(const module_state& state, const error& why, std::string_view format, std::string_view what,
                std::int64_t row) {
  std::string sentence(name_of(why.why));
  sentence.append(": ").append(what);
  if (row >= 0) sentence.append(" (row ").append(std::to_string(row)).append(")");
  const owned text(to_str(sentence));
  if (!text) return nullptr;
  PyObject* const kind = state.errors[static_cast<std::size_t>(why.why)];
  const owned made(PyObject_CallFunctionObjArgs(kind, text.get(), nullptr));
  // The reason too, which its class has: FastAPI answers with what an error has of its own.
  if (made && set(made, "reason", to_str(name_of(why.why))) &&
      set(made, "position", PyLong_FromUnsignedLong(why.position)) &&
      set(made, "expected", PyLong_FromUnsignedLong(why.expected)) &&
      set(made, "found", PyLong_FromUnsignedLong(why.found)) && set(made, "format", to_str(format)) &&
      (row < 0 || set(made, "row", PyLong_FromLongLong(row)))) {
    PyErr_SetObject(kind, made.get());
  }
  return nullptr;
}

PyObject* raise(const module_state& state, fault why, std::string_view format, std::string_view details) {
  std::string sentence = "no " + std::string(format) + " was made: " + std::string(message(why));
  if (!details.empty()) sentence.append(": ").append(details);
  if (why == fault::tail_overflow)
    sentence += "; a Generator with on_overflow=\"wait\" or \"run_ahead\" goes on";
  const owned made(PyObject_CallFunction(state.generator_error, "s", sentence.c_str()));
  if (made && set(made, "fault", to_str(name_of(why))) && set(made, "format", to_str(format)))
    PyErr_SetObject(state.generator_error, made.get());
  return nullptr;
}

}  // namespace sortid::python
