// sortid.Generator: new ids with options and policies, in one order for the threads of the process or, with a file, for
// all processes of the host.
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ids.hpp"
#include "sortid/ordered_generator.hpp"

namespace sortid::python {

namespace {

// A generator of whichever format. It may be used by several threads at once.
class any_generator {
 public:
  any_generator() = default;
  any_generator(const any_generator&) = delete;
  any_generator& operator=(const any_generator&) = delete;
  virtual ~any_generator() = default;
  // The next id; null with the error set.
  virtual PyObject* next(const module_state& state) = 0;
  // The next `count` ids as objects appended to a list.
  virtual bool append(const module_state& state, PyObject* list, std::size_t count) = 0;
  // The next ids into an array: 16 bytes in network order each, or native 64-bit integers.
  virtual filled fill(void* ids, std::size_t count) = 0;
  [[nodiscard]] virtual std::int64_t ahead() = 0;
  [[nodiscard]] virtual format made() const = 0;
  bool may_pause = false;  // waits for the clock or the disk
};

template <any_id Id, class Generator>
class holder final : public any_generator {
 public:
  template <class... Arguments>
  explicit holder(Arguments&&... arguments) : generator_(std::forward<Arguments>(arguments)...) {}

  PyObject* next(const module_state& state) override {
    const auto id = [this] {
      const without_gil paused(may_pause);
      return generator_.next();
    }();
    if (!id) return raise(state, id.error(), Id::layout().name);
    return make<Id>(type_of<Id>(state), *id);
  }
  bool append(const module_state& state, PyObject* list, std::size_t count) override {
    std::vector<Id> ids(std::min<std::size_t>(count, 4096));
    while (count != 0) {
      const std::size_t wanted = std::min(count, ids.size());
      const filled made = [&] {
        const without_gil paused;
        return generator_.fill({ids.data(), wanted});
      }();
      for (std::size_t i = 0; i < made.count; ++i) {
        const owned id(python::make<Id>(type_of<Id>(state), ids[i]));
        if (!id || PyList_Append(list, id.get()) < 0) return false;
      }
      if (made.why != fault::none) {
        raise(state, made.why, Id::layout().name);
        return false;
      }
      count -= wanted;
    }
    return true;
  }
  filled fill(void* ids, std::size_t count) override {
    if constexpr (batch::batch_id<Id>) {
      return generator_.fill({static_cast<Id*>(ids), count});
    } else {
      // The prefix is no part of the array.
      std::vector<Id> block(std::min<std::size_t>(count, 4096));
      auto* to = static_cast<std::uint8_t*>(ids);
      for (std::size_t done = 0; done < count;) {
        const filled some = generator_.fill({block.data(), std::min(count - done, block.size())});
        for (std::size_t i = 0; i < some.count; ++i) {
          const auto bytes = block[i].bytes();
          to = std::copy(bytes.begin(), bytes.end(), to);
        }
        done += some.count;
        if (some.why != fault::none) return {done, some.why};
      }
      return {count, fault::none};
    }
  }
  std::int64_t ahead() override { return generator_.ahead(); }
  format made() const override { return format::of<Id>(); }

 private:
  Generator generator_;
};

struct generator_object {
  PyObject head;
  any_generator* generator;
};
any_generator& generator_of(PyObject* self) noexcept {
  return *reinterpret_cast<generator_object*>(self)->generator;
}

// The place of a word in a list; -1 with an error set.
int place_of(const char* what, const char* word, std::initializer_list<const char*> words) {
  int place = 0;
  std::string choices;
  for (const char* const known : words) {
    if (std::strcmp(known, word) == 0) return place;
    ++place;
    choices.append(choices.empty() ? "'" : ", '").append(known).append("'");
  }
  PyErr_Format(PyExc_ValueError, "%s is one of %s, not '%s'", what, choices.c_str(), word);
  return -1;
}

// An option that may be None, of at least 0. False with an error set.
template <class Number>
bool take(PyObject* given, const char* what, std::optional<Number>& option, const module_state& state,
          std::string_view format) {
  if (given == nullptr || Py_IsNone(given)) return true;
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(given, &overflow);
  if (number == -1 && PyErr_Occurred()) return false;
  if (overflow != 0 || !std::in_range<Number>(number)) {
    const auto sentence = inline_text<96>()
                              .append(what)
                              .append(" is a number from 0, as far as ")
                              .append(format)
                              .append(" has room for it");
    raise(state, error{reason::range, 0, 0, 0}, format, sentence.view());
    return false;
  }
  option = static_cast<Number>(number);
  return true;
}

// Which option a format refuses, and what it takes: the first one that generator_plan refuses.
std::string sentence_of(const layout& l, const generator_options& options) {
  struct numbered {
    const char* what;
    std::optional<std::uint64_t> given;
    std::optional<std::uint64_t> most;  // none where the format does not take it
  };
  const auto most_of = [&l](role r) -> std::optional<std::uint64_t> {
    if (!l.has(r)) return std::nullopt;
    return detail::low_mask<std::uint64_t>(l.fields[l.find(r)].bits);
  };
  std::optional<std::uint64_t> most_step_bytes;
  if (l.ordered()) most_step_bytes = l.counter.max_step_bytes;
  const numbered all[] = {{"extension", options.extension, most_of(role::extension)},
                          {"node", options.node, most_of(role::node)},
                          {"step_bytes", options.step_bytes, most_step_bytes}};
  const std::string name(l.name);
  for (const numbered& n : all) {
    if (!n.given || (n.most && *n.given <= *n.most)) continue;
    if (!n.most) return name + " takes no " + n.what;
    return std::string(n.what) + " is 0 to " + std::to_string(*n.most) + " for " + name + ", not " +
           std::to_string(*n.given);
  }
  if (options.epoch && !l.timed()) return name + " takes no epoch";
  return name + " takes no prefix";
}

template <any_id Id>
std::unique_ptr<any_generator> make_generator(const module_state& state, const generator_options& options,
                                              const policies& policy, const char* order_file) {
  const auto plan = generator_plan<Id>::make(options);
  if (!plan) {
    raise(state, plan.error(), Id::layout().name, sentence_of(Id::layout(), options));
    return nullptr;
  }
  if (order_file == nullptr) return std::make_unique<holder<Id, process_generator<Id>>>(*plan, policy);
  if constexpr (Id::layout().ordered()) {
    auto opened = host_generator<Id>::open(order_file, *plan, policy);
    if (opened) return std::make_unique<holder<Id, host_generator<Id>>>(std::move(*opened));
    const order_refusal& why = opened.error();
    const owned made(PyObject_CallFunction(PyExc_OSError, "iss", why.system_error, why.what, order_file));
    if (made) PyErr_SetObject(PyExc_OSError, made.get());
  } else {
    PyErr_SetString(PyExc_ValueError, "order_file: the ids of this format have no order");
  }
  return nullptr;
}

PyObject* create(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  const auto& state = state_of(type);
  PyObject *kind = nullptr, *extension = nullptr, *node = nullptr, *step_bytes = nullptr, *epoch = nullptr,
           *prefix = nullptr, *order_file = nullptr;
  const char *on_overflow_word = "fail", *on_clock_back_word = "hold";
  policies policy;
  long long max_wait_ms = policy.max_wait_ms;
  const char* names[] = {"",      "prefix",      "extension",     "node",        "step_bytes",
                         "epoch", "on_overflow", "on_clock_back", "max_wait_ms", "order_file",
                         nullptr};
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "O|$OOOOOssLO", const_cast<char**>(names), &kind,
                                  &prefix, &extension, &node, &step_bytes, &epoch, &on_overflow_word,
                                  &on_clock_back_word, &max_wait_ms, &order_file) == 0)
    return nullptr;
  const auto of = format_of_class(state, kind);
  if (!of) return nullptr;
  generator_options options;
  if (!take(extension, "extension", options.extension, state, of->name()) ||
      !take(node, "node", options.node, state, of->name()) ||
      !take(step_bytes, "step_bytes", options.step_bytes, state, of->name()))
    return nullptr;
  if (epoch != nullptr && !Py_IsNone(epoch)) {
    std::int64_t own = 0;
    if (!to_unix_ms(state, epoch, own)) return nullptr;
    options.epoch = own;
  }
  if (prefix != nullptr && !Py_IsNone(prefix)) {
    text_argument text;
    if (!text.open(prefix)) return nullptr;
    const auto parsed = type_prefix::parse(text.view());
    if (!parsed) return raise(state, parsed.error(), of->name());
    options.prefix = *parsed;
  }
  const int overflow = place_of("on_overflow", on_overflow_word, {"fail", "wait", "run_ahead"});
  const int clock_back = place_of("on_clock_back", on_clock_back_word, {"hold", "wait", "fail"});
  if (overflow < 0 || clock_back < 0) return nullptr;
  policy = {static_cast<on_overflow>(overflow), static_cast<on_clock_back>(clock_back), max_wait_ms};
  owned path;
  if (order_file != nullptr && !Py_IsNone(order_file)) {
    PyObject* encoded = nullptr;
    if (PyUnicode_FSConverter(order_file, &encoded) == 0) return nullptr;
    path = owned(encoded);
  }
  auto made = of->visit([&]<class Id>(std::type_identity<Id>) -> std::unique_ptr<any_generator> {
    if constexpr (Id::layout().generated) {
      return make_generator<Id>(state, options, policy, path ? PyBytes_AsString(path.get()) : nullptr);
    } else {
      PyErr_Format(PyExc_ValueError, "%s ids are read and not made; UUID7 ids are",
                   std::string(Id::layout().name).c_str());
      return nullptr;
    }
  });
  if (!made) return nullptr;
  made->may_pause = path || policy.overflow == on_overflow::wait || policy.clock_back == on_clock_back::wait;
  auto* const self = static_cast<generator_object*>(PyObject_Malloc(sizeof(generator_object)));
  if (self == nullptr) return PyErr_NoMemory();
  self->generator = made.release();
  return PyObject_Init(reinterpret_cast<PyObject*>(self), type);
}

void destroy(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  delete reinterpret_cast<generator_object*>(self)->generator;
  PyObject_Free(self);
  Py_DECREF(type);
}

PyObject* next(PyObject* self) { return generator_of(self).next(state_of(self)); }
PyObject* next_method(PyObject* self, PyObject*) { return next(self); }

PyObject* many(PyObject* self, PyObject* wanted) {
  const Py_ssize_t count = PyLong_AsSsize_t(wanted);
  if (count < 0) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a number of ids is not negative");
    return nullptr;
  }
  owned list(PyList_New(0));
  if (!list || !generator_of(self).append(state_of(self), list.get(), static_cast<std::size_t>(count)))
    return nullptr;
  return list.release();
}

PyObject* fill(PyObject* self, PyObject* to) {
  buffer ids;
  if (!ids.open(to, true)) return nullptr;
  any_generator& generator = generator_of(self);
  const std::size_t size = generator.made().layout().bits / 8;
  if (ids.size() % size != 0 || reinterpret_cast<std::uintptr_t>(ids.data()) % (size == 8 ? 8 : 1) != 0) {
    PyErr_SetString(PyExc_ValueError, "the buffer is no array of such ids");
    return nullptr;
  }
  const filled done = [&] {
    const without_gil paused;
    return generator.fill(ids.data(), ids.size() / size);
  }();
  if (done.why != fault::none) return raise(state_of(self), done.why, generator.made().name());
  return new_reference(Py_None);
}

PyObject* get_ahead(PyObject* self, void*) { return PyLong_FromLongLong(generator_of(self).ahead()); }
PyObject* get_kind(PyObject* self, void*) {
  return generator_of(self).made().visit([&]<class Id>(std::type_identity<Id>) {
    return new_reference(reinterpret_cast<PyObject*>(type_of<Id>(state_of(self))));
  });
}
PyObject* itself(PyObject* self) { return new_reference(self); }

PyMethodDef methods[] = {
    {"next", method(next_method), METH_NOARGS, "next($self)\n--\n\nThe next id."},
    {"many", method(many), METH_O, "many($self, count, /)\n--\n\nThe next ids, as a list."},
    {"fill", method(fill), METH_O,
     "fill($self, ids, /)\n--\n\n"
     "The next ids into a writable buffer: 16 bytes in network order, or native 64-bit integers."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef attributes[] = {
    {"ahead", get_ahead, nullptr, "Milliseconds by which the last id is later than the clock.", nullptr},
    {"kind", get_kind, nullptr, "The class of its ids.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
const std::string doc =
    "Generator(kind, /, *, prefix=None, extension=None, node=None, step_bytes=None, epoch=None, "
    "on_overflow='fail', on_clock_back='hold', max_wait_ms=" +
    std::to_string(policies{}.max_wait_ms) +
    ", order_file=None)\n--\n\n"
    "New ids in one order, for the threads of the process or with order_file for all processes of the host.";
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
