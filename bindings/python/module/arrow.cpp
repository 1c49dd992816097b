// Arrow columns of the core as Python objects: in and out through the PyCapsule interface. A column comes as
// an array or as a stream of them, and goes out as one array, or as a stream in turn.
#include <atomic>
#include <cerrno>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "rows.hpp"

namespace sortid::python {

namespace {

using arrow::column;

// --- in ----------------------------------------------------------------------------------------------------

template <class Struct>
[[nodiscard]] bool alive(const Struct* given) {
  if (given->release != nullptr) return true;
  PyErr_SetString(PyExc_ValueError, "the Arrow column was given away before");
  return false;
}
[[nodiscard]] bool succeeded(arrow::owned<ArrowArrayStream>& stream, int status) {
  if (status == 0) return true;
  const char* const why = stream->get_last_error(stream.get());
  if (!PyErr_Occurred())
    PyErr_Format(PyExc_OSError, "the Arrow stream broke off: %s", why != nullptr ? why : "without a reason");
  return false;
}
// The stream of an object, moved out of its capsule. False with an error set.
[[nodiscard]] bool take_stream(PyObject* object, arrow::owned<ArrowArrayStream>& to) {
  const owned capsule(PyObject_CallMethod(object, "__arrow_c_stream__", nullptr));
  if (!capsule) return false;
  auto* const given =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.get(), "arrow_array_stream"));
  if (given == nullptr || !alive(given)) return false;
  to = arrow::owned<ArrowArrayStream>(*given);
  return true;
}

// Whoever made what is freed may run Python for that, where an error of ours must not be standing.
class error_aside {
 public:
  error_aside() noexcept { PyErr_Fetch(&type_, &value_, &traceback_); }
  error_aside(const error_aside&) = delete;
  error_aside& operator=(const error_aside&) = delete;
  ~error_aside() { PyErr_Restore(type_, value_, traceback_); }

 private:
  PyObject* type_ = nullptr;
  PyObject* value_ = nullptr;
  PyObject* traceback_ = nullptr;
};

// A column that was given, for as long as it is worked on.
class given_column {
 public:
  given_column() noexcept = default;
  given_column(const given_column&) = delete;
  given_column& operator=(const given_column&) = delete;
  ~given_column() {
    const error_aside kept;
    arrays_.clear();
    own_type_ = {};
    capsules_ = {};
  }

  // False with an error set.
  [[nodiscard]] bool open(PyObject* object) {
    if (PyObject_HasAttrString(object, "__arrow_c_array__") != 0) return open_array(object);
    if (PyObject_HasAttrString(object, "__arrow_c_stream__") != 0) return open_stream(object);
    PyErr_Format(PyExc_TypeError, "an Arrow array or stream is wanted, not %R", Py_TYPE(object));
    return false;
  }
  [[nodiscard]] const ArrowSchema& type() const noexcept { return *type_; }
  [[nodiscard]] std::vector<const ArrowArray*> arrays() {
    std::vector<const ArrowArray*> all;
    for (auto& array : arrays_) all.push_back(array.get());
    return all;
  }

 private:
  [[nodiscard]] bool open_array(PyObject* object) {
    capsules_ = owned(PyObject_CallMethod(object, "__arrow_c_array__", nullptr));
    if (!capsules_) return false;
    if (!PyTuple_Check(capsules_.get()) || PyTuple_Size(capsules_.get()) != 2) {
      PyErr_SetString(PyExc_TypeError, "__arrow_c_array__ gives a schema and an array");
      return false;
    }
    // The schema stays in its capsule, which releases it.
    type_ =
        static_cast<ArrowSchema*>(PyCapsule_GetPointer(PyTuple_GetItem(capsules_.get(), 0), "arrow_schema"));
    if (type_ == nullptr) return false;
    auto* const array =
        static_cast<ArrowArray*>(PyCapsule_GetPointer(PyTuple_GetItem(capsules_.get(), 1), "arrow_array"));
    if (array == nullptr || !alive(type_) || !alive(array)) return false;
    arrays_.emplace_back(*array);
    return true;
  }
  [[nodiscard]] bool open_stream(PyObject* object) {
    arrow::owned<ArrowArrayStream> stream;
    if (!take_stream(object, stream)) return false;
    type_ = own_type_.get();
    if (!succeeded(stream, stream->get_schema(stream.get(), own_type_.get())) || !alive(type_)) return false;
    for (;;) {
      arrow::owned<ArrowArray> next;
      if (!succeeded(stream, stream->get_next(stream.get(), next.get()))) return false;
      if (next.released()) return true;
      arrays_.push_back(std::move(next));
      if (PyErr_CheckSignals() != 0) return false;
    }
  }

  owned capsules_;
  arrow::owned<ArrowSchema> own_type_;
  const ArrowSchema* type_ = nullptr;
  std::vector<arrow::owned<ArrowArray>> arrays_;
};

PyObject* raise(const module_state& state, const arrow::column_error& why, std::string_view prefix = {}) {
  using cause = arrow::column_error::cause;
  switch (why.because) {
    case cause::stopped:
      return nullptr;  // with the error of a signal's handler
    case cause::memory:
      return PyErr_NoMemory();
    case cause::rejected:
      return python::raise(state, why.why, why.format_name,
                           std::string(why.sentence.view()) + std::string(call_for_prefix(why.why, prefix)),
                           why.row);
    case cause::type:
    case cause::unsupported:
      PyErr_SetString(PyExc_TypeError, why.sentence.c_str());
      return nullptr;
    default:
      PyErr_SetString(PyExc_ValueError, why.sentence.c_str());
      return nullptr;
  }
}

// --- out ---------------------------------------------------------------------------------------------------

template <class Struct>
void destroy_capsule(PyObject* capsule) {
  auto* const own = static_cast<Struct*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
  if (own->release != nullptr) own->release(own);
  delete own;
}
// `fill` is one of the functions of a column that write a struct, and false without memory.
template <class Struct, class Fill>
PyObject* to_capsule(const char* name, Fill fill) {
  auto own = std::make_unique<Struct>();
  if (!fill(*own)) return PyErr_NoMemory();
  PyObject* const capsule = PyCapsule_New(own.get(), name, destroy_capsule<Struct>);
  if (capsule != nullptr) {
    (void)own.release();
  } else {
    own->release(own.get());
  }
  return capsule;
}

struct column_object {
  object_head head;
  column of;
};
const column& column_of(PyObject* self) noexcept { return reinterpret_cast<column_object*>(self)->of; }

PyObject* to_object(const module_state& state, column made) {
  void* const self = PyObject_Malloc(sizeof(column_object));
  if (self == nullptr) return PyErr_NoMemory();
  new (self) column_object{{}, std::move(made)};
  return PyObject_Init(static_cast<PyObject*>(self), state.column);
}

void destroy(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  clear_weak_references(self);
  reinterpret_cast<column_object*>(self)->of.~column();
  PyObject_Free(self);
  Py_DECREF(type);
}

// For numpy, and what takes arrays of it: see sortid/numpy.py.
PyObject* to_numpy_array(PyObject* self, PyObject* arguments, PyObject* keywords) {
  PyObject *dtype = Py_None, *copy = Py_None;
  const char* names[] = {"dtype", "copy", nullptr};
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "|OO", const_cast<char**>(names), &dtype, &copy) == 0)
    return nullptr;
  const owned module(PyImport_ImportModule("sortid.numpy"));
  return module ? PyObject_CallMethod(module.get(), "_array_of_column", "OOO", self, dtype, copy) : nullptr;
}

// The rows of that array. pandas takes what cannot be iterated for one value.
PyObject* iterate(PyObject* self) {
  const owned rows(PyObject_CallMethod(self, "__array__", nullptr));
  return rows ? PyObject_GetIter(rows.get()) : nullptr;
}

PyObject* arrow_c_schema(PyObject* self, PyObject*) {
  return to_capsule<ArrowSchema>("arrow_schema", [self](ArrowSchema& to) {
    column_of(self).to_schema(to);
    return true;
  });
}
// The type is what it is, whatever schema is asked for, as the interface allows.
PyObject* arrow_c_array(PyObject* self, PyObject*, PyObject*) {
  owned schema(arrow_c_schema(self, nullptr));
  owned array(
      to_capsule<ArrowArray>("arrow_array", [self](ArrowArray& to) { return column_of(self).to_array(to); }));
  return schema && array ? Py_BuildValue("NN", schema.release(), array.release()) : nullptr;
}
PyObject* arrow_c_stream(PyObject* self, PyObject*, PyObject*) {
  return to_capsule<ArrowArrayStream>("arrow_array_stream",
                                      [self](ArrowArrayStream& to) { return column_of(self).to_stream(to); });
}
Py_ssize_t length(PyObject* self) { return static_cast<Py_ssize_t>(column_of(self).size()); }
PyObject* get_null_count(PyObject* self, void*) { return PyLong_FromSize_t(column_of(self).null_count()); }
PyObject* get_arrow_format(PyObject* self, void*) { return to_str(column_of(self).arrow_format()); }

PyMethodDef methods[] = {
    {"__array__", method(to_numpy_array), METH_VARARGS | METH_KEYWORDS,
     "__array__($self, /, dtype=None, copy=None)\n--\n\n"
     "A new numpy array: texts as str, ids of 128 bits as bytes, None for a null among them; ids of 64 bits "
     "as\n"
     "integers; instants as datetime64[ms] in UTC, NaT for a null."},
    {"__arrow_c_schema__", method(arrow_c_schema), METH_NOARGS, nullptr},
    {"__arrow_c_array__", method(arrow_c_array), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"__arrow_c_stream__", method(arrow_c_stream), METH_VARARGS | METH_KEYWORDS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef attributes[] = {
    {"null_count", get_null_count, nullptr, "How many rows have no value.", nullptr},
    {"arrow_format", get_arrow_format, nullptr, "The type, as the Arrow C data interface spells it.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("An Arrow column, for whatever reads the PyCapsule interface.")},
    {Py_tp_dealloc, slot(destroy)},
    {Py_sq_length, slot(length)},
    {Py_tp_iter, slot(iterate)},
    {Py_tp_members, members_of_head},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, nullptr},
};

// --- what is done with columns -----------------------------------------------------------------------------

// What is asked of a column or of a stream: (kind, column, makes, takes, prefix, kind to convert to or None,
// its prefix, to_nulls, signed, text type). None with an error set.
std::optional<arrow::operation> read_operation(const module_state& state, PyObject* arguments,
                                               PyObject*& object) {
  PyObject *kind = nullptr, *given_prefix = nullptr, *to_kind = nullptr, *given_to_prefix = nullptr;
  const char *makes = nullptr, *takes = nullptr, *texts = nullptr;
  int to_nulls = 0, as_signed = 0;
  text_argument prefix, to_prefix;
  if (PyArg_ParseTuple(arguments, "OOssOOOpps", &kind, &object, &makes, &takes, &given_prefix, &to_kind,
                       &given_to_prefix, &to_nulls, &as_signed, &texts) == 0)
    return std::nullopt;
  const auto of = format_of_class(state, kind);
  if (!of || !open_prefix(state, *of, given_prefix, prefix)) return std::nullopt;
  arrow::operation does{*of};
  does.prefix = type_prefix::parse(prefix.view()).value();
  does.to_nulls = to_nulls != 0;
  does.is_signed = as_signed != 0;
  if (!Py_IsNone(to_kind)) {
    does.to = format_of_class(state, to_kind);
    if (!does.to || !open_prefix(state, *does.to, given_to_prefix, to_prefix)) return std::nullopt;
    does.to_prefix = type_prefix::parse(to_prefix.view()).value();
  }
  const auto content = read_word<arrow::content>(makes, words_of_content);
  const auto source = read_word<arrow::source>(takes, words_of_source);
  const auto type = read_word<arrow::text_type>(texts, words_of_text_type);
  if (!content || !source || !type) {
    PyErr_Format(PyExc_ValueError, "no such operation: %s of %s as %s", makes, takes, texts);
    return std::nullopt;
  }
  does.makes = *content;
  does.takes = *source;
  does.texts = *type;
  return does;
}

// The operation ends with the call.
void follow(long_call& call, arrow::operation& does) noexcept {
  does.go_on = [](void* context) { return static_cast<long_call*>(context)->go_on(); };
  does.go_on_context = &call;
}

PyObject* column_transform(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  PyObject* object = nullptr;
  auto does = read_operation(state, arguments, object);
  given_column given;
  if (!does || !given.open(object)) return nullptr;
  const std::vector<const ArrowArray*> arrays = given.arrays();
  column made;
  arrow::column_error why;
  {
    long_call call;
    follow(call, *does);
    why = arrow::transform(*does, given.type(), arrays, made);
    if (why.because == arrow::column_error::cause::too_large) {
      does->texts = arrow::text_type::large_utf8;
      why = arrow::transform(*does, given.type(), arrays, made);
    }
  }
  return why ? raise(state, why, does->prefix.view()) : to_object(state, std::move(made));
}

// --- streams -----------------------------------------------------------------------------------------------

// One column of a stream of tables: the children of its structs, moved out of them, as Arrow allows.
struct column_of_tables {
  arrow::owned<ArrowArrayStream> from;
  std::string name;
  std::int64_t place = -1;
  std::string why{};

  int fail(const std::string& sentence) {
    why = sentence;
    return EINVAL;
  }
  int type(ArrowSchema* out) {
    arrow::owned<ArrowSchema> table;
    if (const int status = from->get_schema(from.get(), table.get()); status != 0) return status;
    if (std::string_view(table->format) != "+s") return fail("the stream has no tables");
    for (place = 0; place < table->n_children; ++place) {
      ArrowSchema* const child = table->children[place];
      if (child->name == nullptr || child->name != name) continue;
      *out = *child;
      child->release = nullptr;
      return 0;
    }
    return fail("the tables have no column " + name);
  }
  int next(ArrowArray* out) {
    arrow::owned<ArrowArray> table;
    if (const int status = from->get_next(from.get(), table.get()); status != 0) return status;
    *out = {};
    if (table.released()) return 0;
    if (table->n_children <= place) return fail("the tables have lost a column");
    if (table->null_count != 0 && table->n_buffers > 0 && table->buffers[0] != nullptr)
      return fail("whole rows of the tables are null");
    ArrowArray* const child = table->children[place];
    if (child->length < table->offset + table->length) return fail("a column of the tables is too short");
    *out = *child;
    child->release = nullptr;
    if (out->length != table->length) out->null_count = -1;  // of those rows nobody has counted them
    out->offset += table->offset;
    out->length = table->length;
    return 0;
  }

  static column_of_tables& of(ArrowArrayStream* stream) noexcept {
    return *static_cast<column_of_tables*>(stream->private_data);
  }
  static void move_to(arrow::owned<ArrowArrayStream>& stream, const char* name) {
    auto own = std::make_unique<column_of_tables>(column_of_tables{std::move(stream), name});
    ArrowArrayStream made{};
    made.get_schema = [](ArrowArrayStream* self, ArrowSchema* out) { return of(self).type(out); };
    made.get_next = [](ArrowArrayStream* self, ArrowArray* out) { return of(self).next(out); };
    made.get_last_error = [](ArrowArrayStream* self) {
      auto& inner = of(self);
      return inner.why.empty() ? inner.from->get_last_error(inner.from.get()) : inner.why.c_str();
    };
    made.release = [](ArrowArrayStream* self) {
      delete static_cast<column_of_tables*>(self->private_data);
      self->release = nullptr;
    };
    made.private_data = own.release();
    stream = arrow::owned<ArrowArrayStream>(made);
  }
};

// A stream that is still to be read, and what is done with its arrays; released once it was given away.
struct stream_object {
  object_head head;
  arrow::operation does;
  arrow::owned<ArrowArrayStream> from;
  arrow::owned<ArrowSchema> type;
  arrow::owned<ArrowArray> unfinished = {};  // whose call was interrupted
  std::int64_t rows = 0;                     // that were read
  std::atomic<bool> busy = false;
};
stream_object& stream_of(PyObject* self) noexcept { return *reinterpret_cast<stream_object*>(self); }

// One call at a time reads a stream. Without the GIL another thread can ask meanwhile, and so can what makes
// the stream.
class reading_turn {
 public:
  explicit reading_turn(std::atomic<bool>& busy) : busy_(busy), taken_(!busy.exchange(true)) {
    if (!taken_) PyErr_SetString(PyExc_ValueError, "another call is reading the stream");
  }
  reading_turn(const reading_turn&) = delete;
  reading_turn& operator=(const reading_turn&) = delete;
  ~reading_turn() {
    if (taken_) busy_ = false;
  }
  // Otherwise an error is set.
  [[nodiscard]] bool taken() const noexcept { return taken_; }

 private:
  std::atomic<bool>& busy_;
  bool taken_;
};

void destroy_stream(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  clear_weak_references(self);
  {
    const error_aside kept;
    stream_of(self).~stream_object();
  }
  PyObject_Free(self);
  Py_DECREF(type);
}

// (the column of tables or None, what is asked).
PyObject* stream_transform(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  PyObject *asked = nullptr, *object = nullptr;
  const char* name = nullptr;
  if (PyArg_ParseTuple(arguments, "zO", &name, &asked) == 0) return nullptr;
  const auto does = read_operation(state, asked, object);
  arrow::owned<ArrowArrayStream> from;
  arrow::owned<ArrowSchema> type;
  if (!does || !take_stream(object, from)) return nullptr;
  if (name != nullptr) column_of_tables::move_to(from, name);
  if (!succeeded(from, from->get_schema(from.get(), type.get())) || !alive(type.get())) return nullptr;
  arrow::owned<ArrowSchema> made;
  if (const arrow::column_error why = arrow::type_of(*does, *type, *made.get())) return raise(state, why);
  void* const self = PyObject_Malloc(sizeof(stream_object));
  if (self == nullptr) return PyErr_NoMemory();
  new (self) stream_object{{}, *does, std::move(from), std::move(type)};
  return PyObject_Init(static_cast<PyObject*>(self), state.stream);
}

PyObject* next_column(PyObject* self) {
  auto& own = stream_of(self);
  const auto& state = state_of(self);
  const reading_turn turn(own.busy);
  if (!turn.taken() || !alive(own.from.get())) return nullptr;
  arrow::owned<ArrowArray> next = std::move(own.unfinished);
  int status = 0;
  column made;
  arrow::column_error why;
  {
    long_call call;
    if (next.released()) status = own.from->get_next(own.from.get(), next.get());
    if (status == 0 && !next.released()) {
      const ArrowArray* const arrays[] = {next.get()};
      arrow::operation does = own.does;
      follow(call, does);
      why = arrow::transform(does, *own.type, arrays, made);
    }
  }
  if (!succeeded(own.from, status) || next.released()) return nullptr;  // the end has no error set
  if (why.because == arrow::column_error::cause::stopped) {
    own.unfinished = std::move(next);
    return nullptr;
  }
  if (why.row >= 0) why.row += own.rows;
  own.rows += next->length;
  return why ? raise(state, why) : to_object(state, std::move(made));
}

PyObject* stream_c_stream(PyObject* self, PyObject*, PyObject*) {
  auto& own = stream_of(self);
  const reading_turn turn(own.busy);
  if (!turn.taken() || !alive(own.from.get())) return nullptr;
  if (own.rows != 0 || !own.unfinished.released()) {
    PyErr_SetString(PyExc_ValueError, "the stream was begun: go on with its columns");
    return nullptr;
  }
  return to_capsule<ArrowArrayStream>("arrow_array_stream", [&](ArrowArrayStream& to) {
    return !arrow::transform(own.does, *own.from.get(), to);
  });
}
PyObject* stream_c_schema(PyObject* self, PyObject*) {
  auto& own = stream_of(self);
  return to_capsule<ArrowSchema>("arrow_schema",
                                 [&](ArrowSchema& to) { return !arrow::type_of(own.does, *own.type, to); });
}

PyMethodDef stream_methods[] = {
    {"__arrow_c_schema__", method(stream_c_schema), METH_NOARGS, nullptr},
    {"__arrow_c_stream__", method(stream_c_stream), METH_VARARGS | METH_KEYWORDS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyType_Slot stream_slots[] = {
    {Py_tp_doc,
     const_cast<char*>("Columns that are made of an Arrow stream, each when it is asked for: an iterator of "
                       "them, or an Arrow\nstream for whatever reads the PyCapsule interface.")},
    {Py_tp_dealloc, slot(destroy_stream)},
    {Py_tp_iter, slot(PyObject_SelfIter)},
    {Py_tp_iternext, slot(next_column)},
    {Py_tp_members, members_of_head},
    {Py_tp_methods, stream_methods},
    {0, nullptr},
};

// (column): its Arrow type, and bytes of its validity, values and texts, None where it has none.
PyObject* column_buffers(PyObject* module, PyObject* given) {
  if (Py_TYPE(given) != state_of_module(module).column) {
    PyErr_SetString(PyExc_TypeError, "a sortid.Column is wanted");
    return nullptr;
  }
  const column& of = column_of(given);
  const auto bytes = [](std::span<const char> from) {
    return from.data() == nullptr
               ? new_reference(Py_None)
               : PyBytes_FromStringAndSize(from.data(), static_cast<Py_ssize_t>(from.size()));
  };
  return Py_BuildValue("(sNNN)", of.arrow_format(), bytes(of.validity()), bytes(of.values()),
                       bytes(of.texts()));
}

// (Arrow type, rows, validity or None, values, texts or None): the column that has them.
PyObject* column_of_buffers(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  const char* arrow_format = nullptr;
  Py_ssize_t rows = 0;
  PyObject *given_validity = nullptr, *given_values = nullptr, *given_texts = nullptr;
  buffer validity, values, texts;
  if (PyArg_ParseTuple(arguments, "snOOO", &arrow_format, &rows, &given_validity, &given_values,
                       &given_texts) == 0 ||
      (!Py_IsNone(given_validity) && !validity.open(given_validity)) || !values.open(given_values) ||
      (!Py_IsNone(given_texts) && !texts.open(given_texts)))
    return nullptr;
  const std::string_view type(arrow_format);
  if (Py_IsNone(given_texts) == (type == "U" || type == "Z")) {
    PyErr_SetString(PyExc_ValueError, "texts have bytes, and only texts");
    return nullptr;
  }
  column made;
  const arrow::column_error why = column::of_buffers(arrow_format, static_cast<std::size_t>(rows),
                                                     validity.bytes(), values.bytes(), texts.bytes(), made);
  return why ? raise(state, why) : to_object(state, std::move(made));
}

}  // namespace

bool add_columns(PyObject* module, module_state& state) {
  PyType_Spec spec{"sortid.Column", sizeof(column_object), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  state.column = add_type(module, spec);
  PyType_Spec of_stream{"sortid.Stream", sizeof(stream_object), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, stream_slots};
  state.stream = add_type(module, of_stream);
  return state.column != nullptr && state.stream != nullptr;
}

PyMethodDef column_functions[] = {
    {"_column_buffers", method(column_buffers), METH_O, nullptr},
    {"_column_of_buffers", method(column_of_buffers), METH_VARARGS, nullptr},
    {"_column_transform", method(column_transform), METH_VARARGS, nullptr},
    {"_stream_transform", method(stream_transform), METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace sortid::python
