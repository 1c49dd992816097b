// What ids can do in Python: functions of a format and of Python's objects, in the order in which
// docs/python.md tells of them. ids.cpp makes the methods and attributes of the classes from them.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "ids.hpp"
#include "sortid/any_generator.hpp"
#include "sortid/detail/key.hpp"
#include "sortid/named.hpp"
#include "sortid/ordered_generator.hpp"
#include "sortid/range.hpp"

namespace sortid::python {

[[nodiscard]] inline PyTypeObject* as_type(PyObject* type) noexcept {
  return reinterpret_cast<PyTypeObject*>(type);
}

// --- arguments ---------------------------------------------------------------------------------------------

// What a call of a class may name: one thing, or two, that are given by position, an epoch and a TypeID's
// prefix.
struct id_arguments {
  PyObject* first = nullptr;
  PyObject* second = nullptr;
  PyObject* epoch = nullptr;
  text_argument prefix;

  // A prefix that is given must be a valid one. False with an error set.
  [[nodiscard]] bool open_prefix(format f, PyObject* type, PyObject* given) {
    if (given == nullptr || Py_IsNone(given)) return true;
    if (!prefix.open(given)) return false;
    const auto parsed = type_prefix::parse(prefix.view());
    if (!parsed) raise(state_of(as_type(type)), parsed.error(), f.name());
    return parsed.has_value();
  }
  // (first, /, prefix)
  [[nodiscard]] bool open_one(format f, PyObject* type, PyObject* arguments, PyObject* keywords) {
    PyObject* given = nullptr;
    const bool prefixed = f.layout().prefixed;
    const char* names[] = {"", prefixed ? "prefix" : nullptr, nullptr};
    return PyArg_ParseTupleAndKeywords(arguments, keywords, prefixed ? "O|O" : "O", const_cast<char**>(names),
                                       &first, &given) != 0 &&
           open_prefix(f, type, given);
  }
  // (first, /, *, epoch, prefix), or with a second one.
  [[nodiscard]] bool open_instants(format f, PyObject* type, PyObject* arguments, PyObject* keywords,
                                   bool two) {
    PyObject* given = nullptr;
    const char* const prefix_name = f.layout().prefixed ? "prefix" : nullptr;
    const char* names_of_one[] = {"", "epoch", prefix_name, nullptr};
    const char* names_of_two[] = {"start", "end", "epoch", prefix_name, nullptr};
    constexpr const char* kinds_of_one[] = {"O|$O", "O|$OO"};
    constexpr const char* kinds_of_two[] = {"OO|$O", "OO|$OO"};
    const std::size_t prefixed = f.layout().prefixed ? 1 : 0;
    const bool parsed =
        two ? PyArg_ParseTupleAndKeywords(arguments, keywords, kinds_of_two[prefixed],
                                          const_cast<char**>(names_of_two), &first, &second, &epoch,
                                          &given) != 0
            : PyArg_ParseTupleAndKeywords(arguments, keywords, kinds_of_one[prefixed],
                                          const_cast<char**>(names_of_one), &first, &epoch, &given) != 0;
    if (!parsed && two)
      PyErr_Format(PyExc_TypeError,
                   "%s.between(start, end) takes two instants: dates, texts such as "
                   "'2026-03-01', aware datetimes",
                   f.layout().class_name.data());
    return parsed && open_prefix(f, type, given);
  }
  // The epoch that was given, or the format's. False with an error set.
  [[nodiscard]] bool take_epoch(const module_state& state, format f, std::int64_t& unix_ms) const {
    unix_ms = f.layout().epoch;
    return epoch == nullptr || Py_IsNone(epoch) || to_unix_ms(state, f, epoch, unix_ms);
  }
};

// The optional prefix of a call, behind `before` arguments or by its name; null without one. False with an
// error set.
inline bool find_prefix(const char* call, PyObject* const* arguments, Py_ssize_t count, PyObject* names,
                        Py_ssize_t before, PyObject*& prefix) {
  const Py_ssize_t named = names == nullptr ? 0 : PyTuple_Size(names);
  const bool by_name =
      named == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), "prefix") == 0;
  if (count < before || count + named > before + 1 || (named != 0 && !by_name)) {
    PyErr_Format(PyExc_TypeError, "%s() takes %s optional prefix", call,
                 before == 0 ? "an" : "a text and an");
    return false;
  }
  prefix = count + named > before ? arguments[before] : nullptr;
  if (prefix != nullptr && Py_IsNone(prefix)) prefix = nullptr;
  return true;
}

// The bytes of a secret key. False with an error set.
[[nodiscard]] inline bool open_key(PyObject* given, buffer& bytes) {
  if (PyUnicode_Check(given) || !bytes.open(given)) {
    PyErr_Format(PyExc_TypeError, "a key is bytes, not %R", Py_TYPE(given));
    return false;
  }
  if (detail::is_key_size(bytes.size())) return true;
  PyErr_Format(PyExc_ValueError, "a key has 16 or 32 bytes, not %zu", bytes.size());
  return false;
}

// The id that was made from something else, where the format allows its bits.
[[nodiscard]] inline PyObject* make_allowed(format f, PyObject* type, const parsed_id& id) {
  const error why = by_format::check_value(f, id.value);
  if (why.why != reason::none) return raise(state_of(as_type(type)), why, f.name());
  return make(f, as_type(type), id);
}

inline PyObject* from_number(format f, PyObject* type, PyObject* given, std::string_view prefix) {
  const int_argument number(given);
  if (number.failed()) return nullptr;
  const error why = number.fits() ? by_format::check_value(f, number.value()) : overflow_of_value;
  if (why.why == reason::overflow)
    return raise(state_of(as_type(type)), why, f.name(), message_of_overflow(f.name(), number.negative()));
  return make_allowed(f, type, {number.value(), prefix});
}

// uuid.UUID. Its module takes as long to import as all else, so it is imported for whoever wants a UUID. Null
// with an error; without one where nobody has imported the module, and `import` is false.
[[nodiscard]] inline PyObject* uuid_class(const module_state& state, bool import) {
  PyObject* known = __atomic_load_n(&state.uuid, __ATOMIC_ACQUIRE);
  if (known != nullptr) return known;
  const owned name(PyUnicode_FromString("uuid"));
  const owned module(!name ? nullptr : import ? PyImport_Import(name.get()) : PyImport_GetModule(name.get()));
  PyObject* const found = module ? PyObject_GetAttrString(module.get(), "UUID") : nullptr;
  if (found == nullptr ||
      __atomic_compare_exchange_n(&state.uuid, &known, found, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return found;
  Py_DECREF(found);  // another thread was first
  return known;
}
// Whether it is a uuid.UUID. An error may be set where it is not.
[[nodiscard]] inline bool is_uuid_object(const module_state& state, PyObject* given) {
  PyObject* const kind = uuid_class(state, false);
  return kind != nullptr && PyObject_IsInstance(given, kind) == 1;
}
inline PyObject* from_uuid_object(format f, PyObject* type, PyObject* given, std::string_view prefix) {
  const owned bits(PyObject_GetAttrString(given, "int"));
  return bits ? from_number(f, type, bits.get(), prefix) : nullptr;
}

// --- from texts --------------------------------------------------------------------------------------------

// The call that reads a text which is no text of the format; empty where none does.
[[nodiscard]] inline std::string call_for(format f, std::string_view text) {
  const std::string name(f.layout().class_name);
  if (sortid::by_format::from_hex(f, text)) return "; " + name + ".from_hex reads hexadecimal digits";
  if (f.layout().prefixed && !text.empty() && type_prefix::parse(text))
    return "; " + name + ".new(prefix) makes an id with a prefix";
  const auto other = sortid::parse_any(text);
  if (!other || other->format.layout().bits != f.layout().bits ||
      by_format::check_value(f, other->value).why != reason::none)
    return {};
  return "; " + name + ".from_id(sortid.parse(text)) has the bits of this " +
         std::string(other->format.name());
}
// Null, with the error set.
[[gnu::cold]] inline PyObject* raise_of_text(format f, PyObject* type, const error& why,
                                             std::string_view text) {
  return raise(state_of(as_type(type)), why, f.name(),
               std::string(message(why, f.name()).view()) + call_for(f, text));
}

[[gnu::always_inline]] inline PyObject* parse(format f, PyObject* type, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  const auto id = batch::by_format::parse(f, argument.view());
  if (!id) return raise_of_text(f, type, id.error(), argument.view());
  return make(f, as_type(type), *id);
}

[[gnu::always_inline]] inline PyObject* is_valid(format f, PyObject*, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  return PyBool_FromLong(batch::by_format::parse(f, argument.view()) ? 1 : 0);
}

// The text of an id with a prefix, which is the only one that is taken where it is named.
struct prefixed_text {
  text_argument text;
  text_argument expected;
  error why_unexpected;  // why the expected prefix is itself no prefix
  result<parsed_id> id{error{}};
  bool is_another = false;  // the text is valid, its prefix is not the expected one

  // False with an error set, that of what is no text.
  [[nodiscard]] bool open(const char* call, format f, PyObject* const* arguments, Py_ssize_t count,
                          PyObject* names) {
    PyObject* prefix = nullptr;
    if (!find_prefix(call, arguments, count, names, 1, prefix) || !text.open(arguments[0]) ||
        (prefix != nullptr && !expected.open(prefix)))
      return false;
    if (const auto parsed = type_prefix::parse(expected.view()); !parsed) why_unexpected = parsed.error();
    id = batch::by_format::parse(f, text.view());
    is_another = id && prefix != nullptr && id->prefix != expected.view();
    return true;
  }
};

inline PyObject* parse_prefixed(format f, PyObject* type, PyObject* const* arguments, Py_ssize_t count,
                                PyObject* names) {
  prefixed_text given;
  if (!given.open("parse", f, arguments, count, names)) return nullptr;
  const auto& state = state_of(as_type(type));
  if (given.why_unexpected.why != reason::none) return raise(state, given.why_unexpected, f.name());
  if (!given.id) return raise_of_text(f, type, given.id.error(), given.text.view());
  if (given.is_another)
    return raise(state, detail::other_prefix(given.expected.view(), given.id->prefix), f.name(),
                 message_of_other_prefix(given.expected.view(), given.id->prefix));
  return make(f, as_type(type), *given.id);
}
inline PyObject* is_valid_prefixed(format f, PyObject*, PyObject* const* arguments, Py_ssize_t count,
                                   PyObject* names) {
  prefixed_text given;
  if (!given.open("is_valid", f, arguments, count, names)) return nullptr;
  return PyBool_FromLong(given.id && !given.is_another ? 1 : 0);
}

// The error that a call of parse would raise, or None. Null, with an error set, where it is none of a text.
inline PyObject* error_of(const module_state& state, PyObject* parsed) {
  const owned id(parsed);
  if (id) return new_reference(Py_None);
  if (PyErr_ExceptionMatches(state.errors[0]) == 0) return nullptr;
  PyObject *kind = nullptr, *why = nullptr, *trace = nullptr;
  PyErr_Fetch(&kind, &why, &trace);
  PyErr_NormalizeException(&kind, &why, &trace);
  const owned of_kind(kind), of_trace(trace);
  return why;
}
inline PyObject* check(format f, PyObject* type, PyObject* text) {
  return error_of(state_of(as_type(type)), parse(f, type, text));
}
inline PyObject* check_prefixed(format f, PyObject* type, PyObject* const* arguments, Py_ssize_t count,
                                PyObject* names) {
  return error_of(state_of(as_type(type)), parse_prefixed(f, type, arguments, count, names));
}

inline PyObject* parse_lenient(format f, PyObject* type, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  const auto read = by_format::parse_lenient(f, argument.view());
  if (!read) return raise(state_of(as_type(type)), read.error(), f.name());
  return Py_BuildValue("NN", make(f, as_type(type), read->id), PyBool_FromLong(read->canonical ? 1 : 0));
}

// --- from bytes, numbers and other ids ---------------------------------------------------------------------

inline PyObject* from_bytes(format f, PyObject* type, PyObject* arguments, PyObject* keywords) {
  id_arguments given;
  buffer bytes;
  if (!given.open_one(f, type, arguments, keywords)) return nullptr;
  if (PyUnicode_Check(given.first) != 0)
    return PyErr_Format(PyExc_TypeError, "from_bytes takes bytes, not a str; parse reads a text");
  if (!bytes.open(given.first)) return nullptr;
  const std::size_t size = f.layout().bytes();
  if (bytes.size() != size) {
    const error why = detail::length_error(size, bytes.size());
    return raise(state_of(as_type(type)), why, f.name(), message_of_length(why, f.name(), "bytes"));
  }
  const auto* const network = static_cast<const std::uint8_t*>(bytes.data());
  const uint128 value =
      size == 8 ? uint128(detail::load_be<std::uint64_t>(network)) : detail::load_be<uint128>(network);
  return make_allowed(f, type, {value, given.prefix.view()});
}

inline PyObject* from_int(format f, PyObject* type, PyObject* arguments, PyObject* keywords) {
  id_arguments given;
  if (!given.open_one(f, type, arguments, keywords)) return nullptr;
  return from_number(f, type, given.first, given.prefix.view());
}

inline PyObject* from_uuid(format f, PyObject* type, PyObject* arguments, PyObject* keywords) {
  id_arguments given;
  // TypeID.from_uuid("user", value): not as a prefix that is no text.
  const bool swapped = PyTuple_Size(arguments) == 2 && PyUnicode_Check(PyTuple_GetItem(arguments, 0)) != 0;
  if (swapped) given.first = PyTuple_GetItem(arguments, 0);
  if (!swapped && !given.open_one(f, type, arguments, keywords)) return nullptr;
  if (swapped || !is_uuid_object(state_of(as_type(type)), given.first)) {
    if (!PyErr_Occurred())
      PyErr_Format(PyExc_TypeError,
                   "a uuid.UUID is expected first, not %R; uuid.UUID(text) makes one of a text",
                   Py_TYPE(given.first));
    return nullptr;
  }
  return from_uuid_object(f, type, given.first, given.prefix.view());
}

// All digits, in any case, without hyphens.
inline PyObject* from_hex(format f, PyObject* type, PyObject* arguments, PyObject* keywords) {
  id_arguments given;
  text_argument argument;
  if (!given.open_one(f, type, arguments, keywords) || !argument.open(given.first)) return nullptr;
  const auto value = sortid::by_format::from_hex(f, argument.view());
  if (!value)
    return raise(state_of(as_type(type)), value.error(), f.name(),
                 sortid::by_format::message_of_hex(value.error(), f.name()));
  return make(f, as_type(type), {*value, given.prefix.view()});
}

// The same bits in another format of the same width.
inline PyObject* from_id(format f, PyObject* type, PyObject* arguments, PyObject* keywords) {
  id_arguments given;
  if (!given.open_one(f, type, arguments, keywords)) return nullptr;
  const auto& state = state_of(as_type(type));
  const auto other = format_of(state, Py_TYPE(given.first));
  if (!other) {
    PyErr_Format(PyExc_TypeError, "an id is expected, not %R", Py_TYPE(given.first));
    return nullptr;
  }
  const unsigned wanted = f.layout().bits;
  const unsigned found = other->layout().bits;
  if (found != wanted)
    return raise(state, error{reason::range, 0, wanted, found}, f.name(), message_of_width(*other, f));
  parsed_id id = id_of(*other, given.first);
  if (!given.prefix.view().empty()) id.prefix = given.prefix.view();
  return make_allowed(f, type, id);
}

// --- new ids -----------------------------------------------------------------------------------------------

struct new_function {
  static constexpr const char* call = "new";
  // One order for all threads of the process.
  template <any_id Id>
  static result<uint128, fault> of() noexcept {
    if constexpr (Id::layout().generated) {
      // Begins where the module was loaded, not in a forked child.
      constinit static process_generator<unprefixed<Id>> shared;
      return bits_of(shared.next());
    } else {
      return fault::out_of_range;  // no class has the method
    }
  }
  template <class Id>
  static result<uint128, fault> bits_of(const result<Id, fault>& id) noexcept {
    if (!id) return id.error();
    return uint128(id->number());
  }
};
struct new_random_function {
  static constexpr const char* call = "new_random";
  template <any_id Id>
  static result<uint128, fault> of() noexcept {
    if constexpr (Id::layout().generated && Id::layout().drawn()) {
      return new_function::bits_of(thread_generator<unprefixed<Id>>().random());
    } else {
      return fault::out_of_range;  // no class has the method
    }
  }
};
inline PyObject* make_new(format f, PyObject* type, const result<uint128, fault>& value,
                          std::string_view prefix) {
  if (!value) return raise(state_of(as_type(type)), value.error(), f.name());
  return make(f, as_type(type), {*value, prefix});
}

template <class Function>
PyObject* new_id(format f, PyObject* type, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
  constexpr format_function<Function> value;
  if (count == 0 && names == nullptr) return make_new(f, type, value(f), {});
  return guess_call(type, Function::call, arguments, count, names);
}
template <class Function>
PyObject* new_prefixed_id(format f, PyObject* type, PyObject* const* arguments, Py_ssize_t count,
                          PyObject* names) {
  constexpr format_function<Function> value;
  PyObject* prefix = nullptr;
  id_arguments given;
  if (count == 1 && PyLong_Check(arguments[0]) != 0)
    return guess_call(type, Function::call, arguments, count, names);
  if (!find_prefix(Function::call, arguments, count, names, 0, prefix) || !given.open_prefix(f, type, prefix))
    return nullptr;
  return make_new(f, type, value(f), given.prefix.view());
}

// An id of the class as it is; else one of its text, or of a uuid.UUID with the same bits; without an
// argument a new one.
inline PyObject* construct(format f, PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  auto* const kind = reinterpret_cast<PyObject*>(type);
  const bool named = keywords != nullptr && PyDict_Size(keywords) != 0;
  PyObject* const prefix = named ? PyDict_GetItemString(keywords, "prefix") : nullptr;
  const Py_ssize_t count = PyTuple_Size(arguments);
  PyObject* const from = count == 1 ? PyTuple_GetItem(arguments, 0) : nullptr;
  if (from != nullptr && !named && PyUnicode_Check(from) != 0) return parse(f, kind, from);
  const auto& state = state_of(type);
  const layout& l = f.layout();
  id_arguments given;
  if (count > 1 || (named && (!l.prefixed || prefix == nullptr || PyDict_Size(keywords) != 1)))
    return guess_call(kind, "__new__", arguments, keywords);
  if (count == 0) {
    constexpr format_function<new_function> make_value;
    if (!l.generated)
      return PyErr_Format(PyExc_TypeError, "%s ids are parsed and never made: give a text, or call %s()",
                          l.class_name.data(), uuidv7_layout.class_name.data());
    return given.open_prefix(f, kind, prefix) ? make_new(f, kind, make_value(f), given.prefix.view())
                                              : nullptr;
  }
  if (PyUnicode_Check(from) != 0) {
    PyObject* const both[] = {from, prefix};
    return parse_prefixed(f, kind, both, 2, nullptr);
  }
  if (Py_TYPE(from) == type && prefix == nullptr) return new_reference(from);
  if (l.bits == 128 && is_uuid_object(state, from))
    return given.open_prefix(f, kind, prefix) ? from_uuid_object(f, kind, from, given.prefix.view())
                                              : nullptr;
  PyErr_Clear();
  const char* const call = PyBytes_Check(from)               ? "from_bytes takes the bits, parse a text"
                           : PyLong_Check(from)              ? "from_int takes a number"
                           : format_of(state, Py_TYPE(from)) ? "from_id takes an id of another class"
                           : PyObject_IsInstance(from, state.date) == 1
                               ? "new_at makes an id of an instant"
                               : "parse, from_bytes, from_int, from_hex and from_id take others";
  PyErr_Clear();
  return PyErr_Format(PyExc_TypeError, "%s() takes the text of an id as a str, not %R; %s.%s",
                      l.class_name.data(), Py_TYPE(from), l.class_name.data(), call);
}

inline PyObject* raise_no_instant(format f, PyObject* type, std::int64_t epoch) {
  return raise(state_of(as_type(type)), error{reason::range, 0, 0, 0}, f.name(),
               message_of_instants(f.layout(), epoch));
}

// Read says which instant the argument is.
template <bool (*Read)(const module_state&, format, PyObject*, std::int64_t&)>
PyObject* new_at(format f, PyObject* type, PyObject* arguments, PyObject* keywords) {
  const auto& state = state_of(as_type(type));
  id_arguments given;
  std::int64_t when = 0, epoch = 0;
  if (!given.open_instants(f, type, arguments, keywords, false) || !Read(state, f, given.first, when) ||
      !given.take_epoch(state, f, epoch))
    return nullptr;
  any_generator<> ids;
  if (ids.emplace<thread_scopes>(f, {.epoch = epoch})) return raise_no_instant(f, type, epoch);
  const auto value = ids->random_at(when);
  if (value.error() == fault::out_of_range) return raise_no_instant(f, type, epoch);
  return make_new(f, type, value, given.prefix.view());
}

// (when, name, key, /, *, epoch, prefix)
inline PyObject* named_at(format f, PyObject* type, PyObject* arguments, PyObject* keywords) {
  const auto& state = state_of(as_type(type));
  const bool prefixed = f.layout().prefixed;
  const char* names[] = {"", "", "", "epoch", prefixed ? "prefix" : nullptr, nullptr};
  PyObject *given_name = nullptr, *given_key = nullptr, *given_prefix = nullptr;
  id_arguments given;
  text_argument name;
  buffer key;
  std::int64_t when = 0, epoch = 0;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, prefixed ? "OOO|$OO" : "OOO|$O",
                                  const_cast<char**>(names), &given.first, &given_name, &given_key,
                                  &given.epoch, &given_prefix) == 0 ||
      !given.open_prefix(f, type, given_prefix) || !to_unix_ms(state, f, given.first, when) ||
      !name.open_as_utf8(given_name) || !open_key(given_key, key) || !given.take_epoch(state, f, epoch))
    return nullptr;
  const generator_options options{.epoch = epoch, .prefix = type_prefix::parse(given.prefix.view()).value()};
  const auto value = by_format::named_at(
      f, std::span(static_cast<const std::uint8_t*>(key.data()), key.size()), options, when, name.view());
  if (!value) return raise_no_instant(f, type, epoch);
  return make(f, as_type(type), {*value, given.prefix.view()});
}

// --- ranges ------------------------------------------------------------------------------------------------

template <bool Last>
PyObject* edge_at(format f, PyObject* type, PyObject* arguments, PyObject* keywords) {
  const auto& state = state_of(as_type(type));
  id_arguments given;
  std::int64_t when = 0, epoch = 0;
  if (!given.open_instants(f, type, arguments, keywords, false) || !to_unix_ms(state, f, given.first, when) ||
      !given.take_epoch(state, f, epoch))
    return nullptr;
  const auto ids = by_format::ids_at(f, when, epoch);
  if (!ids) return raise_no_instant(f, type, epoch);
  return make(f, as_type(type), {Last ? ids->last : ids->first, given.prefix.view()});
}

inline PyObject* both_ends(format f, PyObject* type, const id_range<uint128>& ids, std::string_view prefix) {
  return Py_BuildValue("NN", make(f, as_type(type), {ids.first, prefix}),
                       make(f, as_type(type), {ids.last, prefix}));
}

inline PyObject* between(format f, PyObject* type, PyObject* arguments, PyObject* keywords) {
  const auto& state = state_of(as_type(type));
  id_arguments given;
  instant from, to;
  std::int64_t epoch = 0;
  if (!given.open_instants(f, type, arguments, keywords, true) || !to_instant(state, f, given.first, from) ||
      !to_instant(state, f, given.second, to) || !given.take_epoch(state, f, epoch))
    return nullptr;
  const auto ids = by_format::ids_between(f, from, to, epoch);
  if (!ids) return raise(state, ids.error(), f.name(), message_of_interval(f.layout(), from, to, epoch));
  return both_ends(f, type, *ids, given.prefix.view());
}

inline PyObject* with_text_prefix(format f, PyObject* type, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  const auto ids = by_format::ids_with_text_prefix(f, argument.view());
  if (ids) return both_ends(f, type, *ids, {});
  const auto& state = state_of(as_type(type));
  if (ids.error().why != reason::length) return raise(state, ids.error(), f.name());
  return raise(state, ids.error(), f.name(), message_of_text_prefix(f.layout(), argument.view().size()));
}

// --- to other things ---------------------------------------------------------------------------------------

[[gnu::always_inline]] inline PyObject* to_text(format f, PyObject* self) {
  const parsed_id id = id_of(f, self);
  char text[type_prefix::max_size + 1 + longest_text];
  char* end = text;
  if (!id.prefix.empty()) {
    end = std::copy(id.prefix.begin(), id.prefix.end(), end);
    *end++ = '_';
  }
  end = batch::by_format::write(f, id.value, end);
  return to_str({text, static_cast<std::size_t>(end - text)});
}
// The text without the prefix.
inline PyObject* get_suffix(format f, PyObject* self, void*) {
  char text[longest_text];
  const char* const end = batch::by_format::write(f, id_of(f, self).value, text);
  return to_str({text, static_cast<std::size_t>(end - text)});
}
inline PyObject* get_prefix(format f, PyObject* self, void*) { return to_str(id_of(f, self).prefix); }

inline PyObject* represent(format f, PyObject* self) {
  const owned text(to_text(f, self));
  const owned type_name(PyType_GetName(Py_TYPE(self)));
  return text && type_name ? PyUnicode_FromFormat("%U(%R)", type_name.get(), text.get()) : nullptr;
}

// For notebooks: the text, the format, and when it was made.
inline PyObject* represent_as_html(format f, PyObject* self, PyObject*) {
  const owned text(to_text(f, self));
  const auto made = by_format::unix_ms(f, id_of(f, self).value, std::nullopt);
  const std::string about =
      std::string(f.name()) + (made ? " · " + std::string(instant_to_text(*made).view()) : "");
  return text ? PyUnicode_FromFormat("<code>%U</code> <small>%s</small>", text.get(), about.c_str())
              : nullptr;
}

inline PyObject* get_bytes(format f, PyObject* self, void*) {
  const uint128 value = id_of(f, self).value;
  std::uint8_t network[16];
  const std::size_t size = f.layout().bytes();
  if (size == 8) {
    detail::store_be(value.lo, network);
  } else {
    detail::store_be(value, network);
  }
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(network), static_cast<Py_ssize_t>(size));
}
inline PyObject* to_bytes(format f, PyObject* self, PyObject*) { return get_bytes(f, self, nullptr); }

inline PyObject* get_hex(format f, PyObject* self, void*) {
  return to_str(sortid::by_format::to_hex(f, id_of(f, self).value).view());
}

inline PyObject* to_number(format f, PyObject* self) { return to_int(id_of(f, self).value); }

inline PyObject* get_uuid(format f, PyObject* self, void*) {
  const owned nothing(PyTuple_New(0));
  const owned number(to_number(f, self));
  const owned keywords(number ? Py_BuildValue("{s:O}", "int", number.get()) : nullptr);
  PyObject* const kind = keywords ? uuid_class(state_of(self), true) : nullptr;
  return nothing && kind != nullptr ? PyObject_Call(kind, nothing.get(), keywords.get()) : nullptr;
}

inline PyObject* get_unix_ms(format f, PyObject* self, void*) {
  const auto instant = by_format::unix_ms(f, id_of(f, self).value, std::nullopt);
  return instant ? PyLong_FromLongLong(*instant) : new_reference(Py_None);
}
inline PyObject* get_datetime(format f, PyObject* self, void*) {
  const auto instant = by_format::unix_ms(f, id_of(f, self).value, std::nullopt);
  return instant ? to_datetime(state_of(self), *instant, f.name()) : new_reference(Py_None);
}

[[nodiscard]] constexpr bool shown(const field& f) noexcept {
  return f.role != role::sign && f.role != role::reserved;
}
inline PyObject* to_object(const field_value& field) {
  return field.shown && field.present ? to_int(field.value) : new_reference(Py_None);
}
// The place of the field in the layout is the closure.
inline PyObject* get_field(format f, PyObject* self, void* place) {
  return to_object(by_format::fields(f, id_of(f, self).value)[reinterpret_cast<std::uintptr_t>(place)]);
}
inline PyObject* get_fields(format f, PyObject* self, void*) {
  owned all(PyDict_New());
  const field_values values = by_format::fields(f, id_of(f, self).value);
  for (std::size_t i = 0; all && i < f.layout().field_count(); ++i) {
    if (!values[i].shown) continue;
    const owned key(to_str(f.layout().fields[i].name));
    const owned value(to_object(values[i]));
    if (!key || !value || PyDict_SetItem(all.get(), key.get(), value.get()) < 0) return nullptr;
  }
  return all.release();
}

// A number's presentation types show the id's number, any other specification its text.
inline PyObject* format_by(format f, PyObject* self, PyObject* specification) {
  text_argument wanted;
  if (!PyUnicode_Check(specification) || !wanted.open(specification)) {
    if (!PyErr_Occurred())
      PyErr_Format(PyExc_TypeError, "__format__() takes a str, not %R", Py_TYPE(specification));
    return nullptr;
  }
  const bool number = !wanted.view().empty() &&
                      std::string_view("bdoxX").find(wanted.view().back()) != std::string_view::npos;
  const owned shown_as(number ? to_number(f, self) : to_text(f, self));
  return shown_as ? PyObject_Format(shown_as.get(), specification) : nullptr;
}

// Pickled as its text, which every version reads.
inline PyObject* reduce(format f, PyObject* self, PyObject*) {
  return Py_BuildValue("O(N)", Py_TYPE(self), to_text(f, self));
}
inline PyObject* itself(PyObject* self, PyObject*) { return new_reference(self); }
// What sqlite3 binds for an id.
inline PyObject* conform(PyObject* self, PyObject*) { return PyObject_Str(self); }

// --- as a value --------------------------------------------------------------------------------------------

inline Py_hash_t hash(format f, PyObject* self) {
  const parsed_id id = id_of(f, self);
  std::uint64_t h = uuid(id.value).hash();
  for (const char symbol : id.prefix) h = h * 31 + static_cast<unsigned char>(symbol);
  const auto mixed = static_cast<Py_hash_t>(h);
  return mixed == -1 ? -2 : mixed;  // -1 says that there is an error
}

inline PyObject* compare(format f, PyObject* self, PyObject* other, int how) {
  if (Py_TYPE(self) != Py_TYPE(other)) return new_reference(Py_NotImplemented);
  const parsed_id a = id_of(f, self);
  const parsed_id b = id_of(f, other);
  const auto by_prefix = a.prefix.compare(b.prefix) <=> 0;
  const auto order = by_prefix != 0 ? by_prefix : a.value <=> b.value;
  const bool holds = how == Py_EQ   ? order == 0
                     : how == Py_NE ? order != 0
                     : how == Py_LT ? order < 0
                     : how == Py_LE ? order <= 0
                     : how == Py_GT ? order > 0
                                    : order >= 0;
  return PyBool_FromLong(holds ? 1 : 0);
}

inline void destroy(format f, PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  clear_weak_references(self);
  give_memory_back(f.layout(), self);  // an id itself has nothing to give back
  Py_DECREF(type);
}

// --- texts with check digits: EUID -------------------------------------------------------------------------

inline PyObject* parse_skipping_check(PyObject* type, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  const auto id = euid::parse_skipping_check(argument.view());
  if (!id) return raise(state_of(as_type(type)), id.error(), euid_layout.name);
  return make(format::of<euid>(), as_type(type), {id->number(), {}});
}
inline PyObject* has_check(PyObject* type, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  const auto check = euid::check_of(argument.view());
  if (!check) return raise(state_of(as_type(type)), check.error(), euid_layout.name);
  return PyBool_FromLong(*check == euid::check::valid ? 1 : 0);
}
[[nodiscard]] inline euid euid_of(PyObject* self) noexcept {
  return euid::from_number(id_of(format::of<euid>(), self).value).value();
}
inline PyObject* to_text_unchecked(PyObject* self, PyObject*) {
  return to_str(euid_of(self).to_text_unchecked().view());
}
inline PyObject* get_check_mod(PyObject* self, void*) {
  return PyLong_FromUnsignedLong(euid_of(self).check_mod());
}

// --- what pydantic asks a class for: see sortid/_pydantic.py -----------------------------------------------

inline PyObject* ask_pydantic_module(PyObject* type, const char* function, PyObject* arguments) {
  const owned module(PyImport_ImportModule("sortid._pydantic"));
  if (!module) return nullptr;
  const owned call(PyObject_GetAttrString(module.get(), function));
  const owned all(PySequence_List(arguments));
  if (!call || !all || PyList_Insert(all.get(), 0, type) < 0) return nullptr;
  const owned given(PyList_AsTuple(all.get()));
  return given ? PyObject_CallObject(call.get(), given.get()) : nullptr;
}
inline PyObject* pydantic_core_schema(PyObject* type, PyObject* arguments) {
  return ask_pydantic_module(type, "core_schema", arguments);
}
inline PyObject* pydantic_json_schema(PyObject* type, PyObject* arguments) {
  return ask_pydantic_module(type, "json_schema", arguments);
}

}  // namespace sortid::python
