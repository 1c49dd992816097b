// The classes of ids, one for each format of the list: their methods, attributes, constants and docstrings.
// The stubs have their docstrings from here: see tools/python_stubs.py.
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "id_functions.hpp"

namespace sortid::python {

namespace {

// A function that takes a format first, as the C function of one format that CPython calls.
template <auto F>
struct calls;
template <class R, class... A, R (*F)(format, A...)>
struct calls<F> {
  using c_function = R (*)(A...);
  template <any_id Id>
  static R of(A... arguments) {
    return F(format::of<Id>(), arguments...);
  }
  [[nodiscard]] static c_function in(format f) {
    return f.visit([]<class Id>(std::type_identity<Id>) -> c_function { return &of<Id>; });
  }
};

constexpr int of_class = METH_CLASS;
constexpr int one_argument = METH_O;
constexpr int keywords = METH_VARARGS | METH_KEYWORDS;
constexpr int fast_keywords = METH_FASTCALL | METH_KEYWORDS;

// The methods of a class with their docs, which live as long as the list.
class method_list {
 public:
  // The parameters are those behind the class or the id.
  template <class C>
  void add(const char* call, C* function, int flags, const std::string& parameters, const std::string& doc) {
    const std::string first = (flags & METH_CLASS) != 0 ? "$type" : "$self";
    docs_.push_back(signature(call, parameters.empty() ? first : first + ", " + parameters) + wrapped(doc));
    all_.push_back({call, method(function), flags, docs_.back().c_str()});
  }
  template <class C>
  void add(const char* call, C* function, int flags) {
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

// --- methods -----------------------------------------------------------------------------------------------

std::string of_instant(const char* subject) { return std::string(subject).append(what_instants_are) + "."; }

void add_parsing(method_list& all, format f) {
  const std::string parse_doc =
      "Parses a text strictly: all of it must be a valid id.\n\n"
      "text is a str, or bytes of ASCII. ";
  const std::string raises = "Raises an IdError that says why the text is invalid, and where.";
  const std::string valid_doc = "Tells whether a text is a valid id, and never raises an IdError.";
  const std::string check_doc =
      "Returns why a text is not valid: the IdError that parse would raise, with reason and position, or "
      "None.";
  if (f.layout().prefixed) {
    const std::string only = "Where prefix is given, an id of any other prefix is invalid. ";
    all.add("parse", calls<parse_prefixed>::in(f), fast_keywords | of_class, "text, /, prefix=None",
            parse_doc + only + raises);
    all.add("is_valid", calls<is_valid_prefixed>::in(f), fast_keywords | of_class, "text, /, prefix=None",
            valid_doc);
    all.add("check", calls<check_prefixed>::in(f), fast_keywords | of_class, "text, /, prefix=None",
            check_doc);
  } else {
    all.add("parse", calls<parse>::in(f), one_argument | of_class, "text, /", parse_doc + raises);
    all.add("is_valid", calls<is_valid>::in(f), one_argument | of_class, "text, /", valid_doc);
    all.add("check", calls<check>::in(f), one_argument | of_class, "text, /", check_doc);
  }
  if (f.layout().lenient()) {
    all.add(
        "parse_lenient", calls<parse_lenient>::in(f), one_argument | of_class, "text, /",
        "Parses what people type: hyphens anywhere are skipped, and Crockford's aliases read, i and l as 1 "
        "and o as 0.\n\n"
        "Returns the id, and whether the text was already the id's own text.");
  }
}

void add_conversions(method_list& all, format f, const std::string& prefix, const std::string& prefix_doc) {
  all.add("from_bytes", calls<from_bytes>::in(f), keywords | of_class, "data, /" + prefix,
          "Makes an id from its bytes in network order (most significant first), as the attribute bytes has "
          "them." +
              prefix_doc);
  all.add("from_int", calls<from_int>::in(f), keywords | of_class, "number, /" + prefix,
          "Makes an id from its bits as a number, which int(id) gives." + prefix_doc);
  all.add("from_hex", calls<from_hex>::in(f), keywords | of_class, "digits, /" + prefix,
          "Makes an id from all its bits in hexadecimal digits of any case, as the attribute hex has them." +
              prefix_doc);
  all.add("from_id", calls<from_id>::in(f), keywords | of_class, "other, /" + prefix,
          "Makes an id with the same bits as an id of another class. Both formats must have the same width." +
              prefix_doc);
  if (f.layout().bits == 128) {
    all.add("from_uuid", calls<from_uuid>::in(f), keywords | of_class, "value, /" + prefix,
            "Makes an id with the bits of a uuid.UUID." + prefix_doc);
  }
}

void add_new(method_list& all, format f, const std::string& options, const std::string& prefix_doc) {
  const layout& l = f.layout();
  if (!l.generated) return;
  const std::string new_doc =
      std::string("Makes a new id. All threads of the process share one order") +
      (l.ordered() ? ": the id is greater than every one made before.\n\n" : ".\n\n") +
      "Raises a GeneratorError when no id can be made. A Generator has options." + prefix_doc;
  const std::string random_doc =
      "Makes a new id, drawn for itself, in no order within a millisecond: it may be less than one made "
      "before." +
      prefix_doc;
  const bool drawn = l.drawn();
  if (l.prefixed) {
    all.add("new", calls<new_prefixed_id<new_function>>::in(f), fast_keywords | of_class, "prefix=None",
            new_doc);
    if (drawn)
      all.add("new_random", calls<new_prefixed_id<new_random_function>>::in(f), fast_keywords | of_class,
              "prefix=None", random_doc);
  } else {
    all.add("new", calls<new_id<new_function>>::in(f), fast_keywords | of_class, "", new_doc);
    if (drawn)
      all.add("new_random", calls<new_id<new_random_function>>::in(f), fast_keywords | of_class, "",
              random_doc);
  }
  if (l.bounded() && drawn) {
    const std::string at_doc =
        "Makes a new id with the timestamp of an instant, in no order: for what existed before it had an "
        "id.\n\n";
    const std::string epoch_doc = " epoch replaces the format's epoch." + prefix_doc;
    all.add("new_at", calls<new_at<to_unix_ms>>::in(f), keywords | of_class, "when" + options,
            at_doc + of_instant("when is ") + epoch_doc);
    all.add("from_datetime", calls<new_at<datetime_to_unix_ms>>::in(f), keywords | of_class, "when" + options,
            at_doc + "when is an aware datetime." + epoch_doc);
    all.add("from_timestamp", calls<new_at<seconds_to_unix_ms>>::in(f), keywords | of_class,
            "seconds" + options,
            at_doc + "seconds are Unix seconds, as time.time() gives them: an int or a float." + epoch_doc);
  }
  if (is_named(l)) {
    all.add("named_at", calls<named_at>::in(f), keywords | of_class, "when, name, key" + options,
            "Makes the one id that an instant and a name determine, under a key: an import that is run again "
            "makes the same ids. Nothing is drawn.\n\n" +
                of_instant("when is ") +
                " name is a str, or bytes. key is a secret of 16 or 32 bytes. epoch replaces the format's "
                "epoch." +
                prefix_doc);
  }
}

void add_ranges(method_list& all, format f, const std::string& options, const std::string& prefix_doc) {
  if (f.layout().bounded()) {
    const std::string arguments =
        "\n\n" + of_instant("when is ") + " epoch replaces the format's epoch." + prefix_doc;
    all.add("first_at", calls<edge_at<false>>::in(f), keywords | of_class, "when" + options,
            "Returns the smallest id of an instant's millisecond." + arguments);
    all.add("last_at", calls<edge_at<true>>::in(f), keywords | of_class, "when" + options,
            "Returns the largest id of an instant's millisecond." + arguments);
    all.add("between", calls<between>::in(f), keywords | of_class, "start, end" + options,
            "Returns the smallest and the largest id of the interval from start on and before end, for SQL's "
            "BETWEEN.\n\n" +
                of_instant("start and end are each ") +
                " epoch replaces the format's epoch. Raises "
                "an IdRangeError when the interval is empty or outside the format's time." +
                prefix_doc);
  }
  if (f.layout().bounded_by_text()) {
    all.add(
        "with_text_prefix", calls<with_text_prefix>::in(f), one_argument | of_class, "prefix, /",
        "Returns the smallest and the largest id whose text begins with these symbols, for SQL's BETWEEN.");
  }
}

method_list methods_of(format f) {
  const bool prefixed = f.layout().prefixed;
  const std::string prefix = prefixed ? ", prefix=None" : "";
  const std::string options = ", /, *, epoch=None" + prefix;
  const std::string prefix_doc = prefixed ? " prefix is the id's type prefix, none unless given." : "";
  method_list all;
  add_parsing(all, f);
  add_conversions(all, f, prefix, prefix_doc);
  add_new(all, f, options, prefix_doc);
  add_ranges(all, f, options, prefix_doc);
  if (f.layout().checked()) {
    all.add(
        "parse_skipping_check", parse_skipping_check, one_argument | of_class, "text, /",
        "Parses a text whose check digits may be wrong. The id may be a damaged one: for salvage, not for "
        "input.");
    all.add("has_check", has_check, one_argument | of_class, "text, /",
            "Tells whether a text that parse_lenient accepts carries check digits.");
    all.add("to_text_unchecked", to_text_unchecked, METH_NOARGS, "",
            "Returns the text with the mark for \"no check\" in place of the check digits.");
  }
  all.add("__bytes__", calls<to_bytes>::in(f), METH_NOARGS);
  all.add("__format__", calls<format_by>::in(f), one_argument);
  all.add("__reduce__", calls<reduce>::in(f), METH_NOARGS);
  all.add("__conform__", conform, one_argument);
  all.add("_repr_html_", calls<represent_as_html>::in(f), METH_NOARGS);
  all.add("__copy__", itself, METH_NOARGS);
  all.add("__deepcopy__", itself, one_argument);
  all.add("__get_pydantic_core_schema__", pydantic_core_schema, METH_VARARGS | of_class);
  all.add("__get_pydantic_json_schema__", pydantic_json_schema, METH_VARARGS | of_class);
  return all;
}

// --- attributes --------------------------------------------------------------------------------------------

std::string doc_of(const field& f) {
  const std::string width = std::to_string(f.bits) + (f.bits == 1 ? " bit" : " bits");
  switch (f.role) {
    case role::timestamp:
      return "Milliseconds since the format's epoch, " + width + ".";
    case role::random:
      return "Random bits: " + std::to_string(f.bits) + ".";
    case role::sequence:
      return "Counts the ids of one millisecond, " + width + ".";
    case role::node:
      return "The number of the machine or process that made the id, " + width + ".";
    case role::constant:
      return std::to_string(f.value) + " in a new id, " + width + ".";
    case role::extension:
      return "The caller's own number in the id; None without one.";
    case role::extension_length:
      return "How many bits the extension takes; 0 without one.";
    case role::payload:
      return "Bits without a meaning of their own: " + std::to_string(f.bits) + ".";
    case role::sign:
    case role::reserved:
      break;
  }
  return {};
}

// The attributes of a class with the docs of its fields, which live as long as the list.
class attribute_list {
 public:
  void add(const char* attribute, getter get, const char* doc) {
    docs_.push_back(wrapped(doc));
    all_.push_back({attribute, get, nullptr, docs_.back().c_str(), nullptr});
  }
  void add_fields(format f) {
    const layout& l = f.layout();
    for (std::size_t i = 0; i < l.field_count(); ++i) {
      if (!shown(l.fields[i])) continue;
      docs_.push_back(doc_of(l.fields[i]));
      for (const std::string_view field_name : {l.fields[i].name, l.fields[i].option}) {
        // The names are literals, which end with a NUL.
        if (!field_name.empty())
          all_.push_back({field_name.data(), calls<get_field>::in(f), nullptr, docs_.back().c_str(),
                          reinterpret_cast<void*>(i)});
      }
    }
  }
  [[nodiscard]] PyGetSetDef* ended() {
    all_.push_back({nullptr, nullptr, nullptr, nullptr, nullptr});
    return all_.data();
  }

 private:
  std::vector<PyGetSetDef> all_;
  std::deque<std::string> docs_;  // which does not move them
};

attribute_list attributes_of(format f) {
  attribute_list all;
  all.add("bytes", calls<get_bytes>::in(f), "The 8 or 16 bytes in network order: most significant first.");
  all.add("unix_ms", calls<get_unix_ms>::in(f),
          "The instant of the id, in Unix milliseconds; None where it carries no time.");
  all.add("milliseconds", calls<get_unix_ms>::in(f), "The same as unix_ms.");
  all.add("hex", calls<get_hex>::in(f), "All bits in lower-case hexadecimal digits, without hyphens.");
  all.add("datetime", calls<get_datetime>::in(f),
          "The instant of the id, as an aware datetime in UTC; None where it carries no time.\n\n"
          "Raises an IdRangeError after the year 9999, where datetime ends and unix_ms goes on.");
  all.add("fields", calls<get_fields>::in(f),
          "The fields by name, most significant first; None where this id has no such field.");
  if (f.layout().bits == 128) all.add("uuid", calls<get_uuid>::in(f), "The same bits as a uuid.UUID.");
  if (f.layout().checked())
    all.add("check_mod", get_check_mod, "The number of the check digits: the id modulo 127.");
  if (f.layout().prefixed) {
    all.add("prefix", calls<get_prefix>::in(f), "The prefix of a TypeID; empty without one.");
    all.add("suffix", calls<get_suffix>::in(f), "A TypeID without its prefix and the separator.");
  }
  all.add_fields(f);
  return all;
}

// --- constants ---------------------------------------------------------------------------------------------

// Gives the reference away.
bool set(PyObject* attributes, const char* attribute, PyObject* value) {
  const owned kept(value);
  return kept && PyDict_SetItemString(attributes, attribute, value) == 0;
}

// The layout's facts. The class is immutable, so they go into its dictionary, before anybody has seen the
// class.
bool add_facts(PyTypeObject* type, format f) {
  const layout& l = f.layout();
  const owned attributes(PyObject_GenericGetDict(reinterpret_cast<PyObject*>(type), nullptr));
  if (!attributes) return false;
  PyObject* const all = attributes.get();
  const auto instant = [&l](std::int64_t unix_ms) {
    return l.timed() ? PyLong_FromLongLong(unix_ms) : new_reference(Py_None);
  };
  const bool added = set(all, "FORMAT", to_str(l.name)) && set(all, "TITLE", to_str(l.title)) &&
                     set(all, "SQL_NAME", to_str(l.sql_name().view())) &&
                     set(all, "BITS", PyLong_FromUnsignedLong(l.bits)) &&
                     set(all, "SYMBOLS", PyLong_FromUnsignedLong(l.symbols)) &&
                     set(all, "EPOCH_MS", instant(l.epoch)) &&
                     set(all, "LAST_MS", instant(detail::last_instant(l, l.epoch))) &&
                     set(all, "ORDERED", PyBool_FromLong(l.ordered() ? 1 : 0)) &&
                     set(all, "MAX_PREFIX", PyLong_FromSize_t(l.prefixed ? type_prefix::max_size : 0)) &&
                     set(all, "MIN", make(f, type, {l.min_value(), {}})) &&
                     set(all, "MAX", make(f, type, {l.max_value(), {}}));
  PyType_Modified(type);
  return added;
}

std::string doc_of(const layout& l) {
  const std::string name(l.class_name);
  const std::string made = l.generated && !l.needs_node() ? name + "() makes a new id. " : std::string();
  return signature(l.class_name, l.prefixed    ? "text=..., /, *, prefix=None"
                                 : l.generated ? "text=..., /"
                                               : "text, /") +
         wrapped(std::string(l.title) + ".\n\n" + made + name +
                 "(text) parses a str strictly and raises an IdError where it is invalid; an id of the class "
                 "is returned "
                 "as it is" +
                 (l.bits == 128 ? ", and a uuid.UUID as an id with its bits" : "") +
                 (l.prefixed ? ". prefix is that of a new id, or the only one that is valid" : "") +
                 ". The format " + std::string(l.name) + " has " + std::to_string(l.bits) +
                 " bits and texts of " + std::to_string(l.symbols) + " symbols" +
                 (l.prefixed ? " behind the prefix." : "."));
}

// CPython keeps pointers to these.
struct class_parts {
  explicit class_parts(format f)
      : type_name("sortid." + std::string(f.layout().class_name)),
        doc(doc_of(f.layout())),
        methods(methods_of(f)),
        attributes(attributes_of(f)) {}
  std::string type_name;
  std::string doc;
  method_list methods;
  attribute_list attributes;
  PyMethodDef* method_definitions = methods.ended();
  PyGetSetDef* attribute_definitions = attributes.ended();
};

bool add_id(PyObject* module, module_state& state, format f) {
  // The parts are made once in the process. Each interpreter has classes of its own, which share them.
  static std::unique_ptr<const class_parts> parts_of[format_list::size];
  auto& kept = parts_of[f.place()];
  if (kept == nullptr) kept = std::make_unique<const class_parts>(f);
  const class_parts& parts = *kept;
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>(parts.doc.c_str())},
      {Py_tp_new, slot(calls<construct>::in(f))},
      {Py_tp_dealloc, slot(calls<destroy>::in(f))},
      {Py_tp_getattro, slot(get_or_guess)},
      {Py_tp_str, slot(calls<to_text>::in(f))},
      {Py_tp_repr, slot(calls<represent>::in(f))},
      {Py_tp_hash, slot(calls<hash>::in(f))},
      {Py_tp_richcompare, slot(calls<compare>::in(f))},
      {Py_nb_int, slot(calls<to_number>::in(f))},
      {Py_tp_members, members_of_head},
      {Py_tp_methods, parts.method_definitions},
      {Py_tp_getset, parts.attribute_definitions},
      {0, nullptr},
  };
  const std::size_t size = f.layout().prefixed ? sizeof(prefixed_id_object) : sizeof(id_object);
  PyType_Spec spec{parts.type_name.c_str(), static_cast<int>(size), 0, Py_TPFLAGS_DEFAULT, slots};
  PyTypeObject* const type = add_type(module, spec, state.id);
  state.ids[f.place()] = type;
  if (type == nullptr || !add_facts(type, f)) return false;
  set_class_of_ids(state, type);
  return true;
}

}  // namespace

bool add_ids(PyObject* module, module_state& state) {
  static PyType_Slot base_slots[] = {
      {Py_tp_doc, const_cast<char*>("The base class of all ids, for isinstance. It has no ids of its own.")},
      {0, nullptr},
  };
  PyType_Spec base{"sortid.Id", sizeof(PyObject), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, base_slots};
  state.id = add_type(module, base);
  if (state.id == nullptr || !add_guesses_of_classes(module, state)) return false;
  set_class_of_ids(state, state.id);
  for (const format f : format::all()) {
    if (!add_id(module, state, f)) return false;
  }
  return true;
}

std::optional<format> format_of(const module_state& state, PyTypeObject* type) noexcept {
  for (const format f : format::all()) {
    if (state.type_of(f) == type) return f;
  }
  return std::nullopt;
}

std::optional<format> format_of_class(const module_state& state, PyObject* kind) {
  text_argument name;
  if (PyUnicode_Check(kind) == 0) {
    const auto f = format_of(state, as_type(kind));
    // Not a value, which may be a key.
    if (!f)
      PyErr_Format(PyExc_TypeError,
                   "a class of ids or a format's name is expected, not %R; write ULID or 'ulid'",
                   PyType_Check(kind) != 0 ? kind : reinterpret_cast<PyObject*>(Py_TYPE(kind)));
    return f;
  }
  if (!name.open(kind)) return std::nullopt;
  std::string known;
  for (const format f : format::all()) {
    if (name.view() == f.name()) return f;
    known.append(known.empty() ? "" : ", ").append(f.name());
  }
  PyErr_Format(PyExc_ValueError, "there is no format %R; there are %s", kind, known.c_str());
  return std::nullopt;
}

}  // namespace sortid::python
