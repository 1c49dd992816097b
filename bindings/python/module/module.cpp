// The module sortid._core: a table of contents.
#include <algorithm>

#include "ids.hpp"
#include "sortid/version.hpp"

namespace sortid::python {

PyTypeObject* add_type(PyObject* module, PyType_Spec& spec, PyTypeObject* above) {
  spec.flags |= Py_TPFLAGS_IMMUTABLETYPE;
  auto* const type = reinterpret_cast<PyTypeObject*>(
      PyType_FromModuleAndSpec(module, &spec, reinterpret_cast<PyObject*>(above)));
  return type != nullptr && PyModule_AddType(module, type) == 0 ? type : nullptr;
}

namespace {

PyObject* parse(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
  text_argument argument;
  const auto& state = state_of_module(module);
  if (count != 1 || names != nullptr) return guess_call(module, "parse", arguments, count, names);
  PyObject* const text = arguments[0];
  if (format_of(state, Py_TYPE(text))) return new_reference(text);
  if (!argument.open(text)) return nullptr;
  const auto read = sortid::parse_any(argument.view());
  if (!read) {
    const auto likely = meant(argument.view());
    return raise(state, read.error(), likely ? likely->name() : std::string_view("id"));
  }
  return make(state, read->format, {read->value, read->prefix.view()});
}

PyObject* detect(PyObject* module, PyObject* text) {
  text_argument argument;
  owned all(PyList_New(0));
  if (!all || !argument.open(text)) return nullptr;
  for (const format found : sortid::detect(argument.view())) {
    auto* const type = reinterpret_cast<PyObject*>(state_of_module(module).type_of(found));
    if (PyList_Append(all.get(), type) < 0) return nullptr;
  }
  return all.release();
}

PyObject* class_of(PyObject* module, PyObject* kind) {
  const auto& state = state_of_module(module);
  const auto f = format_of_class(state, kind);
  return f ? new_reference(reinterpret_cast<PyObject*>(state.type_of(*f))) : nullptr;
}

PyObject* kernels(PyObject*, PyObject*) { return to_str(kernel_set::active().name()); }

PyMethodDef functions[] = {
    {"parse", method(parse), METH_FASTCALL | METH_KEYWORDS,
     "parse($module, text, /)\n--\n\n"
     "Parses a text of any format strictly, as the likeliest one: the first that detect names. An id is "
     "returned\n"
     "as it is.\n\n"
     "Raises the IdError of the format that the text is probably meant to be."},
    {"detect", method(detect), METH_O,
     "detect($module, text, /)\n--\n\n"
     "Returns the format of a text, the likeliest first: each class whose parse accepts it.\n\n"
     "Eleven symbols are an XID. The other profiles of uid11 have the same texts, and are never detected."},
    {"kernels", method(kernels), METH_NOARGS,
     "kernels($module)\n--\n\n"
     "Returns the name of the instruction set that texts and columns are parsed and written with."},
    {"_class_of", method(class_of), METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

// The classes by the formats' names, and under a name that Python takes what makes a new id of each.
bool add_formats(PyObject* module, const module_state& state) {
  const owned all(PyDict_New());
  if (!all) return false;
  for (const format f : format::all()) {
    const owned name(to_str(f.name()));
    auto* const type = reinterpret_cast<PyObject*>(state.type_of(f));
    if (!name || PyDict_SetItem(all.get(), name.get(), type) < 0) return false;
    if (!f.layout().generated) continue;
    const owned make_new(PyObject_GetAttrString(type, "new"));
    std::string call(f.name());
    std::replace(call.begin(), call.end(), '-', '_');
    if (!make_new || PyModule_AddObjectRef(module, call.c_str(), make_new.get()) < 0) return false;
  }
  return PyModule_AddObjectRef(module, "FORMATS", all.get()) == 0;
}

// Every public name that the module has: what the package shows, whatever formats there are.
bool add_public_names(PyObject* module) {
  const owned all(PyDict_Keys(PyModule_GetDict(module)));
  const owned shown(PyList_New(0));
  if (!all || !shown) return false;
  for (Py_ssize_t i = 0; i < PyList_Size(all.get()); ++i) {
    PyObject* const name = PyList_GetItem(all.get(), i);
    text_argument text;
    if (!text.open(name)) return false;
    if (!text.view().starts_with('_') && PyList_Append(shown.get(), name) < 0) return false;
  }
  return PyList_Sort(shown.get()) == 0 && PyModule_AddObjectRef(module, "__all__", shown.get()) == 0;
}

int fill(PyObject* module) {
  auto& state = state_of_module(module);
  const owned version(to_str(library_version));
  const bool filled = version && PyModule_AddObjectRef(module, "__version__", version.get()) == 0 &&
                      add_errors(module, state) && add_instants(state) && add_ids(module, state) &&
                      add_formats(module, state) && add_generator(module, state) && add_pool(module, state) &&
                      add_masker(module, state) && add_columns(module, state) &&
                      PyModule_AddFunctions(module, array_functions) == 0 &&
                      PyModule_AddFunctions(module, column_functions) == 0 &&
                      PyModule_AddFunctions(module, foreign_functions) == 0 && add_public_names(module);
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
