// The module sortid._core: a table of contents.
#include "ids.hpp"
#include "names.hpp"
#include "sortid/version.hpp"

namespace sortid::python {

PyTypeObject* add_type(PyObject* module, PyType_Spec& spec, PyTypeObject* above) {
  auto* const type = reinterpret_cast<PyTypeObject*>(
      PyType_FromModuleAndSpec(module, &spec, reinterpret_cast<PyObject*>(above)));
  return type != nullptr && PyModule_AddType(module, type) == 0 ? type : nullptr;
}

namespace {

PyObject* parse_any(PyObject* module, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  const auto& state = state_of_module(module);
  const auto read = sortid::parse_any(argument.view());
  if (!read) {
    const auto likely = meant(argument.view());
    return raise(state, read.error(), likely ? likely->name() : std::string_view("id"));
  }
  return read->visit([&]<class Id>(const Id& id) { return make<Id>(type_of<Id>(state), id); });
}

PyObject* detect(PyObject* module, PyObject* text) {
  text_argument argument;
  owned all(PyList_New(0));
  if (!all || !argument.open(text)) return nullptr;
  for (const format found : sortid::detect(argument.view())) {
    const int added = found.visit([&]<class Id>(std::type_identity<Id>) {
      return PyList_Append(all.get(), reinterpret_cast<PyObject*>(type_of<Id>(state_of_module(module))));
    });
    if (added < 0) return nullptr;
  }
  return all.release();
}

PyObject* kernels(PyObject*, PyObject*) { return to_str(kernel_set::active().name()); }

PyMethodDef functions[] = {
    {"parse_any", method(parse_any), METH_O,
     "parse_any($module, text, /)\n--\n\n"
     "Reads a text of any format strictly, as the likeliest one."},
    {"detect", method(detect), METH_O,
     "detect($module, text, /)\n--\n\n"
     "The classes that the text alone tells, the likeliest first; eleven symbols are XID, other uid11 "
     "profiles are named."},
    {"kernels", method(kernels), METH_NOARGS,
     "kernels($module)\n--\n\n"
     "The instruction set that columns are read and written by."},
    {nullptr, nullptr, 0, nullptr},
};

bool add_formats(PyObject* module, const module_state& state) {
  const owned all(PyDict_New());
  if (!all) return false;
  for (const format of : format::all()) {
    const int added = of.visit([&]<class Id>(std::type_identity<Id>) {
      const owned name(to_str(of.name()));
      return name ? PyDict_SetItem(all.get(), name.get(), reinterpret_cast<PyObject*>(type_of<Id>(state)))
                  : -1;
    });
    if (added < 0) return false;
  }
  return PyModule_AddObjectRef(module, "FORMATS", all.get()) == 0;
}

int fill(PyObject* module) {
  auto& state = state_of_module(module);
  const owned version(to_str(library_version));
  const bool filled = version && PyModule_AddObjectRef(module, "__version__", version.get()) == 0 &&
                      add_errors(module, state) && add_instants(state) && add_ids(module, state) &&
                      add_formats(module, state) && add_generator(module, state) &&
                      add_columns(module, state) && PyModule_AddFunctions(module, array_functions) == 0 &&
                      PyModule_AddFunctions(module, column_functions) == 0;
  return filled ? 0 : -1;
}

int visit_references(PyObject* module, visitproc visit, void* arg) {
  return state_of_module(module).each(
      [&](auto*& object) { return object == nullptr ? 0 : visit(reinterpret_cast<PyObject*>(object), arg); });
}
int drop_references(PyObject* module) {
  return state_of_module(module).each([](auto*& object) {
    const owned dropped(reinterpret_cast<PyObject*>(std::exchange(object, nullptr)));
    return 0;
  });
}
void destroy(void* module) { drop_references(static_cast<PyObject*>(module)); }

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, slot(fill)},
#if defined(Py_GIL_DISABLED)
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // ids never change; generators replace a word at once
#endif
    {0, nullptr},
};

PyModuleDef definition{PyModuleDef_HEAD_INIT, "sortid._core",  nullptr,
                       sizeof(module_state),  functions,       slots,
                       visit_references,      drop_references, destroy};

}  // namespace

}  // namespace sortid::python

PyMODINIT_FUNC PyInit__core() { return PyModuleDef_Init(&sortid::python::definition); }
