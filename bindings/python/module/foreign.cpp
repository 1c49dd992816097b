// What sortid.looks_like is made of.
#include "ids.hpp"
#include "sortid/looks_like.hpp"
#include "sortid/system.hpp"

namespace sortid::python {

namespace {

PyObject* none() { return new_reference(Py_None); }

// None where datetime does not reach.
PyObject* datetime_of(const module_state& state, const foreign_id& seen) {
  if (!seen.unix_ms) return none();
  PyObject* const made = to_datetime(state, *seen.unix_ms, seen.name);
  if (made != nullptr || PyErr_ExceptionMatches(state.errors[static_cast<std::size_t>(reason::range)]) == 0)
    return made;
  PyErr_Clear();
  return none();
}

PyObject* fields_of(const foreign_id& seen) {
  owned fields(PyDict_New());
  for (std::size_t i = 0; fields && i < seen.field_count; ++i) {
    const owned name(to_str(seen.fields[i].name));
    const owned value(to_int(seen.fields[i].value));
    if (!name || !value || PyDict_SetItem(fields.get(), name.get(), value.get()) < 0) return nullptr;
  }
  return fields.release();
}

PyObject* to_tuple(const module_state& state, const foreign_id& seen) {
  const owned parts[] = {
      owned(to_str(seen.name)),
      owned(to_str(seen.title)),
      owned(seen.unix_ms ? PyLong_FromLongLong(*seen.unix_ms) : none()),
      owned(datetime_of(state, seen)),
      owned(seen.uuid_bits ? make(state, format::of<uuid>(), {*seen.uuid_bits, {}}) : none()),
      owned(fields_of(seen)),
  };
  for (const owned& part : parts) {
    if (!part) return nullptr;
  }
  return PyTuple_Pack(6, parts[0].get(), parts[1].get(), parts[2].get(), parts[3].get(), parts[4].get(),
                      parts[5].get());
}

// (text, latest), an instant or None.
PyObject* recognize(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  PyObject *given = nullptr, *latest = nullptr;
  text_argument text;
  if (PyArg_ParseTuple(arguments, "OO", &given, &latest) == 0 || !text.open(given)) return nullptr;
  std::int64_t latest_ms = detail::latest_foreign_ms(system_clock::now());
  if (!Py_IsNone(latest) && !to_unix_ms(state, format::of<uuid>(), latest, latest_ms)) return nullptr;
  owned all(PyList_New(0));
  for (const foreign_id& seen : sortid::looks_like(text.view(), latest_ms)) {
    const owned tuple(to_tuple(state, seen));
    if (!all || !tuple || PyList_Append(all.get(), tuple.get()) < 0) return nullptr;
  }
  return all.release();
}

}  // namespace

PyMethodDef foreign_functions[] = {
    {"_looks_like", method(recognize), METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace sortid::python
