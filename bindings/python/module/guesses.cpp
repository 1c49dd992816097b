// Names that people bring along from elsewhere: an attribute that is missing is asked of sortid/_guesses.py.
#include "ids.hpp"

namespace sortid::python {

namespace {

// `found`, or what _guesses.py has for the name. Null, with its AttributeError or the first one set.
PyObject* or_guess(PyObject* self, PyObject* name, PyObject* found) {
  if (found != nullptr || PyErr_ExceptionMatches(PyExc_AttributeError) == 0) return found;
  PyObject *kind = nullptr, *why = nullptr, *trace = nullptr;
  PyErr_Fetch(&kind, &why, &trace);
  text_argument word;
  if (word.open(name) && !word.view().starts_with('_')) {
    if (const owned module{PyImport_ImportModule("sortid._guesses")}) {
      const owned first[] = {owned(kind), owned(why), owned(trace)};
      return PyObject_CallMethod(module.get(), "guess", "OO", self, name);
    }
  }
  PyErr_Restore(kind, why, trace);
  return nullptr;
}

PyObject* get_of_class(PyObject* self, PyObject* name) {
  static const auto get = reinterpret_cast<getattrofunc>(PyType_GetSlot(&PyType_Type, Py_tp_getattro));
  return or_guess(self, name, get(self, name));
}

}  // namespace

PyObject* get_or_guess(PyObject* self, PyObject* name) {
  return or_guess(self, name, PyObject_GenericGetAttr(self, name));
}

PyObject* guess_call(PyObject* owner, const char* call, PyObject* arguments, PyObject* keywords) {
  PyErr_Clear();
  const owned module{PyImport_ImportModule("sortid._guesses")};
  if (!module) return nullptr;
  PyObject* const named = keywords != nullptr ? keywords : Py_None;
  return PyObject_CallMethod(module.get(), "call", "OsOO", owner, call, arguments, named);
}

PyObject* guess_call(PyObject* owner, const char* call, PyObject* const* arguments, Py_ssize_t count,
                     PyObject* names) {
  const owned given(PyTuple_New(count)), named(PyDict_New());
  if (!given || !named) return nullptr;
  for (Py_ssize_t i = 0; i < count; ++i) PyTuple_SetItem(given.get(), i, new_reference(arguments[i]));
  for (Py_ssize_t i = 0; names != nullptr && i < PyTuple_Size(names); ++i) {
    if (PyDict_SetItem(named.get(), PyTuple_GetItem(names, i), arguments[count + i]) < 0) return nullptr;
  }
  return guess_call(owner, call, given.get(), named.get());
}

bool add_guesses_of_classes(PyObject* module, module_state& state) {
  static PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("The class of the classes of ids.")},
      {Py_tp_getattro, slot(get_of_class)},
      {0, nullptr},
  };
  PyType_Spec spec{"sortid._core._IdClass", 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};
  state.class_of_ids = reinterpret_cast<PyTypeObject*>(
      PyType_FromModuleAndSpec(module, &spec, reinterpret_cast<PyObject*>(&PyType_Type)));
  return state.class_of_ids != nullptr;
}

// Python 3.12 takes it from the class above; before, a class that C makes is always a `type`.
void set_class_of_ids(const module_state& state, PyTypeObject* type) {
  auto* const object = reinterpret_cast<PyObject*>(type);
  if (Py_TYPE(object) == state.class_of_ids) return;
  Py_INCREF(reinterpret_cast<PyObject*>(state.class_of_ids));
  Py_SET_TYPE(object, state.class_of_ids);
}

}  // namespace sortid::python
