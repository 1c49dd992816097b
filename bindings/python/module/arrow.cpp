// Arrow columns, in and out through the PyCapsule interface; no Arrow library is needed for it. A column
// comes as an array or as a stream of them, and goes out as one array.
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "arrow_abi.hpp"
#include "rows.hpp"

namespace sortid::python {

namespace {

// --- in ----------------------------------------------------------------------------------------------------

enum class stored : std::uint8_t { text32, text64, views, bytes16, int64, uint64 };

struct stored_as {
  std::string_view arrow_format;
  stored how;
};
constexpr stored_as known_types[] = {{"u", stored::text32},     {"U", stored::text64}, {"vu", stored::views},
                                     {"w:16", stored::bytes16}, {"l", stored::int64},  {"L", stored::uint64}};

constexpr bool is_text(stored how) noexcept { return how <= stored::views; }

template <class Number>
Number load(const void* from, std::size_t index) noexcept {
  Number number;
  std::memcpy(&number, static_cast<const char*>(from) + index * sizeof(Number), sizeof(Number));
  return number;
}

// One array of the column, looked through before anything in it is followed.
class chunk {
 public:
  chunk(arrow<ArrowArray> array, stored how) noexcept : array_(std::move(array)), how_(how) {}

  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(array_->length); }
  [[nodiscard]] stored how() const noexcept { return how_; }

  // What is wrong with it; null when nothing is. What cannot be seen is how much memory stands behind a
  // pointer.
  [[nodiscard]] const char* defect() {
    const ArrowArray& a = *array_.get();
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 64;
    if (a.length < 0 || a.offset < 0 || a.length > most || a.offset > most) return "a length or an offset";
    if (a.null_count < -1 || a.null_count > a.length) return "the number of nulls";
    if (a.n_children != 0 || a.dictionary != nullptr) return "children in a plain array";
    const std::int64_t least_buffers = how_ == stored::views ? 3 : is_text(how_) ? 3 : 2;
    if (a.buffers == nullptr || a.n_buffers < least_buffers || a.n_buffers > most ||
        (how_ != stored::views && a.n_buffers != least_buffers))
      return "the number of buffers";
    offset_ = static_cast<std::size_t>(a.offset);
    validity_ = a.null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(a.buffers[0]);
    if (validity_ == nullptr && a.null_count > 0) return "nulls without a bitmap";
    if (a.length == 0) return nullptr;
    values_ = a.buffers[1];
    if (values_ == nullptr) return "a buffer is missing";
    data_ = is_text(how_) ? static_cast<const char*>(a.buffers[2]) : nullptr;
    return how_ == stored::text32   ? offsets_defect<std::int32_t>()
           : how_ == stored::text64 ? offsets_defect<std::int64_t>()
           : how_ == stored::views  ? views_defect()
                                    : nullptr;
  }

  // Rows, of texts.
  [[nodiscard]] bool null(std::size_t row) const noexcept {
    const std::size_t at = offset_ + row;
    return validity_ != nullptr && (validity_[at / 8] >> (at % 8) & 1) == 0;
  }
  [[nodiscard]] std::string_view text(std::size_t row) const noexcept {
    const std::size_t at = offset_ + row;
    if (how_ == stored::text32)
      return between(load<std::int32_t>(values_, at), load<std::int32_t>(values_, at + 1));
    if (how_ == stored::text64)
      return between(load<std::int64_t>(values_, at), load<std::int64_t>(values_, at + 1));
    const view v = view_at(at);
    if (v.size <= arrow_inline_bytes)
      return {static_cast<const char*>(values_) + at * sizeof(view) + sizeof v.size,
              static_cast<std::size_t>(v.size)};
    return {static_cast<const char*>(array_->buffers[2 + v.buffer]) + v.offset,
            static_cast<std::size_t>(v.size)};
  }
  [[nodiscard]] const char* run(std::size_t from, std::size_t count, std::size_t size) const noexcept {
    if (validity_ != nullptr || how_ == stored::views) return nullptr;
    const auto end_to_end = [&]<class Offset>(Offset) {
      const auto begin = load<Offset>(values_, offset_ + from);
      bool equal = true;
      for (std::size_t i = 1; i <= count; ++i)
        equal = equal && load<Offset>(values_, offset_ + from + i) - begin == static_cast<Offset>(i * size);
      return equal ? data_ + begin : nullptr;
    };
    return how_ == stored::text32 ? end_to_end(std::int32_t{}) : end_to_end(std::int64_t{});
  }
  // The ids, of a chunk that is not of texts.
  [[nodiscard]] const char* ids() const noexcept {
    return static_cast<const char*>(values_) +
           (size() == 0 ? 0 : offset_ * (how_ == stored::bytes16 ? 16 : 8));
  }

 private:
  struct view {
    std::int32_t size;
    char begin[4];
    std::int32_t buffer;
    std::int32_t offset;
  };
  [[nodiscard]] view view_at(std::size_t at) const noexcept { return load<view>(values_, at); }
  [[nodiscard]] std::string_view between(std::int64_t from, std::int64_t to) const noexcept {
    return {data_ + from, static_cast<std::size_t>(to - from)};
  }
  template <class Offset>
  [[nodiscard]] const char* offsets_defect() const noexcept {
    Offset last = load<Offset>(values_, offset_);
    if (last < 0) return "a negative offset of a text";
    const Offset first = last;
    for (std::size_t i = 1; i <= size(); ++i) {
      const auto next = load<Offset>(values_, offset_ + i);
      if (next < last) return "offsets of texts that go back";
      last = next;
    }
    return data_ == nullptr && last != first ? "a buffer is missing" : nullptr;
  }
  [[nodiscard]] const char* views_defect() const noexcept {
    const std::int64_t buffers = array_->n_buffers - 3;
    const void* const sizes = array_->buffers[array_->n_buffers - 1];
    if (buffers > 0 && sizes == nullptr) return "a buffer is missing";
    for (std::size_t row = 0; row < size(); ++row) {
      if (null(row)) continue;
      const view v = view_at(offset_ + row);
      if (v.size < 0) return "a negative size of a text";
      if (v.size <= arrow_inline_bytes) continue;
      if (v.buffer < 0 || v.buffer >= buffers || v.offset < 0) return "a view outside its buffers";
      const auto there = load<std::int64_t>(sizes, static_cast<std::size_t>(v.buffer));
      if (array_->buffers[2 + v.buffer] == nullptr || std::int64_t{v.offset} + v.size > there)
        return "a view outside its buffers";
    }
    return nullptr;
  }

  arrow<ArrowArray> array_;
  stored how_;
  std::size_t offset_ = 0;
  const std::uint8_t* validity_ = nullptr;
  const void* values_ = nullptr;
  const char* data_ = nullptr;
};

// A column that was given.
class given_column {
 public:
  // False with an error set.
  [[nodiscard]] bool open(PyObject* object) {
    if (PyObject_HasAttrString(object, "__arrow_c_array__") != 0) return open_array(object);
    if (PyObject_HasAttrString(object, "__arrow_c_stream__") != 0) return open_stream(object);
    PyErr_Format(PyExc_TypeError, "an Arrow array or stream is wanted, not %R", Py_TYPE(object));
    return false;
  }
  [[nodiscard]] const std::vector<chunk>& chunks() const noexcept { return chunks_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] stored how() const noexcept { return how_; }

 private:
  [[nodiscard]] bool open_array(PyObject* object) {
    const owned both(PyObject_CallMethod(object, "__arrow_c_array__", nullptr));
    if (!both) return false;
    if (!PyTuple_Check(both.get()) || PyTuple_Size(both.get()) != 2) {
      PyErr_SetString(PyExc_TypeError, "__arrow_c_array__ gives a schema and an array");
      return false;
    }
    auto* const schema =
        static_cast<ArrowSchema*>(PyCapsule_GetPointer(PyTuple_GetItem(both.get(), 0), "arrow_schema"));
    if (schema == nullptr) return false;
    auto* const array =
        static_cast<ArrowArray*>(PyCapsule_GetPointer(PyTuple_GetItem(both.get(), 1), "arrow_array"));
    if (array == nullptr || !alive(schema) || !alive(array)) return false;
    // The schema stays in its capsule, which releases it.
    return take(*schema) && add(arrow<ArrowArray>(array));
  }
  [[nodiscard]] bool open_stream(PyObject* object) {
    const owned capsule(PyObject_CallMethod(object, "__arrow_c_stream__", nullptr));
    if (!capsule) return false;
    auto* const given =
        static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.get(), "arrow_array_stream"));
    if (given == nullptr || !alive(given)) return false;
    arrow<ArrowArrayStream> stream(given);
    arrow<ArrowSchema> schema;
    if (!succeeded(stream, stream->get_schema(stream.get(), schema.get())) || !alive(schema.get()) ||
        !take(*schema.get()))
      return false;
    for (;;) {
      arrow<ArrowArray> next;
      if (!succeeded(stream, stream->get_next(stream.get(), next.get()))) return false;
      if (next.released()) return true;
      if (!add(std::move(next))) return false;
    }
  }
  template <class Struct>
  [[nodiscard]] static bool alive(const Struct* given) {
    if (given->release != nullptr) return true;
    PyErr_SetString(PyExc_ValueError, "the Arrow column was given away before");
    return false;
  }
  [[nodiscard]] static bool succeeded(arrow<ArrowArrayStream>& stream, int status) {
    if (status == 0) return true;
    const char* const why = stream->get_last_error(stream.get());
    if (!PyErr_Occurred())
      PyErr_Format(PyExc_OSError, "the Arrow stream broke off: %s",
                   why != nullptr ? why : "without a reason");
    return false;
  }
  [[nodiscard]] bool take(const ArrowSchema& schema) {
    const std::string_view wanted = schema.format != nullptr ? schema.format : "";
    for (const stored_as& type : known_types) {
      if (schema.dictionary == nullptr && type.arrow_format == wanted) {
        how_ = type.how;
        return true;
      }
    }
    PyErr_Format(
        PyExc_TypeError,
        "Arrow type '%s'%s: a column is utf8, large_utf8, utf8_view, fixed_size_binary(16), int64 or uint64",
        schema.format != nullptr ? schema.format : "", schema.dictionary != nullptr ? " (dictionary)" : "");
    return false;
  }
  [[nodiscard]] bool add(arrow<ArrowArray> array) {
    chunks_.emplace_back(std::move(array), how_);
    const char* const defect = chunks_.back().defect();
    if (defect != nullptr) {
      PyErr_Format(PyExc_ValueError, "malformed Arrow array: %s", defect);
      return false;
    }
    size_ += chunks_.back().size();
    return true;
  }

  std::vector<chunk> chunks_;
  std::size_t size_ = 0;
  stored how_ = stored::text32;
};

// --- out ---------------------------------------------------------------------------------------------------

struct freed {
  void operator()(void* memory) const noexcept { std::free(memory); }
};
using memory = std::unique_ptr<char[], freed>;

// Without a value until it is written; never empty, for some readers follow the pointer.
memory allocate(std::size_t size) {
  memory made(static_cast<char*>(std::malloc(std::max<std::size_t>(size, 64))));
  if (made == nullptr) PyErr_NoMemory();
  return made;
}

// A column that was made. It never changes.
struct column {
  const char* arrow_format = nullptr;
  std::size_t size = 0;
  std::size_t nulls = 0;
  memory validity;  // none without a null
  memory values;
  memory texts;  // of texts alone, whose values are offsets

  // Made when the first one comes. False without memory, and no error set.
  [[nodiscard]] bool set_null(std::size_t row) noexcept {
    if (validity == nullptr) {
      validity.reset(static_cast<char*>(std::malloc(size / 8 + 64)));
      if (validity == nullptr) return false;
      std::memset(validity.get(), 0xFF, size / 8 + 64);
    }
    char& byte = validity[row / 8];
    const auto cleared = static_cast<unsigned char>(byte) & ~(1U << (row % 8));
    if (cleared != static_cast<unsigned char>(byte)) ++nulls;
    byte = static_cast<char>(cleared);
    return true;
  }
  [[nodiscard]] bool is_null(std::size_t row) const noexcept {
    return validity != nullptr && (static_cast<unsigned char>(validity[row / 8]) >> (row % 8) & 1) == 0;
  }
};

struct exported {
  std::shared_ptr<const column> of;
  const void* buffers[3];
};

void release_array(ArrowArray* array) {
  delete static_cast<exported*>(array->private_data);
  array->release = nullptr;
}
void release_schema(ArrowSchema* schema) {
  delete static_cast<std::shared_ptr<const column>*>(schema->private_data);
  schema->release = nullptr;
}
void export_array(const std::shared_ptr<const column>& of, ArrowArray* array) {
  auto* const own = new exported{of, {of->validity.get(), of->values.get(), of->texts.get()}};
  *array = {static_cast<std::int64_t>(of->size),
            static_cast<std::int64_t>(of->nulls),
            0,
            of->texts != nullptr ? 3 : 2,
            0,
            own->buffers,
            nullptr,
            nullptr,
            release_array,
            own};
}
void export_schema(const std::shared_ptr<const column>& of, ArrowSchema* schema) {
  *schema = {of->arrow_format, "",      nullptr,        arrow_nullable,         0,
             nullptr,          nullptr, release_schema, new std::shared_ptr(of)};
}

// A stream of one array.
struct stream_state {
  std::shared_ptr<const column> of;
  bool given = false;
};
void export_stream(const std::shared_ptr<const column>& of, ArrowArrayStream* stream) {
  *stream = {[](ArrowArrayStream* self, ArrowSchema* schema) {
               export_schema(static_cast<stream_state*>(self->private_data)->of, schema);
               return 0;
             },
             [](ArrowArrayStream* self, ArrowArray* array) {
               auto& state = *static_cast<stream_state*>(self->private_data);
               *array = {};
               if (!state.given) export_array(state.of, array);
               state.given = true;
               return 0;
             },
             [](ArrowArrayStream*) -> const char* { return nullptr; },
             [](ArrowArrayStream* self) {
               delete static_cast<stream_state*>(self->private_data);
               self->release = nullptr;
             },
             new stream_state{of}};
}

template <class Struct>
void destroy_capsule(PyObject* capsule) {
  auto* const own = static_cast<Struct*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
  if (own->release != nullptr) own->release(own);
  delete own;
}
template <class Struct>
PyObject* to_capsule(const std::shared_ptr<const column>& of, const char* name,
                     void (*fill)(const std::shared_ptr<const column>&, Struct*)) {
  auto own = std::make_unique<Struct>();
  fill(of, own.get());
  PyObject* const capsule = PyCapsule_New(own.get(), name, destroy_capsule<Struct>);
  if (capsule != nullptr) {
    (void)own.release();
  } else {
    own->release(own.get());
  }
  return capsule;
}

struct column_object {
  PyObject head;
  std::shared_ptr<const column> of;
};
const std::shared_ptr<const column>& column_of(PyObject* self) noexcept {
  return reinterpret_cast<column_object*>(self)->of;
}

PyObject* to_object(const module_state& state, std::unique_ptr<column> made) {
  auto* const self = static_cast<column_object*>(PyObject_Malloc(sizeof(column_object)));
  if (self == nullptr) return PyErr_NoMemory();
  new (&self->of) std::shared_ptr<const column>(std::move(made));
  return PyObject_Init(reinterpret_cast<PyObject*>(self), state.column);
}

void destroy(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  reinterpret_cast<column_object*>(self)->of.~shared_ptr();
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
  return to_capsule(column_of(self), "arrow_schema", export_schema);
}
// The type is what it is, whatever schema is asked for, as the interface allows.
PyObject* arrow_c_array(PyObject* self, PyObject*, PyObject*) {
  owned schema(arrow_c_schema(self, nullptr));
  owned array(to_capsule(column_of(self), "arrow_array", export_array));
  return schema && array ? Py_BuildValue("NN", schema.release(), array.release()) : nullptr;
}
PyObject* arrow_c_stream(PyObject* self, PyObject*, PyObject*) {
  return to_capsule(column_of(self), "arrow_array_stream", export_stream);
}
Py_ssize_t length(PyObject* self) { return static_cast<Py_ssize_t>(column_of(self)->size); }
PyObject* get_null_count(PyObject* self, void*) { return PyLong_FromSize_t(column_of(self)->nulls); }
PyObject* get_arrow_format(PyObject* self, void*) { return to_str(column_of(self)->arrow_format); }

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
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, nullptr},
};

// --- what is done with columns -----------------------------------------------------------------------------

// What is rejected: the first one stops the work, or each becomes a null.
struct refusals {
  column& into;
  bool to_nulls;
  std::size_t begin = 0;  // row of the column at which the chunk begins
  first_refusal first;
  bool no_memory = false;

  bool operator()(std::size_t row, const error& why) noexcept {
    if (!to_nulls) return first(begin + row, why);
    return null(row);
  }
  bool null(std::size_t row) noexcept {
    no_memory = no_memory || !into.set_null(begin + row);
    return !no_memory;
  }
  [[nodiscard]] bool stopped() const noexcept { return first || no_memory; }
};

PyObject* raise_first(const module_state& state, format of, const given_column& given,
                      std::string_view prefix, const first_refusal& first) {
  auto row = static_cast<std::size_t>(first.row);
  auto c = given.chunks().begin();
  for (; row >= c->size(); ++c) row -= c->size();
  const bool overflow = first.why.why == reason::overflow;
  if (!is_text(c->how())) {
    // Of a signed column only a negative number is rejected so.
    const bool negative = overflow && c->how() == stored::int64;
    return negative ? raise(state, first.why, of.name(), message_of_overflow(of.name(), true), first.row)
                    : raise(state, first.why, of.name(), first.row);
  }
  const std::string_view text = c->text(row);
  if (overflow && by_format::parse(of, text))
    return raise(state, first.why, of.name(),
                 inline_text<96>().append("an int64 does not hold this ").append(of.name()), first.row);
  return raise(state, first.why, of.name(), sentence_of(first.why, of, text, prefix), first.row);
}

// The work of a function over all chunks, without the GIL: f(chunk, row at which it begins, refusals).
template <class F>
PyObject* worked(const module_state& state, format of, const given_column& given, std::string_view prefix,
                 std::unique_ptr<column> made, bool to_nulls, F f) {
  refusals rejected{*made, to_nulls, 0, {}, false};
  {
    const without_gil paused;
    for (const chunk& c : given.chunks()) {
      for (std::size_t row = 0; row < c.size() && !rejected.stopped(); ++row) {
        if (c.null(row)) rejected.null(row);
      }
      if (!rejected.stopped()) f(c, rejected.begin, rejected);
      if (rejected.stopped()) break;
      rejected.begin += c.size();
    }
  }
  if (rejected.no_memory) return PyErr_NoMemory();
  if (rejected.first) return raise_first(state, of, given, prefix, rejected.first);
  return to_object(state, std::move(made));
}

// Ids of 64 bits in a signed column are at most 2^63 − 1.
template <class Reject>
void reject_signed(format f, const char* ids, std::size_t count, Reject& reject) {
  if (f.layout().bits != 64) return;
  for (std::size_t i = 0; i < count; ++i) {
    if (load<std::int64_t>(ids, i) < 0 && !reject(i, overflow_of_value)) return;
  }
}

// Of a column of signed ones.
void reject_negative(format f, const chunk& c, refusals& rejected) {
  if (c.how() != stored::int64) return;
  const auto reject = [&](std::size_t row, const error& why) { return c.null(row) || rejected(row, why); };
  reject_signed(f, c.ids(), c.size(), reject);
}

bool wants(const given_column& given, bool texts, format of) {
  const stored ids_wanted = of.layout().bits == 128 ? stored::bytes16 : stored::uint64;
  const bool ids =
      !is_text(given.how()) && (given.how() == stored::bytes16) == (ids_wanted == stored::bytes16);
  if (texts ? is_text(given.how()) : ids) return true;
  if (texts) {
    PyErr_SetString(PyExc_TypeError, "a column of texts is wanted");
  } else {
    PyErr_Format(PyExc_TypeError, "a column of %d-bit ids is wanted", static_cast<int>(of.layout().bits));
  }
  return false;
}

// What a row takes in the values; of texts an offset, of which there is one more.
std::size_t row_bytes(std::string_view arrow_format) noexcept {
  return arrow_format == "u" ? 4 : arrow_format == "w:16" ? 16 : 8;
}

// (column): its Arrow type, and bytes of its validity, values and texts, None where it has none.
PyObject* column_buffers(PyObject* module, PyObject* given) {
  if (Py_TYPE(given) != state_of_module(module).column) {
    PyErr_SetString(PyExc_TypeError, "a sortid.Column is wanted");
    return nullptr;
  }
  const column& of = *column_of(given);
  const auto bytes = [](const memory& from, std::size_t size) {
    return from == nullptr ? new_reference(Py_None)
                           : PyBytes_FromStringAndSize(from.get(), static_cast<Py_ssize_t>(size));
  };
  std::size_t texts = 0;
  if (of.texts != nullptr)
    texts = row_bytes(of.arrow_format) == 4
                ? static_cast<std::size_t>(load<std::int32_t>(of.values.get(), of.size))
                : static_cast<std::size_t>(load<std::int64_t>(of.values.get(), of.size));
  const std::size_t rows = of.size + (of.texts != nullptr ? 1 : 0);
  return Py_BuildValue("(sNNN)", of.arrow_format, bytes(of.validity, of.size / 8 + 1),
                       bytes(of.values, rows * row_bytes(of.arrow_format)), bytes(of.texts, texts));
}

// (Arrow type, rows, validity or None, values, texts or None): the column that has them.
PyObject* column_of_buffers(PyObject* module, PyObject* arguments) {
  const char* arrow_format = nullptr;
  Py_ssize_t rows = 0;
  PyObject *given_validity = nullptr, *given_values = nullptr, *given_texts = nullptr;
  if (PyArg_ParseTuple(arguments, "snOOO", &arrow_format, &rows, &given_validity, &given_values,
                       &given_texts) == 0)
    return nullptr;
  auto made = std::make_unique<column>();
  for (const char* const known : {"U", "w:16", "l", "L"}) {
    if (std::string_view(known) == arrow_format) made->arrow_format = known;
  }
  buffer validity, values, texts;
  if ((!Py_IsNone(given_validity) && !validity.open(given_validity)) || !values.open(given_values) ||
      (!Py_IsNone(given_texts) && !texts.open(given_texts)))
    return nullptr;
  const bool of_texts = !Py_IsNone(given_texts);
  made->size = static_cast<std::size_t>(rows);
  if (made->arrow_format == nullptr || rows < 0 || of_texts != (std::string_view(arrow_format) == "U") ||
      values.size() / row_bytes(arrow_format) != made->size + (of_texts ? 1 : 0) ||
      (!Py_IsNone(given_validity) && validity.size() < (made->size + 7) / 8) ||
      (of_texts &&
       load<std::int64_t>(values.data(), made->size) != static_cast<std::int64_t>(texts.size()))) {
    PyErr_SetString(PyExc_ValueError, "the buffers do not fit together");
    return nullptr;
  }
  made->values = allocate(values.size());
  if (made->values == nullptr) return nullptr;
  std::memcpy(made->values.get(), values.data(), values.size());
  if (of_texts) {
    made->texts = allocate(texts.size());
    if (made->texts == nullptr) return nullptr;
    if (texts.size() != 0) std::memcpy(made->texts.get(), texts.data(), texts.size());
  }
  for (std::size_t row = 0; !Py_IsNone(given_validity) && row < made->size; ++row) {
    const auto byte = static_cast<unsigned char>(validity.bytes()[row / 8]);
    if ((byte >> (row % 8) & 1) == 0 && !made->set_null(row)) return PyErr_NoMemory();
  }
  return to_object(state_of_module(module), std::move(made));
}

// (kind, column, prefix, to_nulls, signed)
PyObject* column_from_text(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  PyObject *kind = nullptr, *object = nullptr, *given_prefix = nullptr;
  int to_nulls = 0, as_signed = 0;
  given_column given;
  text_argument prefix;
  if (PyArg_ParseTuple(arguments, "OOOpp", &kind, &object, &given_prefix, &to_nulls, &as_signed) == 0)
    return nullptr;
  const auto of = format_of_class(state, kind);
  if (!of || !open_prefix(state, *of, given_prefix, prefix) || !given.open(object) ||
      !wants(given, true, *of))
    return nullptr;
  const std::size_t id_size = of->layout().bits / 8;
  auto made = std::make_unique<column>();
  made->arrow_format = id_size == 16 ? "w:16" : as_signed != 0 ? "l" : "L";
  made->size = given.size();
  made->values = allocate(given.size() * id_size);
  if (made->values == nullptr) return nullptr;
  char* const ids = made->values.get();
  return worked(state, *of, given, prefix.view(), std::move(made), to_nulls != 0,
                [&](const chunk& c, std::size_t begin, refusals& rejected) {
                  char* const to = ids + begin * id_size;
                  read_rows(*of, c, c.size(), prefix.view(), to, std::ref(rejected));
                  if (as_signed != 0 && !rejected.stopped()) reject_signed(*of, to, c.size(), rejected);
                });
}

// (kind, column, prefix, large)
PyObject* column_to_text(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  PyObject *kind = nullptr, *object = nullptr, *given_prefix = nullptr;
  int large = 0;
  given_column given;
  text_argument prefix;
  if (PyArg_ParseTuple(arguments, "OOOp", &kind, &object, &given_prefix, &large) == 0) return nullptr;
  const auto of = format_of_class(state, kind);
  if (!of || !open_prefix(state, *of, given_prefix, prefix) || !given.open(object) ||
      !wants(given, false, *of))
    return nullptr;
  const std::size_t size = size_of_texts(*of, prefix.view());
  const bool wide =
      large != 0 || given.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) / size;
  auto made = std::make_unique<column>();
  made->arrow_format = wide ? "U" : "u";
  made->size = given.size();
  made->values = allocate((given.size() + 1) * (wide ? 8 : 4));
  made->texts = allocate(given.size() * size);
  if (made->values == nullptr || made->texts == nullptr) return nullptr;
  for (std::size_t i = 0; i <= given.size(); ++i) {
    const auto end = static_cast<std::int64_t>(i * size);
    const auto narrow = static_cast<std::int32_t>(end);
    if (wide) {
      std::memcpy(made->values.get() + i * 8, &end, 8);
    } else {
      std::memcpy(made->values.get() + i * 4, &narrow, 4);
    }
  }
  char* const texts = made->texts.get();
  return worked(state, *of, given, prefix.view(), std::move(made), false,
                [&](const chunk& c, std::size_t begin, refusals& rejected) {
                  const auto null = [&c](std::size_t row) { return c.null(row); };
                  reject_negative(*of, c, rejected);
                  if (rejected.stopped()) return;
                  write_rows(*of, c.ids(), c.size(), prefix.view(), texts + begin * size, size, null,
                             std::ref(rejected));
                });
}

// (kind, column of texts or of ids, prefix, to_nulls)
PyObject* column_instants(PyObject* module, PyObject* arguments) {
  const auto& state = state_of_module(module);
  PyObject *kind = nullptr, *object = nullptr, *given_prefix = nullptr;
  int to_nulls = 0;
  given_column given;
  text_argument prefix;
  if (PyArg_ParseTuple(arguments, "OOOp", &kind, &object, &given_prefix, &to_nulls) == 0) return nullptr;
  const auto of = format_of_class(state, kind);
  if (!of || !open_prefix(state, *of, given_prefix, prefix) || !given.open(object) ||
      !wants(given, is_text(given.how()), *of))
    return nullptr;
  auto made = std::make_unique<column>();
  made->arrow_format = "tsm:UTC";
  made->size = given.size();
  made->values = allocate(given.size() * sizeof(std::int64_t));
  if (made->values == nullptr) return nullptr;
  auto* const instants = reinterpret_cast<std::int64_t*>(made->values.get());
  column& into = *made;
  return worked(state, *of, given, prefix.view(), std::move(made), to_nulls != 0,
                [&](const chunk& c, std::size_t begin, refusals& rejected) {
                  const auto null = [&](std::size_t row) { return into.is_null(begin + row); };
                  const char* ids = nullptr;
                  memory read_ids;
                  if (is_text(c.how())) {
                    read_ids.reset(static_cast<char*>(std::malloc(c.size() * of->layout().bytes() + 1)));
                    rejected.no_memory = read_ids == nullptr;
                    if (rejected.no_memory) return;
                    read_rows(*of, c, c.size(), prefix.view(), read_ids.get(), std::ref(rejected));
                    ids = read_ids.get();
                  } else {
                    ids = c.ids();
                    reject_negative(*of, c, rejected);
                  }
                  if (rejected.stopped()) return;
                  instants_of_rows(*of, ids, c.size(), instants + begin, null, std::ref(rejected));
                  for (std::size_t row = 0; row < c.size() && !rejected.stopped(); ++row) {
                    if (instants[begin + row] == batch::no_instant) rejected.null(row);
                  }
                });
}

}  // namespace

bool add_columns(PyObject* module, module_state& state) {
  PyType_Spec spec{"sortid.Column", sizeof(column_object), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  state.column = add_type(module, spec);
  return state.column != nullptr;
}

PyMethodDef column_functions[] = {
    {"_column_buffers", method(column_buffers), METH_O, nullptr},
    {"_column_of_buffers", method(column_of_buffers), METH_VARARGS, nullptr},
    {"_column_from_text", method(column_from_text), METH_VARARGS, nullptr},
    {"_column_to_text", method(column_to_text), METH_VARARGS, nullptr},
    {"_column_instants", method(column_instants), METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace sortid::python
