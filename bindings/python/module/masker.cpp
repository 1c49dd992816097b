// sortid.Masker: public ids that hide their time.
#include <new>
#include <optional>

#include "arguments.hpp"
#include "rows.hpp"
#include "sortid/any_masker.hpp"

namespace sortid::python {

namespace {

struct masker_object {
  object_head head;
  any_masker masker;
};
const any_masker& masker_of(PyObject* self) noexcept {
  return reinterpret_cast<masker_object*>(self)->masker;
}

format from_format(const any_masker& m, mask_direction direction) noexcept {
  return direction == mask_direction::mask ? m.stored_format() : m.masked_format();
}
format to_format(const any_masker& m, mask_direction direction) noexcept {
  return direction == mask_direction::mask ? m.masked_format() : m.stored_format();
}

PyObject* create(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  const auto& state = state_of(type);
  PyObject *kind = nullptr, *given = nullptr, *version = nullptr;
  const char* names[] = {"", "", "uuid_version", nullptr};
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|$O", const_cast<char**>(names), &kind, &given,
                                  &version) == 0)
    return guess_call(reinterpret_cast<PyObject*>(type), "__new__", arguments, keywords);
  const auto f = format_of_class(state, kind);
  if (!f) return nullptr;
  std::optional<unsigned> uuid_version;
  bool fits = false;
  if (!take_number(version, "uuid_version", uuid_version, fits)) return nullptr;
  buffer bytes;
  if (!open_key(given, bytes)) return nullptr;
  const auto key = mask_key::from_bytes({static_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  const auto made = any_masker::make(*f, *key, {.version = fits ? uuid_version.value_or(8) : 0});
  if (!made) {
    PyErr_Format(PyExc_ValueError, "uuid_version is 8 or 4, not %S", version);
    return nullptr;
  }
  void* const self = PyObject_Malloc(sizeof(masker_object));
  if (self == nullptr) return PyErr_NoMemory();
  new (self) masker_object{{}, *made};
  return PyObject_Init(static_cast<PyObject*>(self), type);
}

void destroy(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  clear_weak_references(self);
  std::destroy_at(reinterpret_cast<masker_object*>(self));  // erases the key
  PyObject_Free(self);
  Py_DECREF(type);
}

template <mask_direction Direction>
PyObject* change(PyObject* self, PyObject* given) {
  const auto& state = state_of(self);
  const any_masker& m = masker_of(self);
  const format from = from_format(m, Direction);
  if (Py_TYPE(given) != state.type_of(from)) {
    PyErr_Format(PyExc_TypeError, "this masker takes %S, not %S", state.type_of(from), Py_TYPE(given));
    return nullptr;
  }
  const parsed_id id = id_of(from, given);
  const auto value =
      Direction == mask_direction::mask ? m.mask(id.value, id.prefix) : m.unmask(id.value, id.prefix);
  if (!value) return raise(state, value.error(), from.name());
  return make(state, to_format(m, Direction), {*value, id.prefix});
}

// (ids, to, prefix): columns in plain memory, as sortid.numpy has them.
template <mask_direction Direction>
PyObject* change_column(PyObject* self, PyObject* arguments) {
  const auto& state = state_of(self);
  const any_masker& m = masker_of(self);
  const format from = from_format(m, Direction);
  PyObject *source = nullptr, *target = nullptr, *given_prefix = nullptr;
  buffer ids;
  buffer to;
  text_argument prefix;
  if (PyArg_ParseTuple(arguments, "OOO", &source, &target, &given_prefix) == 0 || !ids.open(source) ||
      !to.open(target, true) || !open_prefix(state, from, given_prefix, prefix))
    return nullptr;
  const std::size_t size = from.layout().bytes();
  const std::size_t count = ids.size() / size;
  if (ids.size() % size != 0 || to.size() != ids.size()) {
    PyErr_SetString(PyExc_ValueError, "the arrays do not fit together");
    return nullptr;
  }
  constexpr std::size_t at_once = 4096;
  batch::batch_result done;
  std::size_t begin = 0;
  for (long_call call; done && begin < count && call.go_on(); begin += done.count) {
    done = m.run(Direction, static_cast<const column_bytes*>(ids.data()) + begin * size,
                 std::min(at_once, count - begin), static_cast<column_bytes*>(to.data()) + begin * size,
                 prefix.view());
  }
  if (!done) return raise(state, done.why, from.name(), static_cast<std::int64_t>(begin));
  if (PyErr_Occurred()) return nullptr;
  return new_reference(Py_None);
}

PyObject* get_kind(PyObject* self, void*) {
  return new_reference(reinterpret_cast<PyObject*>(state_of(self).type_of(masker_of(self).stored_format())));
}
PyObject* get_masked_kind(PyObject* self, void*) {
  return new_reference(reinterpret_cast<PyObject*>(state_of(self).type_of(masker_of(self).masked_format())));
}

PyMethodDef methods[] = {
    {"mask", method(change<mask_direction::mask>), METH_O,
     "mask($self, id, /)\n--\n\n"
     "Returns the public id that hides the time of an id, under the key: of the class masked_kind, and\n"
     "with the prefix of the TypeID.\n\n"
     "Raises an IdRangeError for a UUID or a TypeID of another version than 7."},
    {"unmask", method(change<mask_direction::unmask>), METH_O,
     "unmask($self, id, /)\n--\n\n"
     "Returns the id that was masked, under the same key. Any valid id unmasks to some id: look it up\n"
     "before you trust it.\n\n"
     "Raises an IdRangeError for a UUID or a TypeID of another version than masked ones have."},
    {"_mask_column", method(change_column<mask_direction::mask>), METH_VARARGS, nullptr},
    {"_unmask_column", method(change_column<mask_direction::unmask>), METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef attributes[] = {
    {"kind", get_kind, nullptr, "The class of the ids that are stored.", nullptr},
    {"masked_kind", get_masked_kind, nullptr, "The class of masked ids: UUID for UUIDv7, otherwise kind.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
const std::string doc =
    signature("Masker", "kind, key, /, *, uuid_version=8") +
    wrapped(
        "Maps ids one to one to public ids of the same format that hide when they were made.\n\n"
        "kind is the class of the ids, or the format's name.\n"
        "key is a secret of 16 or 32 bytes.\n"
        "uuid_version is the version of masked UUIDs and TypeIDs: 8, or 4.\n\n"
        "Equal ids have equal masks. Formats and prefixes have masks of their own under one key. It is no "
        "authentication. docs/mask.md says what is promised. Arrays: sortid.numpy.mask and "
        "sortid.numpy.unmask.");
PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>(doc.c_str())},
    {Py_tp_new, slot(create)},
    {Py_tp_dealloc, slot(destroy)},
    {Py_tp_getattro, slot(get_or_guess)},
    {Py_tp_members, members_of_head},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, nullptr},
};

}  // namespace

bool add_masker(PyObject* module, module_state& state) {
  PyType_Spec spec{"sortid.Masker", sizeof(masker_object), 0, Py_TPFLAGS_DEFAULT, slots};
  state.masker = add_type(module, spec);
  return state.masker != nullptr;
}

}  // namespace sortid::python
