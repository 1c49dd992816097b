// The functions behind sortid.looks_like and sortid.find_ids.
#include "ids.hpp"
#include "sortid/find_ids.hpp"
#include "sortid/looks_like.hpp"
#include "sortid/system.hpp"

namespace sortid::python {

namespace {

PyObject* none() { return new_reference(Py_None); }

// A datetime; None for an instant that datetime cannot hold.
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

// Takes a text and the latest instant, or None for the present.
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

// (text, list of classes or None): (id, start, end) of each, where a str counts in characters.
PyObject* find(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  PyObject *given = nullptr, *kinds = nullptr;
  if (PyArg_ParseTuple(arguments, "OO", &given, &kinds) == 0) return nullptr;
  format_set wanted = formats_in_text();
  if (!Py_IsNone(kinds)) {
    wanted = {};
    for (Py_ssize_t i = 0; i < PyList_Size(kinds); ++i) {
      const auto f = format_of_class(state, PyList_GetItem(kinds, i));
      if (!f) return nullptr;
      wanted.insert(*f);
    }
  }
  // Lone surrogates as three bytes, so that each character has one that begins it.
  const bool is_str = PyUnicode_Check(given) != 0;
  const owned utf8(is_str ? PyUnicode_AsEncodedString(given, "utf-8", "surrogatepass") : nullptr);
  text_argument text;
  if ((is_str && !utf8) || !text.open(is_str ? utf8.get() : given)) return nullptr;
  const std::string_view all_bytes = text.view();
  owned all(PyList_New(0));
  bool failed = !all;
  std::uint64_t counted = 0, before = 0;  // bytes, and the characters in them
  const auto add = [&](const found_id& found) {
    for (; is_str && counted < found.offset; ++counted) before += (all_bytes[counted] & 0xC0) == 0x80 ? 0 : 1;
    const auto start = static_cast<Py_ssize_t>(is_str ? before : found.offset);
    PyObject* const id = failed ? nullptr : make(state, found.format, found.id);
    const owned part(id != nullptr
                         ? Py_BuildValue("Nnn", id, start, start + static_cast<Py_ssize_t>(found.text.size()))
                         : nullptr);
    failed = !part || PyList_Append(all.get(), part.get()) < 0;
  };
  // In pieces, between which signals and other threads have their turn.
  constexpr std::size_t piece = std::size_t{1} << 20;
  id_finder finder(wanted);
  for (std::size_t at = 0; at < all_bytes.size() && !failed; at += piece) {
    finder.feed(all_bytes.substr(at, piece), add);
    { const without_gil turn; }
    failed = failed || PyErr_CheckSignals() != 0;
  }
  finder.finish(add);
  return failed ? nullptr : all.release();
}

}  // namespace

PyMethodDef foreign_functions[] = {
    {"_find_ids", method(find), METH_VARARGS, nullptr},
    {"_looks_like", method(recognize), METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace sortid::python
