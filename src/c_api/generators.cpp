// The generators of sortid.h: one class for each scope around those of the C++ headers.
#include <cstring>
#include <new>
#include <span>
#include <type_traits>

#include "c_api.hpp"
#include "sortid/ordered_generator.hpp"

// What the scopes have in common. Values go out by reference, without the prefix.
struct sortid_generator {
  sortid_generator(sortid_format format, std::string_view prefix, std::size_t width) noexcept : bytes(width) {
    sortid::c_api::store({}, format, prefix, empty);
  }
  virtual ~sortid_generator() = default;
  sortid_generator(const sortid_generator&) = delete;
  sortid_generator& operator=(const sortid_generator&) = delete;

  virtual sortid_status next(sortid::uint128& value) noexcept = 0;
  virtual sortid::filled fill(void* ids, std::size_t count) noexcept = 0;
  virtual std::int64_t ahead() noexcept = 0;
  // Where a generator is its caller's own.
  virtual sortid_status next_at(std::int64_t, sortid::uint128&) noexcept { return SORTID_UNSUPPORTED; }
  virtual sortid_status random(sortid::uint128&) noexcept { return SORTID_UNSUPPORTED; }
  virtual sortid_status random_at(std::int64_t, sortid::uint128&) noexcept { return SORTID_UNSUPPORTED; }
  [[nodiscard]] virtual bool draws_many() const noexcept { return false; }
  virtual sortid::filled fill_random(void*, std::size_t) noexcept { return {}; }

  sortid_id empty;          // what every id begins as
  const std::size_t bytes;  // of an id in an array
};

namespace sortid::c_api {

namespace {

// The caller's, or the system's.
class any_clock {
 public:
  explicit any_clock(const sortid_sources& from) noexcept : from_(from) {}
  [[nodiscard]] std::int64_t now() noexcept {
    return from_.now != nullptr ? from_.now(from_.context) : system_clock::now();
  }
  // One that stood still would be waited for without an end, so it counts as what was asked for.
  std::int64_t pause(std::int64_t us) noexcept {
    if (from_.pause == nullptr) return system_clock::pause(us);
    const std::int64_t gone = from_.pause(from_.context, us);
    return gone > 0 ? gone : us;
  }

 private:
  sortid_sources from_;
};

class any_entropy {
 public:
  explicit any_entropy(const sortid_sources& from) noexcept : from_(from) {}
  [[nodiscard]] bool fill(void* to, std::size_t size) noexcept {
    return from_.fill != nullptr ? from_.fill(from_.context, to, size) == 1 : system_entropy::fill(to, size);
  }
  [[nodiscard]] static std::uint64_t fork_count() noexcept { return system_entropy::fork_count(); }

 private:
  sortid_sources from_;
};

template <any_id Item>
sortid_status answer(const result<Item, fault>& id, uint128& value) noexcept {
  if (!id) return status_of(id.error());
  value = uint128(id->number());
  return SORTID_OK;
}

// What every scope does, by a generator of the C++ headers.
template <any_id Item, class Generator>
class generator_of : public sortid_generator {
 public:
  template <class... Arguments>
  generator_of(sortid_format format, std::string_view prefix, Arguments&&... arguments) noexcept
      : sortid_generator(format, prefix, sizeof(Item)), source_(static_cast<Arguments&&>(arguments)...) {}

  sortid_status next(uint128& value) noexcept override { return answer(source_.next(), value); }
  filled fill(void* ids, std::size_t count) noexcept override { return source_.fill(span_of(ids, count)); }
  std::int64_t ahead() noexcept override { return source_.ahead(); }

 protected:
  static std::span<Item> span_of(void* ids, std::size_t count) noexcept {
    return {static_cast<Item*>(ids), count};
  }
  Generator source_;
};

template <any_id Item>
class own_generator : public generator_of<Item, generator<Item, any_clock, any_entropy>> {
  using base = generator_of<Item, generator<Item, any_clock, any_entropy>>;

 public:
  using base::base;

  sortid_status next_at(std::int64_t unix_ms, uint128& value) noexcept override {
    return answer(this->source_.next_at(unix_ms), value);
  }
};

// For the formats with something random in their ids. A draw of the others would be one of few and soon come twice.
template <any_id Item>
class drawing_generator : public own_generator<Item> {
 public:
  using own_generator<Item>::own_generator;

  sortid_status random(uint128& value) noexcept override { return answer(this->source_.random(), value); }
  sortid_status random_at(std::int64_t unix_ms, uint128& value) noexcept override {
    return answer(this->source_.random_at(unix_ms), value);
  }
  [[nodiscard]] bool draws_many() const noexcept override { return true; }
  filled fill_random(void* ids, std::size_t count) noexcept override {
    return this->source_.fill_random(this->span_of(ids, count));
  }
};

template <any_id Item>
using owned = std::conditional_t<Item::layout().drawn(), drawing_generator<Item>, own_generator<Item>>;

// An order that is shared needs a word that is replaced as a whole, which not every processor has in 16 bytes.
template <class Word>
concept shared_word = requires {
  sizeof(detail::atomic_word<Word>);
};

#if !defined(__EMSCRIPTEN__)
constexpr bool has_order_files = true;
#else
constexpr bool has_order_files = false;
#endif

constexpr std::uint32_t every_given = SORTID_GIVEN_EXTENSION | SORTID_GIVEN_NODE | SORTID_GIVEN_STEP_BYTES |
                                      SORTID_GIVEN_EPOCH | SORTID_GIVEN_MAX_WAIT;

static_assert(static_cast<int>(on_overflow::fail) == SORTID_OVERFLOW_FAILS &&
              static_cast<int>(on_overflow::wait) == SORTID_OVERFLOW_WAITS &&
              static_cast<int>(on_overflow::run_ahead) == SORTID_OVERFLOW_RUNS_AHEAD);
static_assert(static_cast<int>(on_clock_back::hold) == SORTID_CLOCK_BACK_HOLDS &&
              static_cast<int>(on_clock_back::wait) == SORTID_CLOCK_BACK_WAITS &&
              static_cast<int>(on_clock_back::fail) == SORTID_CLOCK_BACK_FAILS);

// The caller's options, as this library knows them. Those of a later library must be zeros.
sortid_status read_options(const sortid_generator_options* given, sortid_generator_options& to,
                           sortid_error* error) noexcept {
  if (given == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  const std::size_t size = given->struct_size;
  constexpr std::size_t most = 4096;
  if (size < sizeof to || size > most) return refuse(error, SORTID_BAD_SIZE, 0, "struct_size");
  std::memcpy(&to, given, sizeof to);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t i = sizeof to; i < size; ++i) {
    if (bytes[i] != 0) return refuse(error, SORTID_UNSUPPORTED, 0, "an option of a later version");
  }
  if (to.scope < SORTID_SCOPE_OWN || to.scope > SORTID_SCOPE_HOST)
    return refuse(error, SORTID_BAD_OPTION, 0, "scope");
  if (to.on_overflow < SORTID_OVERFLOW_FAILS || to.on_overflow > SORTID_OVERFLOW_RUNS_AHEAD)
    return refuse(error, SORTID_BAD_OPTION, 0, "on_overflow");
  if (to.on_clock_back < SORTID_CLOCK_BACK_HOLDS || to.on_clock_back > SORTID_CLOCK_BACK_FAILS)
    return refuse(error, SORTID_BAD_OPTION, 0, "on_clock_back");
  if ((to.given & ~every_given) != 0) return refuse(error, SORTID_BAD_OPTION, 0, "given");
  if ((to.given & SORTID_GIVEN_MAX_WAIT) != 0 && to.max_wait_ms < 0)
    return refuse(error, SORTID_BAD_OPTION, 0, "max_wait_ms");
  if (to.scope == SORTID_SCOPE_HOST && to.order_file == nullptr)
    return refuse(error, SORTID_NULL_ARGUMENT, 0, "order_file");
  if (to.scope != SORTID_SCOPE_HOST && to.order_file != nullptr)
    return refuse(error, SORTID_BAD_OPTION, 0, "order_file is for SORTID_SCOPE_HOST");
  return SORTID_OK;
}

policies policies_of(const sortid_generator_options& given) noexcept {
  policies p;
  p.overflow = static_cast<on_overflow>(given.on_overflow);
  p.clock_back = static_cast<on_clock_back>(given.on_clock_back);
  if ((given.given & SORTID_GIVEN_MAX_WAIT) != 0) p.max_wait_ms = given.max_wait_ms;
  return p;
}

result<generator_options> mint_options_of(const sortid_generator_options& given) noexcept {
  generator_options options;
  if ((given.given & SORTID_GIVEN_EXTENSION) != 0) {
    if (given.extension > UINT16_MAX) return error{reason::range, 0, 0, given.extension};
    options.extension = static_cast<std::uint16_t>(given.extension);
  }
  if ((given.given & SORTID_GIVEN_NODE) != 0) options.node = given.node;
  if ((given.given & SORTID_GIVEN_STEP_BYTES) != 0) options.step_bytes = given.step_bytes;
  if ((given.given & SORTID_GIVEN_EPOCH) != 0) options.epoch = given.epoch;
  if (given.prefix != nullptr) {
    const auto prefix = type_prefix::parse(given.prefix);
    if (!prefix) return prefix.error();
    options.prefix = *prefix;
  }
  return options;
}

// What a generator is made from.
template <any_id Item>
struct ingredients {
  sortid_format format;
  type_prefix prefix;
  generator_plan<Item> plan;
  policies policy;
  sortid_sources sources;
  const char* order_file;
};

template <class Made>
sortid_status hand_over(Made* made, sortid_format format, sortid_generator** to,
                        sortid_error* error) noexcept {
  if (made == nullptr) return refuse(error, SORTID_NO_MEMORY, format);
  *to = made;
  return succeed(error);
}

template <any_id Item>
sortid_status make_own(const ingredients<Item>& from, sortid_generator** to, sortid_error* error) noexcept {
  return hand_over(new (std::nothrow) owned<Item>(from.format, from.prefix.view(), from.plan, from.policy,
                                                  any_clock(from.sources), any_entropy(from.sources)),
                   from.format, to, error);
}

template <any_id Item>
sortid_status make_for_process(const ingredients<Item>& from, sortid_generator** to,
                               sortid_error* error) noexcept {
  if constexpr (shared_word<typename Item::value_type>) {
    using made = generator_of<Item, process_generator<Item, any_clock, any_entropy>>;
    return hand_over(new (std::nothrow) made(from.format, from.prefix.view(), from.plan, from.policy,
                                             any_clock(from.sources), any_entropy(from.sources)),
                     from.format, to, error);
  } else {
    return refuse(error, SORTID_UNSUPPORTED, from.format, "no order of 128 bits is shared on this processor");
  }
}

template <any_id Item>
sortid_status make_for_host(const ingredients<Item>& from, sortid_generator** to,
                            sortid_error* error) noexcept {
  if constexpr (!Item::layout().ordered()) {
    return refuse(error, SORTID_UNSUPPORTED, from.format, "the format has no order");
  } else if constexpr (!has_order_files || !shared_word<typename Item::value_type>) {
    return refuse(error, SORTID_UNSUPPORTED, from.format, "no order is shared by processes here");
  } else {
    using source = host_generator<Item, any_clock, any_entropy>;
    auto opened = source::open(from.order_file, from.plan, from.policy, any_clock(from.sources),
                               any_entropy(from.sources));
    if (!opened) {
      return refuse(error, SORTID_STORAGE, from.format, opened.error().what,
                    static_cast<std::uint32_t>(opened.error().system_error));
    }
    return hand_over(new (std::nothrow) generator_of<Item, source>(from.format, from.prefix.view(),
                                                                   static_cast<source&&>(*opened)),
                     from.format, to, error);
  }
}

template <any_id Item>
sortid_status make(const sortid_generator_options& given, sortid_generator** to,
                   sortid_error* error) noexcept {
  const auto options = mint_options_of(given);
  if (!options) return refuse(error, options.error(), given.format);
  const auto plan = generator_plan<Item>::make(*options);
  if (!plan) return refuse(error, plan.error(), given.format);
  const ingredients<Item> from{given.format,
                               options->prefix,
                               *plan,
                               policies_of(given),
                               given.sources != nullptr ? *given.sources : sortid_sources{},
                               given.order_file};
  switch (given.scope) {
    case SORTID_SCOPE_PROCESS:
      return make_for_process(from, to, error);
    case SORTID_SCOPE_HOST:
      return make_for_host(from, to, error);
    default:
      return make_own(from, to, error);
  }
}

// One id by the generator's function of that kind.
template <class Make>
sortid_status one(sortid_generator* generator, sortid_id* id, sortid_error* error, Make make) noexcept {
  if (generator == nullptr || id == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  uint128 value;
  const sortid_status status = make(value);
  if (status != SORTID_OK) return refuse(error, status, generator->empty.format);
  *id = generator->empty;
  id->hi = value.hi;
  id->lo = value.lo;
  return succeed(error);
}

template <class Fill>
sortid_status many(sortid_generator* generator, void* ids, std::size_t count, std::size_t* made,
                   sortid_error* error, Fill fill) noexcept {
  if (made != nullptr) *made = 0;
  if (generator == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  if (const sortid_status why = check_ids(ids, count, generator->bytes); why != SORTID_OK)
    return refuse(error, why, generator->empty.format);
  const filled end = fill();
  if (made != nullptr) *made = end.count;
  if (end.why != fault::none) return refuse(error, status_of(end.why), generator->empty.format);
  return succeed(error);
}

}  // namespace

}  // namespace sortid::c_api

using namespace sortid::c_api;

sortid_status sortid_new(sortid_format format, sortid_id* id, sortid_error* error) noexcept {
  if (id == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  return with_format(format, error, [&]<class Id>(std::type_identity<Id>) -> sortid_status {
    if constexpr (Id::layout().generated) {
      const auto made = sortid::new_id<unprefixed<Id>>();
      if (!made) return refuse(error, status_of(made.error()), format);
      store(sortid::uint128(made->number()), format, {}, *id);
      return succeed(error);
    } else {
      return refuse(error, SORTID_UNSUPPORTED, format);
    }
  });
}

sortid_status sortid_generator_create(const sortid_generator_options* options, sortid_generator** generator,
                                      sortid_error* error) noexcept {
  if (generator == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  *generator = nullptr;
  sortid_generator_options given;
  if (const sortid_status why = read_options(options, given, error); why != SORTID_OK) return why;
  return with_format(given.format, error, [&]<class Id>(std::type_identity<Id>) -> sortid_status {
    if constexpr (Id::layout().generated) {
      return make<unprefixed<Id>>(given, generator, error);
    } else {
      return refuse(error, SORTID_UNSUPPORTED, given.format);
    }
  });
}

void sortid_generator_destroy(sortid_generator* generator) noexcept { delete generator; }

sortid_status sortid_generator_next(sortid_generator* generator, sortid_id* id,
                                    sortid_error* error) noexcept {
  return one(generator, id, error, [&](sortid::uint128& value) { return generator->next(value); });
}

sortid_status sortid_generator_fill(sortid_generator* generator, void* ids, std::size_t count,
                                    std::size_t* made, sortid_error* error) noexcept {
  return many(generator, ids, count, made, error, [&] { return generator->fill(ids, count); });
}

sortid_status sortid_generator_next_at(sortid_generator* generator, std::int64_t unix_ms, sortid_id* id,
                                       sortid_error* error) noexcept {
  return one(generator, id, error,
             [&](sortid::uint128& value) { return generator->next_at(unix_ms, value); });
}

sortid_status sortid_generator_random(sortid_generator* generator, sortid_id* id,
                                      sortid_error* error) noexcept {
  return one(generator, id, error, [&](sortid::uint128& value) { return generator->random(value); });
}

sortid_status sortid_generator_random_at(sortid_generator* generator, std::int64_t unix_ms, sortid_id* id,
                                         sortid_error* error) noexcept {
  return one(generator, id, error,
             [&](sortid::uint128& value) { return generator->random_at(unix_ms, value); });
}

sortid_status sortid_generator_fill_random(sortid_generator* generator, void* ids, std::size_t count,
                                           std::size_t* made, sortid_error* error) noexcept {
  if (generator != nullptr && !generator->draws_many()) {
    if (made != nullptr) *made = 0;
    return refuse(error, SORTID_UNSUPPORTED, generator->empty.format);
  }
  return many(generator, ids, count, made, error, [&] { return generator->fill_random(ids, count); });
}

sortid_status sortid_generator_ahead(sortid_generator* generator, std::int64_t* ms) noexcept {
  if (generator == nullptr || ms == nullptr) return SORTID_NULL_ARGUMENT;
  *ms = generator->ahead();
  return SORTID_OK;
}
