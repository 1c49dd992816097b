// sortid.Generator: new ids with options and policies, in one order for the threads of the process or, with a file, for
// all processes of the host.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "id_functions.hpp"

namespace sortid::python {

namespace {

// Of all threads of the process, or of all processes of the host. It may be used by several threads at once.
using shared_generator = any_generator<scope_list<process_scopes, host_scopes>>;

struct generator_object {
  PyObject head;
  format of;
  type_prefix prefix;
  bool may_pause;  // waits for the clock or the disk
  std::unique_ptr<shared_generator> ids;
};
generator_object& generator_of(PyObject* self) noexcept { return *reinterpret_cast<generator_object*>(self); }

// --- arguments ----------------------------------------------------------------------------------------------------

// An enumerator by its name, from the first to `last`. False with an error that lists them.
template <class Choice>
bool take_choice(PyObject* given, const char* what, Choice last, Choice& choice) {
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
bool take_number(PyObject* given, const char* what, std::optional<Number>& number, bool& fits) {
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
bool take_option(const module_state& state, format f, PyObject* given, const char* what,
                 std::optional<std::uint64_t> most, std::optional<Number>& option) {
  bool fits = false;
  if (!take_number(given, what, option, fits)) return false;
  if (fits && (!option || (most && *option <= *most))) return true;
  const std::string name(f.name());
  if (!most) {
    raise(state, error{reason::range, 0, 0, 0}, f.name(), name + " takes no " + what);
    return false;
  }
  const owned found(PyObject_Str(given));
  const owned text(found ? PyUnicode_FromFormat("%s is 0 to %llu for %s, not %U", what,
                                                static_cast<unsigned long long>(*most), name.c_str(),
                                                found.get())
                         : nullptr);
  text_argument sentence;
  if (text && sentence.open(text.get()))
    raise(state, error{reason::range, 0, 0, 0}, f.name(), sentence.view());
  return false;
}

std::optional<std::uint64_t> largest(const layout& l, role r) noexcept {
  if (!l.has(r)) return std::nullopt;
  return detail::low_mask<std::uint64_t>(l.fields[l.find(r)].bits);
}

bool take_sequence(const module_state& state, format f, PyObject* given, sequence_start& sequence) {
  if (!take_choice(given, "sequence", sequence_start::carry_on, sequence)) return false;
  if (sequence == sequence_start::zero || f.layout().has(role::sequence)) return true;
  raise(state, error{reason::range, 0, 0, 0}, f.name(), std::string(f.name()) + " takes no sequence");
  return false;
}

bool take_max_wait(PyObject* given, std::int64_t& max_wait_ms) {
  std::optional<std::int64_t> number;
  bool fits = false;
  if (!take_number(given, "max_wait_ms", number, fits)) return false;
  if (fits && number.value_or(0) >= 0) {
    max_wait_ms = number.value_or(max_wait_ms);
    return true;
  }
  PyErr_Format(PyExc_ValueError, "max_wait_ms is a number of milliseconds from 0 on, not %S", given);
  return false;
}

bool take_prefix(const module_state& state, format f, PyObject* given, type_prefix& prefix) {
  if (given == nullptr || Py_IsNone(given)) return true;
  text_argument text;
  if (!text.open(given)) return false;
  const auto parsed = type_prefix::parse(text.view());
  if (!parsed) {
    raise(state, parsed.error(), f.name());
    return false;
  }
  prefix = *parsed;
  if (f.layout().prefixed || prefix.empty()) return true;
  raise(state, error{reason::prefix, 0, 0, 0}, f.name(), std::string(f.name()) + " takes no prefix");
  return false;
}

bool take_epoch(const module_state& state, format f, PyObject* given, std::optional<std::int64_t>& epoch) {
  if (given == nullptr || Py_IsNone(given)) return true;
  std::int64_t own = 0;
  if (!to_unix_ms(state, f, given, own)) return false;
  epoch = own;
  if (f.layout().timed()) return true;
  raise(state, error{reason::range, 0, 0, 0}, f.name(), std::string(f.name()) + " takes no epoch");
  return false;
}

// Null, with the error set.
PyObject* raise(const module_state& state, format f, const no_generator& why, PyObject* path) {
  switch (why.why) {
    case no_generator::cause::option:
      return python::raise(state, why.option, f.name());
    case no_generator::cause::format:
      return PyErr_Format(PyExc_ValueError, "order_file: %s", why.what);
    case no_generator::cause::scope:
      break;
  }
  const owned made(PyObject_CallFunction(PyExc_OSError, "isO", why.system_error, why.what, path));
  if (made) PyErr_SetObject(PyExc_OSError, made.get());
  return nullptr;
}

PyObject* create(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  const auto& state = state_of(type);
  PyObject *kind = nullptr, *prefix = nullptr, *extension = nullptr, *node = nullptr, *step_bytes = nullptr,
           *sequence = nullptr, *epoch = nullptr, *overflow = nullptr, *clock_back = nullptr,
           *max_wait_ms = nullptr, *order_file = nullptr;
  const char* names[] = {"",      "prefix",      "extension",     "node",        "step_bytes", "sequence",
                         "epoch", "on_overflow", "on_clock_back", "max_wait_ms", "order_file", nullptr};
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "O|$OOOOOOOOOO", const_cast<char**>(names), &kind,
                                  &prefix, &extension, &node, &step_bytes, &sequence, &epoch, &overflow,
                                  &clock_back, &max_wait_ms, &order_file) == 0)
    return nullptr;
  const auto f = format_of_class(state, kind);
  if (!f) return nullptr;
  const layout& l = f->layout();
  if (!l.generated) {
    PyErr_Format(PyExc_ValueError, "%s ids are parsed and never made; %s ids are",
                 std::string(l.name).c_str(), uuidv7_layout.class_name.data());
    return nullptr;
  }
  std::optional<std::uint64_t> most_step_bytes;
  if (l.ordered()) most_step_bytes = l.counter.max_step_bytes;
  generator_options options;
  type_prefix own_prefix;
  policies policy;
  if (!take_option(state, *f, extension, "extension", largest(l, role::extension), options.extension) ||
      !take_option(state, *f, node, "node", largest(l, role::node), options.node) ||
      !take_option(state, *f, step_bytes, "step_bytes", most_step_bytes, options.step_bytes) ||
      !take_sequence(state, *f, sequence, options.sequence) || !take_epoch(state, *f, epoch, options.epoch) ||
      !take_prefix(state, *f, prefix, own_prefix) ||
      !take_choice(overflow, "on_overflow", on_overflow::run_ahead, policy.overflow) ||
      !take_choice(clock_back, "on_clock_back", on_clock_back::fail, policy.clock_back) ||
      !take_max_wait(max_wait_ms, policy.max_wait_ms))
    return nullptr;
  owned path;
  if (order_file != nullptr && !Py_IsNone(order_file)) {
    PyObject* encoded = nullptr;
    if (PyUnicode_FSConverter(order_file, &encoded) == 0) return nullptr;
    path = owned(encoded);
  }
  auto ids = std::make_unique<shared_generator>();
  const auto refused = path
                           ? ids->emplace<host_scopes>(*f, options, policy, {}, {},
                                                       static_cast<const char*>(PyBytes_AsString(path.get())))
                           : ids->emplace<process_scopes>(*f, options, policy);
  if (refused) return raise(state, *f, *refused, order_file);
  void* const self = PyObject_Malloc(sizeof(generator_object));
  if (self == nullptr) return PyErr_NoMemory();
  const bool may_pause =
      path || policy.overflow == on_overflow::wait || policy.clock_back == on_clock_back::wait;
  new (self) generator_object{{}, *f, own_prefix, may_pause, std::move(ids)};
  return PyObject_Init(static_cast<PyObject*>(self), type);
}

void destroy(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  std::destroy_at(&generator_of(self));
  PyObject_Free(self);
  Py_DECREF(type);
}

// --- new ids ------------------------------------------------------------------------------------------------------

PyObject* next(PyObject* self) {
  generator_object& from = generator_of(self);
  const auto& state = state_of(self);
  const auto value = [&from] {
    const without_gil paused(from.may_pause);
    return (*from.ids)->next();
  }();
  if (!value) return raise(state, value.error(), from.of.name());
  return make(state, from.of, {*value, from.prefix.view()});
}
PyObject* next_method(PyObject* self, PyObject*) { return next(self); }

PyObject* many(PyObject* self, PyObject* wanted) {
  Py_ssize_t count = PyNumber_AsSsize_t(wanted, PyExc_OverflowError);
  if (count < 0) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a number of ids is not negative");
    return nullptr;
  }
  generator_object& from = generator_of(self);
  const auto& state = state_of(self);
  const layout& l = from.of.layout();
  const owned list(PyList_New(0));
  constexpr Py_ssize_t at_once = 4096;
  std::vector<std::uint64_t> block(static_cast<std::size_t>(std::min(count, at_once)) * l.bytes() / 8);
  auto* const ids = reinterpret_cast<column_bytes*>(block.data());
  while (list && count != 0) {
    const Py_ssize_t some = std::min(count, at_once);
    const filled made = [&] {
      const without_gil paused;
      return (*from.ids)->fill(ids, static_cast<std::size_t>(some));
    }();
    for (std::size_t i = 0; i < made.count; ++i) {
      const owned id(make(state, from.of, {value_in(l, ids, i), from.prefix.view()}));
      if (!id || PyList_Append(list.get(), id.get()) < 0) return nullptr;
    }
    if (made.why != fault::none) return raise(state, made.why, l.name);
    count -= some;
  }
  return list ? new_reference(list.get()) : nullptr;
}

PyObject* fill(PyObject* self, PyObject* to) {
  buffer ids;
  if (!ids.open(to, true)) return nullptr;
  generator_object& from = generator_of(self);
  const std::size_t size = from.of.layout().bytes();
  if (ids.size() % size != 0) {
    PyErr_Format(PyExc_ValueError, "an id has %d bytes, and the buffer %zd, which is no multiple",
                 static_cast<int>(size), static_cast<Py_ssize_t>(ids.size()));
    return nullptr;
  }
  if (size == 8 && reinterpret_cast<std::uintptr_t>(ids.data()) % 8 != 0) {
    PyErr_SetString(PyExc_ValueError, "a buffer of 64-bit integers begins at an address that 8 divides");
    return nullptr;
  }
  const filled done = [&] {
    const without_gil paused;
    return (*from.ids)->fill(static_cast<column_bytes*>(ids.data()), ids.size() / size);
  }();
  if (done.why != fault::none) return raise(state_of(self), done.why, from.of.name());
  return new_reference(Py_None);
}

PyObject* get_ahead(PyObject* self, void*) { return PyLong_FromLongLong((*generator_of(self).ids)->ahead()); }
PyObject* get_kind(PyObject* self, void*) {
  return new_reference(reinterpret_cast<PyObject*>(state_of(self).type_of(generator_of(self).of)));
}
PyObject* itself(PyObject* self) { return new_reference(self); }

PyMethodDef methods[] = {
    {"next", method(next_method), METH_NOARGS,
     "next($self)\n--\n\n"
     "Makes the next id. next(generator) and a for loop do the same.\n\n"
     "Raises a GeneratorError when no id can be made; the generator is then as it was."},
    {"many", method(many), METH_O,
     "many($self, count, /)\n--\n\n"
     "Makes the next count ids and returns them as a list. Many together cost less than one by one.\n\n"
     "Raises a GeneratorError when an id cannot be made; the ids before it are lost."},
    {"fill", method(fill), METH_O,
     "fill($self, ids, /)\n--\n\n"
     "Fills a writable buffer, such as a bytearray or a numpy array, with the next ids:\n"
     "16 bytes in network order each, or native 64-bit integers.\n\n"
     "Raises a GeneratorError when an id cannot be made; the ids before it are in the buffer."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef attributes[] = {
    {"ahead", get_ahead, nullptr, "Milliseconds by which the last id is later than the clock; 0 or more.",
     nullptr},
    {"kind", get_kind, nullptr, "The class of the ids.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
const std::string parameters =
    "kind, /, *, prefix=None, extension=None, node=None, step_bytes=None, sequence='" +
    std::string(name_of(sequence_start::zero)) + "', epoch=None, on_overflow='" +
    std::string(name_of(policies{}.overflow)) + "', on_clock_back='" +
    std::string(name_of(policies{}.clock_back)) + "', max_wait_ms=" + std::to_string(policies{}.max_wait_ms) +
    ", order_file=None";
const std::string doc =
    signature("Generator", parameters) +
    wrapped(
        "Makes new ids of one class, in one order for all threads of the process.\n\n"
        "kind is the class of the ids. An option that the format does not have is an IdError.\n\n"
        "prefix is the type prefix of TypeIDs.\n"
        "extension is the caller's own number in each EUID.\n"
        "node tells machines or processes apart, in a format with a field for it; 0 unless given.\n"
        "step_bytes is the size of the random step between two ids of a millisecond; 0 for a step of 1.\n"
        "sequence says where the sequence of a millisecond begins: at 'zero', at 'random', or, for "
        "'carry_on', "
        "one above the last id's.\n"
        "epoch replaces the format's epoch: an aware datetime, or Unix "
        "milliseconds.\n"
        "on_overflow says what happens when a millisecond has no id left: 'fail', 'wait' for the clock, or "
        "'run_ahead' of it.\n"
        "on_clock_back says what happens when the clock goes back: 'hold' the last timestamp, 'wait' until "
        "the "
        "clock has caught up, or 'fail'.\n"
        "max_wait_ms limits how long one id may wait.\n"
        "order_file is the path of a file; all processes of the host that open it share one order.");
PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>(doc.c_str())},
    {Py_tp_new, slot(create)},
    {Py_tp_dealloc, slot(destroy)},
    {Py_tp_iter, slot(itself)},
    {Py_tp_iternext, slot(next)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, nullptr},
};

}  // namespace

bool add_generator(PyObject* module, module_state& state) {
  PyType_Spec spec{"sortid.Generator", sizeof(generator_object), 0, Py_TPFLAGS_DEFAULT, slots};
  state.generator = add_type(module, spec);
  return state.generator != nullptr;
}

}  // namespace sortid::python
