// sortid.NodePool: a node number that no other process has.
#include "pool.hpp"

#include <exception>
#include <mutex>
#include <new>
#include <string>

#include "arguments.hpp"
#include "id_functions.hpp"
#include "linked_stores.hpp"
#include "signals.hpp"

namespace sortid::python {

namespace {

struct pool_object {
  object_head head;
  format of;
  std::shared_ptr<pool_and_ids> state;
};
pool_object& object_of(PyObject* self) noexcept { return *reinterpret_cast<pool_object*>(self); }

// Null, with the error set: what a generator without a number raises, with the store's own words.
PyObject* raise(const module_state& state, format f, const pool_error& why) {
  if (why.why == fault::out_of_range)
    return PyErr_Format(PyExc_ValueError, "pool: %s%s%s", why.what, why.store_error.empty() ? "" : ": ",
                        why.store_error.c_str());
  return raise(state, why.why, f.name(),
               why.store_error.empty() ? std::string_view(why.what) : why.store_error);
}

bool take_milliseconds(PyObject* given, const char* what, std::int64_t& ms) {
  std::optional<std::int64_t> number;
  bool fits = false;
  if (!take_number(given, what, number, fits)) return false;
  constexpr std::int64_t most = node_pool_options::longest_ms;
  if (fits && number.value_or(0) >= 0 && number.value_or(0) <= most) {
    ms = number.value_or(ms);
    return true;
  }
  PyErr_Format(PyExc_ValueError, "%s is a number of milliseconds from 0 to %lld, not %S", what,
               static_cast<long long>(most), given);
  return false;
}

using opened_pool = result<std::unique_ptr<node_pool>, pool_error>;

// Opens the pool without the GIL. A sentence when the store's text is wrong.
result<opened_pool, std::string> open(const std::string& text, format f, const node_pool_options& options) {
  try {
    auto store = open_node_store(text);
    if (!store) return store.error();
    return node_pool::open(std::move(*store), f.layout(), options);
  } catch (const std::exception& e) {
    return std::string(e.what());
  }
}

PyObject* create(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  const auto& state = state_of(type);
  PyObject *kind = nullptr, *store = nullptr, *preferred = nullptr, *window = nullptr, *deadline = nullptr,
           *name = nullptr, *epoch = nullptr;
  const char* names[] = {"", "", "preferred", "window_ms", "deadline_ms", "name", "epoch", nullptr};
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|$OOOOO", const_cast<char**>(names), &kind, &store,
                                  &preferred, &window, &deadline, &name, &epoch) == 0)
    return nullptr;
  const auto f = format_of_class(state, kind);
  if (!f) return nullptr;
  text_argument text;
  text_argument own_name;
  if (!text.open(store)) return nullptr;
  node_pool_options options;
  if (!take_option(state, *f, preferred, "preferred", largest(f->layout(), role::node), options.preferred) ||
      !take_epoch(state, *f, epoch, options.epoch) ||
      !take_milliseconds(window, "window_ms", options.window_ms) ||
      !take_milliseconds(deadline, "deadline_ms", options.deadline_ms))
    return nullptr;
  if (name != nullptr && !Py_IsNone(name) && !own_name.open(name)) return nullptr;
  auto answer = wait_for([where = std::string(text.view()), f = *f, options,
                          holder = std::string(own_name.view())](std::atomic<bool>& wanted) mutable {
    options.name = holder;
    options.go_on = [](void* of) { return static_cast<std::atomic<bool>*>(of)->load(); };
    options.go_on_context = &wanted;
    return open(where, f, options);
  });
  if (!answer) return nullptr;
  auto& opened = *answer;
  if (!opened) {
    PyErr_SetString(PyExc_ValueError, opened.error().c_str());
    return nullptr;
  }
  if (!*opened) return raise(state, *f, opened->error());
  auto shared = std::make_shared<pool_and_ids>();
  shared->pool = std::move(**opened);
  void* const self = PyObject_Malloc(sizeof(pool_object));
  if (self == nullptr) return PyErr_NoMemory();
  new (self) pool_object{{}, *f, std::move(shared)};
  return PyObject_Init(static_cast<PyObject*>(self), type);
}

// The pool without its generator. It gives the number back, which may take a while, and the lock is not held
// for it.
std::unique_ptr<node_pool> taken_out(pool_and_ids& state) {
  const std::scoped_lock lock(state.lock);
  state.ids.reset();
  return std::move(state.pool);
}

void destroy(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  clear_weak_references(self);
  // A Generator keeps the pool when it outlives this object.
  if (object_of(self).state.use_count() == 1) {
    auto ending = taken_out(*object_of(self).state);
    const without_gil paused;
    ending.reset();
  }
  std::destroy_at(&object_of(self));
  PyObject_Free(self);
  Py_DECREF(type);
}

PyObject* close(PyObject* self, PyObject*) {
  auto ending = taken_out(*object_of(self).state);
  if (ending == nullptr) return new_reference(Py_None);
  return wait_for([ending = std::move(ending)](const std::atomic<bool>&) mutable {
    ending.reset();
    return true;
  })
             ? new_reference(Py_None)
             : nullptr;
}
PyObject* enter(PyObject* self, PyObject*) { return new_reference(self); }
PyObject* leave(PyObject* self, PyObject*) { return close(self, nullptr); }

PyObject* generator(PyObject* self, PyObject* arguments, PyObject* keywords) {
  if (PyTuple_Size(arguments) != 0) {
    PyErr_SetString(PyExc_TypeError, "generator() takes options by their names alone");
    return nullptr;
  }
  const auto& state = state_of(self);
  const owned options(keywords != nullptr ? PyDict_Copy(keywords) : PyDict_New());
  const owned kind(PyTuple_Pack(1, state.type_of(object_of(self).of)));
  if (!options || !kind || PyDict_SetItemString(options.get(), "pool", self) < 0) return nullptr;
  return PyObject_Call(reinterpret_cast<PyObject*>(state.generator), kind.get(), options.get());
}

PyObject* reset(PyObject* self, PyObject*) {
  pool_and_ids& state = *object_of(self).state;
  const std::scoped_lock lock(state.lock);
  if (state.pool) state.pool->reset();
  return new_reference(Py_None);
}

node_pool::health health_of(PyObject* self) {
  pool_and_ids& state = *object_of(self).state;
  const std::scoped_lock lock(state.lock);
  return state.pool ? state.pool->status() : node_pool::health{.why = no_window::released};
}

PyObject* health(PyObject* self, PyObject*) {
  const node_pool::health h = health_of(self);
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  // A number that was never used has no earlier window, and without a number there is none at all.
  const owned node(h.holds ? PyLong_FromUnsignedLong(h.node) : new_reference(Py_None));
  const owned low(h.holds && h.low_ms != INT64_MIN ? PyLong_FromLongLong(h.low_ms) : new_reference(Py_None));
  const owned high(h.holds ? PyLong_FromLongLong(h.high_ms) : new_reference(Py_None));
  if (!node || !low || !high) return nullptr;
  return Py_BuildValue("{s:O,s:O,s:O,s:L,s:K,s:s,s:K,s:K,s:K,s:K,s:K,s:K,s:K}", "node", node.get(), "low_ms",
                       low.get(), "high_ms", high.get(), "window_left_ms",
                       static_cast<long long>(h.window_left_ms), "remaining", number(h.remaining), "why",
                       std::string(name_of(h.why)).c_str(), "waits", number(h.waits), "acquired",
                       number(h.counted.acquired), "renewed", number(h.counted.renewed), "lost",
                       number(h.counted.lost), "unknown", number(h.counted.unknown), "unavailable",
                       number(h.counted.unavailable), "poisoned", number(h.counted.poisoned));
}

PyObject* metrics(PyObject* self, PyObject* name) {
  text_argument text;
  if (!text.open(name)) return nullptr;
  return to_str(open_metrics(health_of(self), text.view()));
}

// <sortid.NodePool of UID11Snowish, node 3>
PyObject* repr(PyObject* self) {
  const node_pool::health h = health_of(self);
  const owned kind(PyObject_GetAttrString(
      reinterpret_cast<PyObject*>(state_of(self).type_of(object_of(self).of)), "__name__"));
  if (!kind) return nullptr;
  if (h.holds) return PyUnicode_FromFormat("<sortid.NodePool of %U, node %u>", kind.get(), h.node);
  return PyUnicode_FromFormat("<sortid.NodePool of %U, no node: %s>", kind.get(), name_of(h.why).data());
}

PyObject* get_node(PyObject* self, void*) {
  const node_pool::health h = health_of(self);
  return h.holds ? PyLong_FromUnsignedLong(h.node) : new_reference(Py_None);
}
PyObject* get_kind(PyObject* self, void*) {
  return new_reference(reinterpret_cast<PyObject*>(state_of(self).type_of(object_of(self).of)));
}

PyMethodDef methods[] = {
    {"generator", method(generator), METH_VARARGS | METH_KEYWORDS,
     "generator($self, /, **options)\n--\n\n"
     "Makes the Generator over this pool: Generator(kind, pool=pool, **options). There is one at a time."},
    {"close", method(close), METH_NOARGS,
     "close($self)\n--\n\n"
     "Gives the number back, and ends the generator. Leaving a with block does the same."},
    {"reset", method(reset), METH_NOARGS,
     "reset($self)\n--\n\n"
     "Gives the number up and takes another one: for the hook that runs when a virtual machine was\n"
     "restored or cloned with the process in it."},
    {"health", method(health), METH_NOARGS,
     "health($self)\n--\n\n"
     "Returns how the pool is doing: its number and window, the ids that are left in it, and counters."},
    {"metrics", method(metrics), METH_O,
     "metrics($self, name, /)\n--\n\n"
     "Returns the health as OpenMetrics text, with the name as the label pool."},
    {"__enter__", method(enter), METH_NOARGS, "__enter__($self)\n--\n\nReturns the pool."},
    {"__exit__", method(leave), METH_VARARGS, "__exit__($self, /, *exception)\n--\n\nCloses the pool."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef attributes[] = {
    {"node", get_node, nullptr, "The number that is held; None while there is none.", nullptr},
    {"kind", get_kind, nullptr, "The class of the ids.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
const std::string doc =
    signature("NodePool", "kind, store, /, *, preferred=None, window_ms=0, deadline_ms=" +
                              std::to_string(node_pool_options{}.deadline_ms) + ", name=None, epoch=None") +
    wrapped(
        "Takes a node number that no other process has, and holds it: for ids with a field for one.\n\n"
        "kind is the class of the ids, or the format's name.\n"
        "store says where the numbers are: 'file:DIR' for the processes of a machine, or 'static:N' for a "
        "number of your own, without any promise.\n"
        "preferred is the number that is taken if it is free.\n"
        "window_ms is how long the number is reserved ahead; 0 for the store's own.\n"
        "deadline_ms limits how long the store may take; with 0 nothing waits for a number.\n"
        "name tells people in the store who has the number; the host's name unless given.\n"
        "epoch is that of the ids, as of a Generator; a pool is for one format with one epoch.\n\n"
        "A forked child takes a number of its own with its first id. Raises a GeneratorError with the fault "
        "'no_node' when every number is in use, and 'unavailable' when the store is away.");
PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>(doc.c_str())},
    {Py_tp_new, slot(create)},
    {Py_tp_repr, slot(repr)},
    {Py_tp_dealloc, slot(destroy)},
    {Py_tp_getattro, slot(get_or_guess)},
    {Py_tp_members, members_of_head},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, nullptr},
};

}  // namespace

std::shared_ptr<pool_and_ids> pool_of(const module_state& state, PyObject* given) {
  if (Py_TYPE(given) == state.pool) return object_of(given).state;
  PyErr_Format(PyExc_TypeError, "pool is a NodePool, not %R", Py_TYPE(given));
  return nullptr;
}

bool add_pool(PyObject* module, module_state& state) {
  stores::add_linked_stores();
  PyType_Spec spec{"sortid.NodePool", sizeof(pool_object), 0, Py_TPFLAGS_DEFAULT, slots};
  state.pool = add_type(module, spec);
  return state.pool != nullptr;
}

}  // namespace sortid::python
