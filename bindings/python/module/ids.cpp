// The classes of all formats, made from the list of formats: a field of a layout is an attribute of its class.
#include "ids.hpp"

#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "names.hpp"
#include "sortid/ordered_generator.hpp"
#include "sortid/range.hpp"

namespace sortid::python {

namespace {

template <any_id Id>
inline constexpr bool prefixed = Id::layout().prefixed;

template <any_id Id>
constexpr std::string_view name() noexcept {
  return Id::layout().name;
}

// --- from other things --------------------------------------------------------------------------------------------

PyTypeObject* as_type(PyObject* type) noexcept { return reinterpret_cast<PyTypeObject*>(type); }

template <any_id Id>
PyObject* parse(PyObject* type, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  const auto id = read<Id>(argument.view());
  if (!id) return raise(state_of(as_type(type)), id.error(), name<Id>());
  return make<Id>(as_type(type), *id);
}

// The optional prefix of TypeID's calls, in its place behind `before` other arguments or by its name; null without one.
// False with an error set.
bool find_prefix(const char* call, PyObject* const* arguments, Py_ssize_t count, PyObject* names,
                 Py_ssize_t before, PyObject*& prefix) {
  const Py_ssize_t named = names == nullptr ? 0 : PyTuple_Size(names);
  const bool by_name =
      named == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), "prefix") == 0;
  if (count < before || count + named > before + 1 || (named != 0 && !by_name)) {
    PyErr_Format(PyExc_TypeError, "%s() takes %sa prefix if wanted", call, before == 0 ? "" : "a text, and ");
    return false;
  }
  prefix = count + named > before ? arguments[before] : nullptr;
  if (prefix != nullptr && Py_IsNone(prefix)) prefix = nullptr;
  return true;
}

// A prefix that is given is the only one that is taken; `what` says why an id is refused. False with an error set, that of
// what is no text.
bool read_type_id(const char* call, PyObject* const* arguments, Py_ssize_t count, PyObject* names,
                  result<type_id>& id, inline_text<160>& what) {
  PyObject* wanted = nullptr;
  text_argument text, prefix;
  if (!find_prefix(call, arguments, count, names, 1, wanted) || !text.open(arguments[0]) ||
      (wanted != nullptr && !prefix.open(wanted)))
    return false;
  id = read<type_id>(text.view());
  if (id && wanted != nullptr && id->prefix() != prefix.view()) {
    what = message_of_other_prefix(prefix.view(), id->prefix());
    id = detail::other_prefix(prefix.view(), id->prefix());
  } else {
    what = message(id.error(), name<type_id>());
  }
  return true;
}

PyObject* parse_type_id(PyObject* type, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
  result<type_id> id(error{});
  inline_text<160> what;
  if (!read_type_id("parse", arguments, count, names, id, what)) return nullptr;
  if (!id) return raise(state_of(as_type(type)), id.error(), name<type_id>(), what.view());
  return make<type_id>(as_type(type), *id);
}

template <any_id Id>
PyObject* is_valid(PyObject*, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  return PyBool_FromLong(read<Id>(argument.view()) ? 1 : 0);
}
PyObject* is_valid_type_id(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
  result<type_id> id(error{});
  inline_text<160> what;
  if (!read_type_id("is_valid", arguments, count, names, id, what)) return nullptr;
  return PyBool_FromLong(id ? 1 : 0);
}

template <any_id Id>
PyObject* construct(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  if (PyTuple_Size(arguments) != 1 || (keywords != nullptr && PyDict_Size(keywords) != 0)) {
    PyErr_SetString(PyExc_TypeError, "one argument is wanted, the id's text");
    return nullptr;
  }
  PyObject* const text = PyTuple_GetItem(arguments, 0);
  if (Py_TYPE(text) == type) return new_reference(text);
  if (!PyUnicode_Check(text)) {
    PyErr_Format(PyExc_TypeError,
                 "the id's text is wanted, as a str, not %R; see also parse, from_bytes, from_int, from_id",
                 Py_TYPE(text));
    return nullptr;
  }
  return parse<Id>(reinterpret_cast<PyObject*>(type), text);
}

// The arguments of what makes an id from one thing: the thing, and of TypeID a prefix.
struct one_and_prefix {
  PyObject* one = nullptr;
  type_prefix prefix;

  // False with an error set.
  template <any_id Id>
  [[nodiscard]] bool open(PyObject* type, PyObject* arguments, PyObject* keywords) {
    PyObject* given = nullptr;
    const char* names[] = {"", prefixed<Id> ? "prefix" : nullptr, nullptr};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, prefixed<Id> ? "O|O" : "O",
                                     const_cast<char**>(names), &one, &given))
      return false;
    return take(type, given);
  }
  [[nodiscard]] bool take(PyObject* type, PyObject* given) {
    if (given == nullptr || Py_IsNone(given)) return true;
    text_argument text;
    if (!text.open(given)) return false;
    const auto parsed = type_prefix::parse(text.view());
    if (!parsed) {
      raise(state_of(as_type(type)), parsed.error(), name<type_id>());
      return false;
    }
    prefix = *parsed;
    return true;
  }
};

template <any_id Id>
Id with_prefix(const Id& id, const type_prefix& prefix) noexcept {
  if constexpr (prefixed<Id>) {
    return type_id(prefix, id.uuid());
  } else {
    return id;
  }
}

template <any_id Id>
PyObject* made_with(PyObject* type, const result<Id>& id, const type_prefix& prefix) {
  if (!id) return raise(state_of(as_type(type)), id.error(), name<Id>());
  return make<Id>(as_type(type), with_prefix(*id, prefix));
}

template <any_id Id>
PyObject* of_bytes(PyObject* type, std::string_view bytes, const type_prefix& prefix) {
  typename Id::bytes_type network{};
  if (bytes.size() != network.size()) {
    const auto what = inline_text<96>()
                          .append(name<Id>())
                          .append(" has ")
                          .append_decimal(network.size())
                          .append(" bytes, found ")
                          .append_decimal(bytes.size());
    return raise(state_of(as_type(type)), detail::length_error(network.size(), bytes.size()), name<Id>(),
                 what.view());
  }
  std::memcpy(network.data(), bytes.data(), network.size());
  return made_with<Id>(type, Id::from_bytes(network), prefix);
}

template <any_id Id>
PyObject* from_bytes(PyObject* type, PyObject* arguments, PyObject* keywords) {
  one_and_prefix given;
  buffer bytes;
  if (!given.open<Id>(type, arguments, keywords) || !bytes.open(given.one)) return nullptr;
  return of_bytes<Id>(type, bytes.bytes(), given.prefix);
}

// Of a number that is less than the smallest id or greater than the largest.
template <any_id Id>
PyObject* raise_outside(const module_state& state, PyObject* number) {
  const owned zero(PyLong_FromLong(0));
  const int negative = zero ? PyObject_RichCompareBool(number, zero.get(), Py_LT) : -1;
  if (negative < 0) return nullptr;
  const auto what = inline_text<96>()
                        .append(negative != 0 ? "a negative number is no " : "greater than the largest ")
                        .append(name<Id>());
  return raise(state, error{reason::overflow, 0, 0, 0}, name<Id>(), what.view());
}

template <any_id Id>
PyObject* from_int_argument(PyObject* type, PyObject* arguments, PyObject* keywords) {
  one_and_prefix given;
  if (!given.open<Id>(type, arguments, keywords)) return nullptr;
  uint128 value;
  error why;
  const auto& state = state_of(as_type(type));
  if (!from_int(given.one, value, why))
    return why.why == reason::none ? nullptr : raise_outside<Id>(state, given.one);
  const auto id = detail::id_of_bits<Id>(value);
  if (id.error().why == reason::overflow) return raise_outside<Id>(state, given.one);
  return made_with<Id>(type, id, given.prefix);
}

template <any_id Id>
PyObject* from_uuid(PyObject* type, PyObject* arguments, PyObject* keywords) {
  one_and_prefix given;
  if (!given.open<Id>(type, arguments, keywords)) return nullptr;
  if (PyObject_IsInstance(given.one, state_of(as_type(type)).uuid) != 1) {
    if (!PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "a uuid.UUID is wanted, not %R", Py_TYPE(given.one));
    return nullptr;
  }
  const owned number(PyObject_GetAttrString(given.one, "int"));
  uint128 value;
  error why;
  if (!number || !from_int(number.get(), value, why)) return nullptr;
  return made_with<Id>(type, Id::from_number(value), given.prefix);
}

// What an object is as an id; none when it is no id of the module.
std::optional<some_id> any_id_of(const module_state& state, PyObject* object) {
  for (const format of : format::all()) {
    auto id = of.visit([&]<class Id>(std::type_identity<Id>) -> std::optional<some_id> {
      if (Py_TYPE(object) != type_of<Id>(state)) return std::nullopt;
      return some_id::from(id_of<Id>(object));
    });
    if (id) return id;
  }
  return std::nullopt;
}

// The same bits in another format of the same width.
template <any_id Id>
PyObject* from_id(PyObject* type, PyObject* arguments, PyObject* keywords) {
  one_and_prefix given;
  if (!given.open<Id>(type, arguments, keywords)) return nullptr;
  const auto& state = state_of(as_type(type));
  const auto other = any_id_of(state, given.one);
  if (!other) {
    PyErr_Format(PyExc_TypeError, "an id is wanted, not %R", Py_TYPE(given.one));
    return nullptr;
  }
  const unsigned wanted = Id::layout().bits;
  const unsigned found = other->format.layout().bits;
  if (found != wanted) {
    const auto what = inline_text<96>()
                          .append(other->format.name())
                          .append(" has ")
                          .append_decimal(found)
                          .append(" bits, ")
                          .append(name<Id>())
                          .append(" has ")
                          .append_decimal(wanted);
    return raise(state, error{reason::range, 0, wanted, found}, name<Id>(), what.view());
  }
  if (prefixed<Id> && given.prefix.empty()) given.prefix = other->prefix;
  return made_with<Id>(type, detail::id_of_bits<Id>(other->value), given.prefix);
}

template <any_id Id>
PyObject* parse_lenient(PyObject* type, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  const auto read = Id::parse_lenient(argument.view());
  if (!read) return raise(state_of(as_type(type)), read.error(), name<Id>());
  return Py_BuildValue("NN", make<Id>(as_type(type), read->id), PyBool_FromLong(read->canonical ? 1 : 0));
}

// --- new ----------------------------------------------------------------------------------------------------------

PyObject* made_or_fault(PyObject* type, const auto& id, const type_prefix& prefix) {
  using Id = std::remove_cvref_t<decltype(*id)>;
  if (!id) return raise(state_of(as_type(type)), id.error(), name<Id>());
  return make<Id>(as_type(type), with_prefix(*id, prefix));
}

// One order for all threads of the process.
template <any_id Id>
PyObject* make_new(PyObject* type, const type_prefix& prefix) {
  constinit static process_generator<Id> shared;  // begins where the module was loaded, not in a forked child
  return made_or_fault(type, shared.next(), prefix);
}
// A draw of its own, out of all order.
template <any_id Id>
PyObject* make_random(PyObject* type, const type_prefix& prefix) {
  return made_or_fault(type, thread_generator<Id>().random(), prefix);
}

template <any_id Id, PyObject* (*Make)(PyObject*, const type_prefix&)>
PyObject* without_arguments(PyObject* type, PyObject*) {
  return Make(type, {});
}
template <PyObject* (*Make)(PyObject*, const type_prefix&)>
PyObject* with_prefix_argument(PyObject* type, PyObject* const* arguments, Py_ssize_t count,
                               PyObject* names) {
  PyObject* wanted = nullptr;
  one_and_prefix given;
  if (!find_prefix("new", arguments, count, names, 0, wanted) || !given.take(type, wanted)) return nullptr;
  return Make(type, given.prefix);
}

// --- ranges -------------------------------------------------------------------------------------------------------

// Instants, an epoch of the caller's and, of TypeID, a prefix.
struct range_arguments {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t epoch = 0;
  type_prefix prefix;

  template <any_id Id>
  [[nodiscard]] bool open(PyObject* type, PyObject* arguments, PyObject* keywords, bool interval) {
    PyObject *first = nullptr, *second = nullptr, *own_epoch = nullptr, *own_prefix = nullptr;
    const char* instant_names[] = {"", "epoch", prefixed<Id> ? "prefix" : nullptr, nullptr};
    const char* interval_names[] = {"", "", "epoch", prefixed<Id> ? "prefix" : nullptr, nullptr};
    const bool parsed =
        interval ? PyArg_ParseTupleAndKeywords(arguments, keywords, prefixed<Id> ? "OO|$OO" : "OO|$O",
                                               const_cast<char**>(interval_names), &first, &second,
                                               &own_epoch, &own_prefix) != 0
                 : PyArg_ParseTupleAndKeywords(arguments, keywords, prefixed<Id> ? "O|$OO" : "O|$O",
                                               const_cast<char**>(instant_names), &first, &own_epoch,
                                               &own_prefix) != 0;
    const auto& state = state_of(as_type(type));
    epoch = Id::layout().epoch;
    one_and_prefix given;
    if (!parsed || !to_unix_ms(state, first, from) || (interval && !to_unix_ms(state, second, to)) ||
        (own_epoch != nullptr && !Py_IsNone(own_epoch) && !to_unix_ms(state, own_epoch, epoch)) ||
        !given.take(type, own_prefix))
      return false;
    prefix = given.prefix;
    return true;
  }
};

// Of an instant outside the format's time.
template <timed_id Id>
PyObject* raise_no_instant(PyObject* type, std::int64_t epoch) {
  return raise(state_of(as_type(type)), error{reason::range, 0, 0, 0}, name<Id>(),
               message_of_instants(Id::layout(), epoch));
}

template <timed_id Id, bool Last>
PyObject* edge_at(PyObject* type, PyObject* arguments, PyObject* keywords) {
  range_arguments given;
  if (!given.open<Id>(type, arguments, keywords, false)) return nullptr;
  const auto id = Last ? last_at<Id>(given.from, given.epoch) : first_at<Id>(given.from, given.epoch);
  if (!id) return raise_no_instant<Id>(type, given.epoch);
  return made_with<Id>(type, id, given.prefix);
}

// A draw of its own at an instant.
template <timed_id Id>
PyObject* make_at(PyObject* type, PyObject* arguments, PyObject* keywords) {
  range_arguments given;
  if (!given.open<Id>(type, arguments, keywords, false)) return nullptr;
  generator_options options;
  options.epoch = given.epoch;
  const auto plan = generator_plan<Id>::make(options);
  if (!plan) return raise(state_of(as_type(type)), plan.error(), name<Id>());
  const auto id = generator<Id>(*plan).random_at(given.from);
  if (id.error() == fault::out_of_range) return raise_no_instant<Id>(type, given.epoch);
  return made_or_fault(type, id, given.prefix);
}

template <any_id Id>
PyObject* both_ends(PyObject* type, const id_range<Id>& range, const type_prefix& prefix) {
  return Py_BuildValue("NN", make<Id>(as_type(type), with_prefix(range.first, prefix)),
                       make<Id>(as_type(type), with_prefix(range.last, prefix)));
}

template <timed_id Id>
PyObject* between(PyObject* type, PyObject* arguments, PyObject* keywords) {
  range_arguments given;
  if (!given.open<Id>(type, arguments, keywords, true)) return nullptr;
  const auto range = ids_between<Id>(given.from, given.to, given.epoch);
  if (!range)
    return raise(state_of(as_type(type)), range.error(), name<Id>(),
                 message_of_interval(Id::layout(), given.from, given.to, given.epoch));
  return both_ends<Id>(type, *range, given.prefix);
}

template <any_id Id>
PyObject* with_text_prefix(PyObject* type, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  const auto range = ids_with_text_prefix<Id>(argument.view());
  if (range) return both_ends<Id>(type, *range, {});
  if (range.error().why != reason::length) return raise(state_of(as_type(type)), range.error(), name<Id>());
  const auto what = inline_text<96>()
                        .append("a text prefix has 1 to ")
                        .append_decimal(Id::layout().symbols)
                        .append(" symbols, found ")
                        .append_decimal(argument.view().size());
  return raise(state_of(as_type(type)), range.error(), name<Id>(), what.view());
}

// --- to other things ----------------------------------------------------------------------------------------------

template <any_id Id>
PyObject* to_text(PyObject* self) {
  const Id& id = id_of<Id>(self);
  char text[type_id::text_type::capacity()];
  const char* end = nullptr;
  if constexpr (batch::batch_id<Id>) {
    end = batch::to_chars<Id>(id, text, text + sizeof text);
  } else {
    end = id.write_to(text, text + sizeof text);
  }
  return to_str({text, static_cast<std::size_t>(end - text)});
}

template <any_id Id>
PyObject* represent(PyObject* self) {
  const owned text(to_text<Id>(self));
  const owned type_name(PyType_GetName(Py_TYPE(self)));
  return text && type_name ? PyUnicode_FromFormat("%U(%R)", type_name.get(), text.get()) : nullptr;
}

template <any_id Id>
PyObject* to_bytes(PyObject* self, PyObject* = nullptr) {
  const auto bytes = id_of<Id>(self).bytes();
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(bytes.data()),
                                   static_cast<Py_ssize_t>(bytes.size()));
}
template <any_id Id>
PyObject* get_bytes(PyObject* self, void*) {
  return to_bytes<Id>(self);
}

template <any_id Id>
PyObject* to_number(PyObject* self) {
  return to_int(id_of<Id>(self).number());
}

template <any_id Id>
PyObject* get_uuid(PyObject* self, void*) {
  const owned nothing(PyTuple_New(0));
  const owned number(to_number<Id>(self));
  const owned keywords(number ? Py_BuildValue("{s:O}", "int", number.get()) : nullptr);
  return nothing && keywords ? PyObject_Call(state_of(self).uuid, nothing.get(), keywords.get()) : nullptr;
}

template <any_id Id>
std::optional<std::int64_t> instant_of(const Id& id) noexcept {
  if constexpr (requires { id.unix_ms(); }) {
    return id.unix_ms();
  } else {
    return std::nullopt;
  }
}
template <any_id Id>
PyObject* get_unix_ms(PyObject* self, void*) {
  const auto instant = instant_of(id_of<Id>(self));
  return instant ? PyLong_FromLongLong(*instant) : new_reference(Py_None);
}
template <any_id Id>
PyObject* get_datetime(PyObject* self, void*) {
  const auto instant = instant_of(id_of<Id>(self));
  return instant ? to_datetime(state_of(self), *instant, name<Id>()) : new_reference(Py_None);
}

constexpr bool shown(const field& f) noexcept { return f.role != role::sign && f.role != role::reserved; }

template <any_id Id>
PyObject* field_value(const Id& id, std::size_t index) {
  const auto value = id.has_field(index) ? id.read_field(index) : std::nullopt;
  return value ? to_int(*value) : new_reference(Py_None);
}
template <any_id Id>
PyObject* get_field(PyObject* self, void* index) {
  return field_value(id_of<Id>(self), static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(index)));
}
template <any_id Id>
PyObject* get_fields(PyObject* self, void*) {
  owned fields(PyDict_New());
  const Id& id = id_of<Id>(self);
  for (std::size_t i = 0; fields && i < Id::layout().field_count(); ++i) {
    if (!id.has_field(i)) continue;
    const owned key(to_str(Id::layout().fields[i].name));
    const owned value(field_value(id, i));
    if (!key || !value || PyDict_SetItem(fields.get(), key.get(), value.get()) < 0) return nullptr;
  }
  return fields.release();
}

// A number's presentation types show the id's number, any other specification its text.
template <any_id Id>
PyObject* format_by(PyObject* self, PyObject* specification) {
  text_argument wanted;
  if (!PyUnicode_Check(specification) || !wanted.open(specification)) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "__format__() wants a str");
    return nullptr;
  }
  const bool number = !wanted.view().empty() &&
                      std::string_view("bdoxX").find(wanted.view().back()) != std::string_view::npos;
  const owned shown_as(number ? to_number<Id>(self) : to_text<Id>(self));
  return shown_as ? PyObject_Format(shown_as.get(), specification) : nullptr;
}

// Pickled as its text, which every version reads.
template <any_id Id>
PyObject* reduce(PyObject* self, PyObject*) {
  return Py_BuildValue("O(N)", Py_TYPE(self), to_text<Id>(self));
}
PyObject* itself(PyObject* self, PyObject*) { return new_reference(self); }

template <any_id Id>
Py_hash_t hash(PyObject* self) {
  const auto h = static_cast<Py_hash_t>(id_of<Id>(self).hash());
  return h == -1 ? -2 : h;  // -1 says that there is an error
}

template <any_id Id>
PyObject* compare(PyObject* self, PyObject* other, int how) {
  if (Py_TYPE(self) != Py_TYPE(other)) return new_reference(Py_NotImplemented);
  const auto order = id_of<Id>(self) <=> id_of<Id>(other);
  const bool holds = how == Py_EQ   ? order == 0
                     : how == Py_NE ? order != 0
                     : how == Py_LT ? order < 0
                     : how == Py_LE ? order <= 0
                     : how == Py_GT ? order > 0
                                    : order >= 0;
  return PyBool_FromLong(holds ? 1 : 0);
}

template <any_id Id>
void destroy(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  spare_memory<sizeof(id_object<Id>)>::give_back(self);  // an id itself has nothing to give back
  Py_DECREF(type);
}

// What pydantic asks a class for: see sortid/_pydantic.py.
PyObject* pydantic(PyObject* type, const char* function, PyObject* arguments) {
  const owned module(PyImport_ImportModule("sortid._pydantic"));
  if (!module) return nullptr;
  const owned call(PyObject_GetAttrString(module.get(), function));
  const owned all(PySequence_List(arguments));
  if (!call || !all || PyList_Insert(all.get(), 0, type) < 0) return nullptr;
  const owned given(PyList_AsTuple(all.get()));
  return given ? PyObject_CallObject(call.get(), given.get()) : nullptr;
}
PyObject* pydantic_core_schema(PyObject* type, PyObject* arguments) {
  return pydantic(type, "core_schema", arguments);
}
PyObject* pydantic_json_schema(PyObject* type, PyObject* arguments) {
  return pydantic(type, "json_schema", arguments);
}

// --- EUID and TypeID alone ----------------------------------------------------------------------------------------

PyObject* euid_skipping_check(PyObject* type, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  return make_or_raise(state_of(as_type(type)), euid::parse_skipping_check(argument.view()));
}
PyObject* euid_has_check(PyObject* type, PyObject* text) {
  text_argument argument;
  if (!argument.open(text)) return nullptr;
  const auto check = euid::check_of(argument.view());
  if (!check) return raise(state_of(as_type(type)), check.error(), name<euid>());
  return PyBool_FromLong(*check == euid::check::valid ? 1 : 0);
}
PyObject* euid_unchecked_text(PyObject* self, PyObject*) {
  return to_str(id_of<euid>(self).to_text_unchecked().view());
}
PyObject* euid_check_mod(PyObject* self, void*) {
  return PyLong_FromUnsignedLong(id_of<euid>(self).check_mod());
}
PyObject* type_id_prefix(PyObject* self, void*) { return to_str(id_of<type_id>(self).prefix()); }
PyObject* type_id_suffix(PyObject* self, void*) {
  const auto text = id_of<type_id>(self).to_text();
  return to_str(text.view().substr(text.size() - type_id_layout.symbols));
}

// --- the classes --------------------------------------------------------------------------------------------------

constexpr int of_class = METH_CLASS;
constexpr int with_keywords = METH_VARARGS | METH_KEYWORDS;

// What help() and inspect show in front of a doc.
std::string signature(std::string_view call, std::string_view parameters) {
  return std::string(call).append("(").append(parameters).append(")\n--\n\n");
}

// Methods with their docs, which live as long as the list.
class method_list {
 public:
  // The parameters are those behind the class or the id.
  template <class F>
  void add(const char* call, F* function, int flags, const std::string& parameters, const char* doc) {
    const std::string first = (flags & METH_CLASS) != 0 ? "$type" : "$self";
    docs_.push_back(signature(call, parameters.empty() ? first : first + ", " + parameters) + doc);
    all_.push_back({call, method(function), flags, docs_.back().c_str()});
  }
  template <class F>
  void add(const char* call, F* function, int flags) {
    all_.push_back({call, method(function), flags, nullptr});
  }
  [[nodiscard]] PyMethodDef* ended() {
    all_.push_back({nullptr, nullptr, 0, nullptr});
    return all_.data();
  }

 private:
  std::vector<PyMethodDef> all_;
  std::deque<std::string> docs_;  // which does not move them
};

template <any_id Id>
method_list methods() {
  constexpr int one_of_class = METH_O | of_class;
  constexpr int fast_of_class = METH_FASTCALL | METH_KEYWORDS | of_class;
  constexpr int keywords_of_class = with_keywords | of_class;
  const std::string prefix = prefixed<Id> ? ", prefix=None" : "";
  const std::string options = ", /, *, epoch=None" + prefix;
  constexpr const char* parse_doc = "Reads the whole text strictly, or raises an IdError.";
  constexpr const char* valid_doc = "Whether parse takes the text.";
  constexpr const char* new_doc = "A new id, after all that any thread of the process was given.";
  constexpr const char* random_doc = "A new id that is a draw of its own, out of all order.";
  method_list all;
  if constexpr (prefixed<Id>) {
    all.add("parse", parse_type_id, fast_of_class, "text, /, prefix=None", parse_doc);
    all.add("is_valid", is_valid_type_id, fast_of_class, "text, /, prefix=None", valid_doc);
    all.add("new", with_prefix_argument<make_new<Id>>, fast_of_class, "prefix=None", new_doc);
    all.add("new_random", with_prefix_argument<make_random<Id>>, fast_of_class, "prefix=None", random_doc);
  } else {
    all.add("parse", parse<Id>, one_of_class, "text, /", parse_doc);
    all.add("is_valid", is_valid<Id>, one_of_class, "text, /", valid_doc);
    if constexpr (Id::layout().generated) {
      all.add("new", without_arguments<Id, make_new<Id>>, METH_NOARGS | of_class, "", new_doc);
      if constexpr (Id::layout().drawn())
        all.add("new_random", without_arguments<Id, make_random<Id>>, METH_NOARGS | of_class, "", random_doc);
    }
  }
  all.add("from_bytes", from_bytes<Id>, keywords_of_class, "data, /" + prefix,
          "The id with these bytes, in network order.");
  all.add("from_int", from_int_argument<Id>, keywords_of_class, "number, /" + prefix,
          "The id with this number.");
  all.add("from_id", from_id<Id>, keywords_of_class, "other, /" + prefix,
          "The same bits of an id of another format of the same width.");
  if constexpr (Id::layout().bits == 128) {
    all.add("from_uuid", from_uuid<Id>, keywords_of_class, "value, /" + prefix,
            "The id with the bits of a uuid.UUID.");
  }
  if constexpr (requires { Id::parse_lenient(std::string_view()); }) {
    all.add("parse_lenient", parse_lenient<Id>, one_of_class, "text, /",
            "Reads also hyphens and look-alikes. The id, and whether the text was its own.");
  }
  if constexpr (timed_id<Id>) {
    // Where nothing is drawn, ids of an instant would be alike.
    if constexpr (Id::layout().has(role::random)) {
      all.add("new_at", make_at<Id>, keywords_of_class, "when" + options,
              "A new id with the timestamp of an instant, a draw of its own.");
    }
    all.add("first_at", edge_at<Id, false>, keywords_of_class, "when" + options,
            "The smallest id of an instant's millisecond.");
    all.add("last_at", edge_at<Id, true>, keywords_of_class, "when" + options,
            "The largest id of an instant's millisecond.");
    all.add("between", between<Id>, keywords_of_class, "start, end" + options,
            "The first and the last id of the half-open interval between two instants, for BETWEEN.");
  }
  if constexpr (Id::layout().text == text_form::base58) {
    all.add("with_text_prefix", with_text_prefix<Id>, one_of_class, "prefix, /",
            "The first and the last id whose text begins so, for BETWEEN.");
  }
  if constexpr (std::is_same_v<Id, euid>) {
    all.add("parse_skipping_check", euid_skipping_check, one_of_class, "text, /",
            "Reads a text whose check-mod may be wrong: for salvage, not for input.");
    all.add("has_check", euid_has_check, one_of_class, "text, /",
            "Whether a text that parse_lenient takes carries a check-mod.");
    all.add("to_text_unchecked", euid_unchecked_text, METH_NOARGS, "",
            "The text with \"no check\" in place of the check-mod.");
  }
  all.add("__bytes__", to_bytes<Id>, METH_NOARGS);
  all.add("__format__", format_by<Id>, METH_O);
  all.add("__reduce__", reduce<Id>, METH_NOARGS);
  all.add("__copy__", itself, METH_NOARGS);
  all.add("__deepcopy__", itself, METH_O);
  all.add("__get_pydantic_core_schema__", pydantic_core_schema, METH_VARARGS | of_class);
  all.add("__get_pydantic_json_schema__", pydantic_json_schema, METH_VARARGS | of_class);
  return all;
}

template <any_id Id>
std::vector<PyGetSetDef> attributes() {
  std::vector<PyGetSetDef> all{
      {"bytes", get_bytes<Id>, nullptr, "The bits in network order.", nullptr},
      {"unix_ms", get_unix_ms<Id>, nullptr, "Unix milliseconds; None without a timestamp.", nullptr},
      {"datetime", get_datetime<Id>, nullptr, "The instant, in UTC; None without a timestamp.", nullptr},
      {"fields", get_fields<Id>, nullptr, "The fields by their names, most significant first.", nullptr},
  };
  if constexpr (Id::layout().bits == 128) {
    all.push_back({"uuid", get_uuid<Id>, nullptr, "The same bits as a uuid.UUID.", nullptr});
  }
  constexpr const layout& l = Id::layout();
  for (std::size_t i = 0; i < l.field_count(); ++i) {
    if (!shown(l.fields[i])) continue;
    for (const std::string_view field_name : {l.fields[i].name, l.fields[i].option}) {
      // The names are literals, which end with a NUL.
      if (!field_name.empty())
        all.push_back({field_name.data(), get_field<Id>, nullptr, nullptr, reinterpret_cast<void*>(i)});
    }
  }
  if constexpr (std::is_same_v<Id, euid>) {
    all.push_back({"check_mod", euid_check_mod, nullptr, "The number modulo 127.", nullptr});
  }
  if constexpr (prefixed<Id>) {
    all.push_back({"prefix", type_id_prefix, nullptr, "The type prefix.", nullptr});
    all.push_back({"suffix", type_id_suffix, nullptr, "The text behind the prefix.", nullptr});
  }
  all.push_back({nullptr, nullptr, nullptr, nullptr, nullptr});
  return all;
}

// Gives the reference away.
bool set(PyTypeObject* type, const char* attribute, PyObject* value) {
  const owned kept(value);
  return kept && PyObject_SetAttrString(reinterpret_cast<PyObject*>(type), attribute, value) == 0;
}

// The layout's facts, as the class's constants.
template <any_id Id>
bool add_facts(PyTypeObject* type) {
  constexpr const layout& l = Id::layout();
  const auto instant = [](std::int64_t unix_ms) {
    return l.timed() ? PyLong_FromLongLong(unix_ms) : new_reference(Py_None);
  };
  return set(type, "FORMAT", to_str(l.name)) && set(type, "TITLE", to_str(l.title)) &&
         set(type, "BITS", PyLong_FromUnsignedLong(l.bits)) &&
         set(type, "SYMBOLS", PyLong_FromUnsignedLong(l.symbols)) &&
         set(type, "EPOCH_MS", instant(l.epoch)) &&
         set(type, "LAST_MS", instant(l.epoch + l.max_timestamp())) &&
         set(type, "ORDERED", PyBool_FromLong(l.ordered() ? 1 : 0)) &&
         set(type, "MIN", make<Id>(type, Id::min())) && set(type, "MAX", make<Id>(type, Id::max()));
}

template <any_id Id>
bool add_id(PyObject* module, module_state& state) {
  static const std::string class_name = class_name_of(name<Id>());
  static const std::string type_name = "sortid." + class_name;
  static const std::string doc = signature(class_name, "text, /").append(Id::layout().title);
  static auto own_methods = methods<Id>();
  static PyMethodDef* const method_definitions = own_methods.ended();
  static auto own_attributes = attributes<Id>();
  static PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>(doc.c_str())},
      {Py_tp_new, slot(construct<Id>)},
      {Py_tp_dealloc, slot(destroy<Id>)},
      {Py_tp_str, slot(to_text<Id>)},
      {Py_tp_repr, slot(represent<Id>)},
      {Py_tp_hash, slot(hash<Id>)},
      {Py_tp_richcompare, slot(compare<Id>)},
      {Py_nb_int, slot(to_number<Id>)},
      {Py_tp_methods, method_definitions},
      {Py_tp_getset, own_attributes.data()},
      {0, nullptr},
  };
  PyType_Spec spec{type_name.c_str(), sizeof(id_object<Id>), 0, Py_TPFLAGS_DEFAULT, slots};
  PyTypeObject* const type = add_type(module, spec, state.id);
  state.ids[format_list::place_of<Id>()] = type;
  if (type == nullptr || !add_facts<Id>(type)) return false;
  return !prefixed<Id> || set(type, "MAX_PREFIX", PyLong_FromSize_t(type_prefix::max_size));
}

}  // namespace

bool add_ids(PyObject* module, module_state& state) {
  const owned uuid_module(PyImport_ImportModule("uuid"));
  state.uuid = uuid_module ? PyObject_GetAttrString(uuid_module.get(), "UUID") : nullptr;
  if (state.uuid == nullptr) return false;
  static PyType_Slot base_slots[] = {
      {Py_tp_doc, const_cast<char*>("What the classes of all formats have above them: for isinstance.")},
      {0, nullptr},
  };
  PyType_Spec base{"sortid.Id", sizeof(PyObject), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, base_slots};
  state.id = add_type(module, base);
  if (state.id == nullptr) return false;
  bool added = true;
  format_list::for_each(
      [&]<class Id>(std::type_identity<Id>) { added = added && add_id<Id>(module, state); });
  return added;
}

std::optional<format> format_of_class(const module_state& state, PyObject* kind) {
  for (const format of : format::all()) {
    const bool same = of.visit([&]<class Id>(std::type_identity<Id>) {
      return kind == reinterpret_cast<PyObject*>(type_of<Id>(state));
    });
    if (same) return of;
  }
  PyErr_Format(PyExc_TypeError, "a class of ids is wanted, not %R", kind);
  return std::nullopt;
}

}  // namespace sortid::python
