// sortid.Generator: new ids with options and policies, in one order for the threads of the process or, with a
// file, for all processes of the host.
#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "id_functions.hpp"
#include "pool.hpp"
#include "signals.hpp"
#include "sortid/batch_rows.hpp"
#include "sortid/chosen_sources.hpp"

namespace sortid::python {

namespace {

// Of all threads of the process, or of all processes of the host. It may be used by several threads at once.
using shared_generator = any_generator<scope_list<process_scopes, host_scopes>, chosen_clock, chosen_entropy>;

// Of one thread at a time, with the number of a pool.
class pooled_generator {
 public:
  explicit pooled_generator(std::shared_ptr<pool_and_ids> pool) noexcept : pool_(std::move(pool)) {}
  pooled_generator(const pooled_generator&) = delete;
  pooled_generator& operator=(const pooled_generator&) = delete;
  ~pooled_generator() {
    if (!began_) return;
    // The last of both gives the number back.
    const bool closes = pool_.use_count() == 1;
    std::unique_ptr<node_pool> ending;
    {
      const std::scoped_lock lock(pool_->lock);
      pool_->ids.reset();
      if (closes) ending = std::move(pool_->pool);
    }
    const without_gil paused(ending != nullptr);
    ending.reset();
  }

  // Null with nothing set, or why there is none.
  std::optional<no_generator> begin(format f, const generator_options& options,
                                    const policies& policy) noexcept {
    const std::scoped_lock lock(pool_->lock);
    if (!pool_->pool) return no_generator{.what = "the pool is closed"};
    if (pool_->ids.has_value()) return no_generator{.what = "the pool has a generator already"};
    auto rejected = pool_->ids.emplace<pool_scopes>(f, options, policy, {}, {}, pool_->pool.get());
    began_ = !rejected;
    return rejected;
  }

  [[nodiscard]] bool is_open() const noexcept {
    const std::scoped_lock lock(pool_->lock);
    return pool_->ids.has_value();
  }
  result<uint128, fault> next() noexcept {
    const std::scoped_lock lock(pool_->lock);
    if (!pool_->ids.has_value()) return fault::no_node;
    return pool_->ids->next();
  }
  filled fill(column_bytes* ids, std::size_t count) noexcept {
    const std::scoped_lock lock(pool_->lock);
    if (!pool_->ids.has_value()) return {0, fault::no_node};
    return pool_->ids->fill(ids, count);
  }
  std::int64_t ahead() noexcept {
    const std::scoped_lock lock(pool_->lock);
    return pool_->ids.has_value() ? pool_->ids->ahead() : 0;
  }

 private:
  std::shared_ptr<pool_and_ids> pool_;
  bool began_ = false;
};

// The core's generators wait for nothing: it is done here, where signals have their turns.
policies impatient(policies policy) noexcept {
  policy.max_wait_ms = 0;
  return policy;
}

struct generator_object {
  object_head head;
  format of;
  type_prefix prefix;
  policies policy;
  bool on_disk;
  std::unique_ptr<shared_generator> ids;
  std::unique_ptr<pooled_generator> pooled;  // one of them is null

  // The next id. False with an error set, as below.
  bool next(uint128& value) noexcept {
    return waiting([&] {
      const without_gil paused(on_disk);
      const auto made = pooled ? pooled->next() : (*ids)->next();
      if (made) value = *made;
      return made.error();
    });
  }
  // The next ids, in pieces with turns for signals in between.
  bool fill(column_bytes* to, std::size_t count) noexcept {
    constexpr std::size_t at_once = std::size_t{1} << 17;
    std::size_t made = 0;
    const auto piece = [&] {
      column_bytes* const rest = to + made * of.layout().bytes();
      const std::size_t size = std::min(count - made, at_once);
      const without_gil paused(!pooled);
      const filled some = pooled ? pooled->fill(rest, size) : (*ids)->fill(rest, size);
      made += some.count;
      return some.count != 0 ? fault::none : some.why;
    };
    while (made < count) {
      if (!waiting(piece)) return false;
      // What is whole is given: the signal has its turn after the call.
      if (made < count && PyErr_CheckSignals() != 0) return false;
    }
    return true;
  }
  std::int64_t ahead() noexcept { return pooled ? pooled->ahead() : (*ids)->ahead(); }

 private:
  [[nodiscard]] bool waits_for(fault why) const noexcept {
    switch (why) {
      case fault::no_node:
      case fault::unavailable:
        return pooled && pooled->is_open();
      case fault::tail_overflow:
        return policy.overflow == on_overflow::wait;
      case fault::clock_back:
        return policy.clock_back == on_clock_back::wait;
      default:
        return false;
    }
  }
  // Attempts until there is no fault, or the policy waits no longer. A pool's attempts keep the GIL.
  template <class Attempt>
  bool waiting(Attempt attempt) noexcept {
    constexpr std::int64_t pause_us = 100;
    for (std::int64_t waited_us = 0;;) {
      const fault why = attempt();
      if (why == fault::none) return true;
      if (waited_us / 1'000 >= policy.max_wait_ms || !waits_for(why)) {
        raise(state_of(&head.object), why, of.name());
        return false;
      }
      if (PyErr_CheckSignals() != 0) return false;
      const without_gil paused;
      waited_us += system_clock::pause(pause_us);
    }
  }
};
generator_object& generator_of(PyObject* self) noexcept { return *reinterpret_cast<generator_object*>(self); }

// --- arguments ---------------------------------------------------------------------------------------------

bool take_sequence(const module_state& state, format f, PyObject* given, sequence_start& sequence) {
  if (!take_choice(given, "sequence", sequence_start::carry_on, sequence)) return false;
  if (sequence == sequence_start::zero || f.layout().has(role::sequence)) return true;
  raise(state, error{reason::range, 0, 0, 0}, f.name(), message_of_no_option("sequence", f.name()));
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
  raise(state, error{reason::prefix, 0, 0, 0}, f.name(), message_of_no_option("prefix", f.name()));
  return false;
}

}  // namespace

bool take_epoch(const module_state& state, format f, PyObject* given, std::optional<std::int64_t>& epoch) {
  if (given == nullptr || Py_IsNone(given)) return true;
  std::int64_t own = 0;
  if (!to_unix_ms(state, f, given, own)) return false;
  epoch = own;
  if (f.layout().timed()) return true;
  raise(state, error{reason::range, 0, 0, 0}, f.name(), message_of_no_option("epoch", f.name()));
  return false;
}

namespace {

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

bool given(PyObject* option) noexcept { return option != nullptr && !Py_IsNone(option); }

struct sources {
  chosen_clock clock;
  chosen_entropy entropy;
};
bool take_sources(const module_state& state, format f, PyObject* offset_ms, PyObject* clock, PyObject* seed,
                  sources& from) {
  std::optional<std::int64_t> offset, stands_at;
  std::optional<std::uint64_t> start;
  bool offset_fits = false, seed_fits = false;
  if (!take_number(offset_ms, "offset_ms", offset, offset_fits) ||
      !take_number(seed, "seed", start, seed_fits))
    return false;
  constexpr std::int64_t most_ms = std::int64_t{1} << 48;  // with it no instant of any format overflows
  if (!offset_fits || !seed_fits || offset.value_or(0) > most_ms || offset.value_or(0) < -most_ms) {
    PyErr_SetString(PyExc_ValueError, "offset_ms is within 2**48 either way, a seed from 0 to 2**64 - 1");
    return false;
  }
  if (given(clock) && !to_unix_ms(state, f, clock, stands_at.emplace())) return false;
  from = {{stands_at, offset.value_or(0)}, chosen_entropy(start)};
  return true;
}

PyObject* over_pool(PyTypeObject* type, format f, PyObject* pool, bool with_node, bool with_file,
                    const generator_options& options, const type_prefix& prefix, const policies& policy) {
  if (with_node || with_file)
    return PyErr_Format(PyExc_ValueError, "pool and %s: %s", with_node ? "node" : "order_file",
                        with_node ? "the pool gives the number" : "a generator has one order");
  auto state = pool_of(state_of(type), pool);
  if (state == nullptr) return nullptr;
  auto ids = std::make_unique<pooled_generator>(std::move(state));
  if (const auto rejected = ids->begin(f, options, impatient(policy))) {
    if (rejected->why == no_generator::cause::option) return raise(state_of(type), f, *rejected, nullptr);
    return PyErr_Format(PyExc_ValueError, "pool: %s", rejected->what);
  }
  void* const self = PyObject_Malloc(sizeof(generator_object));
  if (self == nullptr) return PyErr_NoMemory();
  new (self) generator_object{{}, f, prefix, policy, false, nullptr, std::move(ids)};
  return PyObject_Init(static_cast<PyObject*>(self), type);
}

PyObject* create(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  const auto& state = state_of(type);
  PyObject *kind = nullptr, *prefix = nullptr, *extension = nullptr, *node = nullptr, *step_bytes = nullptr,
           *sequence = nullptr, *epoch = nullptr, *overflow = nullptr, *clock_back = nullptr,
           *max_wait_ms = nullptr, *order_file = nullptr, *pool = nullptr, *offset_ms = nullptr,
           *clock = nullptr, *seed = nullptr;
  const char* names[] = {"kind",      "prefix",      "extension",     "node",        "step_bytes", "sequence",
                         "epoch",     "on_overflow", "on_clock_back", "max_wait_ms", "order_file", "pool",
                         "offset_ms", "clock",       "seed",          nullptr};
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "O|$OOOOOOOOOOOOOO", const_cast<char**>(names), &kind,
                                  &prefix, &extension, &node, &step_bytes, &sequence, &epoch, &overflow,
                                  &clock_back, &max_wait_ms, &order_file, &pool, &offset_ms, &clock,
                                  &seed) == 0)
    return guess_call(reinterpret_cast<PyObject*>(type), "__new__", arguments, keywords);
  const auto f = format_of_class(state, kind);
  if (!f) return nullptr;
  const layout& l = f->layout();
  if (!l.generated) {
    PyErr_Format(PyExc_ValueError, "%s ids are parsed and never made; %s ids are",
                 std::string(l.name).c_str(), uuidv7_layout.class_name.data());
    return nullptr;
  }
  const bool pooled = given(pool);
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
      !take_choice(clock_back, "on_clock_back", pooled ? on_clock_back::take_another : on_clock_back::fail,
                   policy.clock_back) ||
      !take_max_wait(max_wait_ms, policy.max_wait_ms))
    return nullptr;
  sources from;
  if (!take_sources(state, *f, offset_ms, clock, seed, from)) return nullptr;
  if (pooled && (given(offset_ms) || given(clock) || given(seed)))
    return PyErr_Format(PyExc_ValueError,
                        "pool and offset_ms, clock, seed: a pool's numbers are for the present");
  if (pooled) return over_pool(type, *f, pool, given(node), given(order_file), options, own_prefix, policy);
  owned path;
  if (given(order_file)) {
    PyObject* encoded = nullptr;
    if (PyUnicode_FSConverter(order_file, &encoded) == 0) return nullptr;
    path = owned(encoded);
  }
  auto ids = std::make_unique<shared_generator>();
  std::optional<no_generator> rejected;
  if (path) {
    // Another process may be holding the file's lock.
    auto opened = wait_for([f = *f, options, policy = impatient(policy), from,
                            file = std::string(PyBytes_AsString(path.get()))](const std::atomic<bool>&) {
      auto made = std::make_unique<shared_generator>();
      auto why = made->emplace<host_scopes>(f, options, policy, from.clock, from.entropy, file.c_str());
      return std::pair(std::move(made), why);
    });
    if (!opened) return nullptr;
    std::tie(ids, rejected) = std::move(*opened);
  } else {
    rejected = ids->emplace<process_scopes>(*f, options, impatient(policy), from.clock, from.entropy);
  }
  if (rejected) return raise(state, *f, *rejected, order_file);
  void* const self = PyObject_Malloc(sizeof(generator_object));
  if (self == nullptr) return PyErr_NoMemory();
  new (self) generator_object{{}, *f, own_prefix, policy, static_cast<bool>(path), std::move(ids), nullptr};
  return PyObject_Init(static_cast<PyObject*>(self), type);
}

void destroy(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  clear_weak_references(self);
  std::destroy_at(&generator_of(self));
  PyObject_Free(self);
  Py_DECREF(type);
}

// --- new ids -----------------------------------------------------------------------------------------------

PyObject* next(PyObject* self) {
  generator_object& from = generator_of(self);
  uint128 value;
  return from.next(value) ? make(state_of(self), from.of, {value, from.prefix.view()}) : nullptr;
}
PyObject* next_method(PyObject* self, PyObject*) { return next(self); }

// As the generators of other libraries are functions.
PyObject* call(PyObject* self, PyObject* arguments, PyObject* keywords) {
  if (PyTuple_Size(arguments) == 0 && keywords == nullptr) return next(self);
  return PyErr_Format(PyExc_TypeError, "a generator is called without arguments; many(count) makes as many");
}

PyObject* many(PyObject* self, PyObject* wanted) {
  Py_ssize_t count = PyNumber_AsSsize_t(wanted, PyExc_OverflowError);
  if (count < 0) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a number of ids is not negative");
    return nullptr;
  }
  generator_object& from = generator_of(self);
  const auto& state = state_of(self);
  const layout& l = from.of.layout();
  owned list(PyList_New(0));
  constexpr Py_ssize_t at_once = 4096;
  std::vector<std::uint64_t> block(static_cast<std::size_t>(std::min(count, at_once)) * l.bytes() / 8);
  auto* const ids = reinterpret_cast<column_bytes*>(block.data());
  for (; list && count > 0; count -= at_once) {
    const auto size = static_cast<std::size_t>(std::min(count, at_once));
    if (PyErr_CheckSignals() != 0 || !from.fill(ids, size)) return nullptr;
    for (std::size_t i = 0; i < size; ++i) {
      const owned id(make(state, from.of, {batch::value_in(l, ids, i), from.prefix.view()}));
      if (!id || PyList_Append(list.get(), id.get()) < 0) return nullptr;
    }
  }
  return list.release();
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
  const bool filled = from.fill(static_cast<column_bytes*>(ids.data()), ids.size() / size);
  return filled ? new_reference(Py_None) : nullptr;
}

PyObject* get_ahead(PyObject* self, void*) { return PyLong_FromLongLong(generator_of(self).ahead()); }
PyObject* get_prefix(PyObject* self, void*) { return to_str(generator_of(self).prefix.view()); }
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
     "Makes count new ids, one greater than the other, and returns them as a list. Many together cost\n"
     "less than one by one.\n\n"
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
    {"prefix", get_prefix, nullptr, "The type prefix of the ids; empty without one.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
const std::string parameters =
    "kind, *, prefix=None, extension=None, node=None, step_bytes=None, sequence='" +
    std::string(name_of(sequence_start::zero)) + "', epoch=None, on_overflow='" +
    std::string(name_of(policies{}.overflow)) + "', on_clock_back='" +
    std::string(name_of(policies{}.clock_back)) + "', max_wait_ms=" + std::to_string(policies{}.max_wait_ms) +
    ", order_file=None, pool=None, offset_ms=0, clock=None, seed=None";
const std::string doc =
    signature("Generator", parameters) +
    wrapped(
        "Makes new ids of one class, in one order for all threads of the process.\n\n"
        "kind is the class of the ids, or the format's name. An option that the format does not have is an "
        "IdError.\n\n"
        "prefix is the type prefix of TypeIDs.\n"
        "extension is the caller's own number in each EUID.\n"
        "node tells machines or processes apart, in a format with a field for it; 0 unless given. Where it "
        "alone keeps "
        "ids apart, a node, a pool or an order_file has to be given.\n"
        "step_bytes is the size of the random step between two ids of a millisecond; 0 for a step of 1.\n"
        "sequence says where the sequence of a millisecond begins: at 'zero', at 'random', or, for "
        "'carry_on', "
        "one above the last id's.\n"
        "epoch replaces the format's epoch: an instant, as for new_at.\n"
        "on_overflow says what happens when a millisecond has no id left: 'fail', 'wait' for the clock, or "
        "'run_ahead' of it.\n"
        "on_clock_back says what happens when the clock goes back: 'hold' the last timestamp, 'wait' until "
        "the "
        "clock has caught up, or 'fail'.\n"
        "max_wait_ms limits how long one id may wait.\n"
        "order_file is the path of a file; all processes of the host that open it share one order.\n"
        "pool is a NodePool, which gives the node; 'take_another' is then an on_clock_back too: another node "
        "instead of the one whose clock went back.\n"
        "offset_ms is added to the clock: the ids are those of another time, in order.\n"
        "clock and seed are for tests alone: an instant at which the clock stands, and what the random bits "
        "are "
        "made of instead of the system's. Equal ones make equal ids.");
PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>(doc.c_str())},
    {Py_tp_new, slot(create)},
    {Py_tp_dealloc, slot(destroy)},
    {Py_tp_getattro, slot(get_or_guess)},
    {Py_tp_call, slot(call)},
    {Py_tp_iter, slot(itself)},
    {Py_tp_iternext, slot(next)},
    {Py_tp_members, members_of_head},
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
