#include <cmath>

#include "sortid/instant.hpp"

#include "ids.hpp"

namespace sortid::python {

bool add_instants(module_state& state) {
  const owned module(PyImport_ImportModule("datetime"));
  if (!module) return false;
  const owned timezone(PyObject_GetAttrString(module.get(), "timezone"));
  const owned timedelta(PyObject_GetAttrString(module.get(), "timedelta"));
  state.datetime = PyObject_GetAttrString(module.get(), "datetime");
  state.date = PyObject_GetAttrString(module.get(), "date");
  if (!timezone || !timedelta || state.datetime == nullptr || state.date == nullptr) return false;
  state.utc = PyObject_GetAttrString(timezone.get(), "utc");
  state.millisecond = PyObject_CallFunction(timedelta.get(), "iii", 0, 0, 1'000);
  if (state.utc == nullptr || state.millisecond == nullptr) return false;
  state.unix_epoch = PyObject_CallFunction(state.datetime, "iiiiiiiO", 1970, 1, 1, 0, 0, 0, 0, state.utc);
  return state.unix_epoch != nullptr;
}

PyObject* to_datetime(const module_state& state, std::int64_t unix_ms, std::string_view format) {
  std::int64_t days = unix_ms / detail::ms_per_day;
  auto ms = static_cast<int>(unix_ms % detail::ms_per_day);
  if (ms < 0) {
    ms += static_cast<int>(detail::ms_per_day);
    --days;
  }
  const detail::civil_date date = detail::civil_from_days(days);
  // The range of datetime.
  if (date.year < 1 || date.year > 9999) {
    const auto what = inline_text<160>()
                          .append("Python's datetime ends with the year 9999; unix_ms has this instant, ")
                          .append(instant_to_text(unix_ms));
    return raise(state, error{reason::range, 0, 0, 0}, format, what.view());
  }
  return PyObject_CallFunction(state.datetime, "iiiiiiiO", static_cast<int>(date.year),
                               static_cast<int>(date.month), static_cast<int>(date.day), ms / 3'600'000,
                               ms / 60'000 % 60, ms / 1'000 % 60, ms % 1'000 * 1'000, state.utc);
}

namespace {

// False with an error set.
bool is_aware(PyObject* datetime) {
  const owned offset(PyObject_CallMethod(datetime, "utcoffset", nullptr));
  if (offset && Py_IsNone(offset.get()))
    PyErr_SetString(PyExc_TypeError,
                    "an instant is an aware datetime, and this datetime is naive: it has no time zone; "
                    "when.astimezone() gives it that of the system");
  return offset && !Py_IsNone(offset.get());
}

// The text of a str, a date or numpy's datetime64, taken as UTC; null for any other type.
owned text_of_instant(const module_state& state, PyObject* when) {
  if (PyUnicode_Check(when) != 0) return owned(new_reference(when));
  const bool is_date = PyObject_IsInstance(when, state.date) == 1;
  const owned type_name(PyType_GetName(Py_TYPE(when)));
  const bool is_numpy = type_name && PyUnicode_CompareWithASCIIString(type_name.get(), "datetime64") == 0;
  owned text(is_date || is_numpy ? PyObject_Str(when) : nullptr);
  const bool has_time =
      is_numpy && text && PyUnicode_FindChar(text.get(), 'T', 0, PyUnicode_GetLength(text.get()), 1) > 3;
  return has_time ? owned(PyUnicode_FromFormat("%UZ", text.get())) : std::move(text);
}

bool read_instant(const module_state& state, format f, PyObject* text, instant& at) {
  text_argument given;
  if (!given.open(text)) return false;
  const auto read = parse_instant(given.view());
  if (read) {
    at = *read;
  } else {
    raise(state, read.error(), f.name(), message_of_instant(read.error(), given.view()));
  }
  return read.has_value();
}

}  // namespace

bool to_instant(const module_state& state, format f, PyObject* when, instant& at) {
  owned number;
  const bool is_number = PyIndex_Check(when) != 0 && !PyBool_Check(when);
  if (is_number) {
    number = owned(PyNumber_Index(when));
  } else if (PyObject_IsInstance(when, state.datetime) == 1) {
    if (!is_aware(when)) return false;
    const owned since(PyNumber_Subtract(when, state.unix_epoch));
    const owned parts(since ? PyNumber_Divmod(since.get(), state.millisecond) : nullptr);
    if (!parts) return false;
    number = owned(new_reference(PyTuple_GetItem(parts.get(), 0)));
    const int rest = PyObject_IsTrue(PyTuple_GetItem(parts.get(), 1));
    if (rest < 0) return false;
    at.is_later = rest != 0;
  } else if (const owned text = text_of_instant(state, when)) {
    return read_instant(state, f, text.get(), at);
  } else if (!PyErr_Occurred()) {
    PyErr_Format(PyExc_TypeError, "an instant is %s, not %R%s", what_instants_are, Py_TYPE(when),
                 PyFloat_Check(when) ? "; from_timestamp takes seconds, as time.time() gives them" : "");
  }
  if (!number) return false;
  int overflow = 0;
  at.unix_ms = PyLong_AsLongLongAndOverflow(number.get(), &overflow);
  if (overflow != 0) at.unix_ms = overflow < 0 ? INT64_MIN : INT64_MAX;  // past every format's time too
  if (at.unix_ms == -1 && PyErr_Occurred()) return false;
  const auto meant = is_number ? instant_of_number(at.unix_ms) : result<std::int64_t>(at.unix_ms);
  if (!meant) raise(state, meant.error(), f.name(), message_of_instant(meant.error(), at.unix_ms));
  return meant.has_value();
}

bool to_unix_ms(const module_state& state, format f, PyObject* when, std::int64_t& unix_ms) {
  instant at;
  const bool read = to_instant(state, f, when, at);
  unix_ms = at.unix_ms;
  return read;
}

bool datetime_to_unix_ms(const module_state& state, format f, PyObject* when, std::int64_t& unix_ms) {
  if (PyObject_IsInstance(when, state.datetime) == 1) return to_unix_ms(state, f, when, unix_ms);
  if (!PyErr_Occurred())
    PyErr_Format(PyExc_TypeError, "an aware datetime is expected, not %R; new_at takes dates and texts too",
                 Py_TYPE(when));
  return false;
}

bool seconds_to_unix_ms(const module_state&, format, PyObject* seconds, std::int64_t& unix_ms) {
  constexpr std::int64_t ms_per_second = 1'000;
  if (PyIndex_Check(seconds) != 0 && !PyBool_Check(seconds)) {
    const owned number(PyNumber_Index(seconds));
    if (!number) return false;
    int overflow = 0;
    const std::int64_t whole = PyLong_AsLongLongAndOverflow(number.get(), &overflow);
    if (whole == -1 && overflow == 0 && PyErr_Occurred()) return false;
    constexpr std::int64_t most = INT64_MAX / ms_per_second;
    if (overflow > 0 || whole > most) {
      unix_ms = INT64_MAX;  // past every format's time too
    } else {
      unix_ms = overflow < 0 || whole < -most ? INT64_MIN : whole * ms_per_second;
    }
    return true;
  }
  if (!PyFloat_Check(seconds)) {
    PyErr_Format(PyExc_TypeError, "Unix seconds are an int or a float, not %R", Py_TYPE(seconds));
    return false;
  }
  const double given = PyFloat_AsDouble(seconds);
  if (!std::isfinite(given)) {
    PyErr_Format(PyExc_ValueError, "Unix seconds are a finite number, not %R", seconds);
    return false;
  }
  // Rounds to microseconds first, as datetime does: the double 1772323200.005 is slightly too small.
  constexpr double most = 9e18;
  const double us = std::nearbyint(given * 1e6);
  unix_ms = us > most    ? INT64_MAX
            : us < -most ? INT64_MIN
                         : instant::of(static_cast<std::int64_t>(us), 1'000).unix_ms;
  return true;
}

PyObject* to_int(uint128 value) {
  if (value.hi == 0) return PyLong_FromUnsignedLongLong(value.lo);
  const owned high(PyLong_FromUnsignedLongLong(value.hi));
  const owned low(PyLong_FromUnsignedLongLong(value.lo));
  const owned bits(PyLong_FromLong(64));
  if (!high || !low || !bits) return nullptr;
  const owned above(PyNumber_Lshift(high.get(), bits.get()));
  return above ? PyNumber_Or(above.get(), low.get()) : nullptr;
}

int_argument::int_argument(PyObject* given) {
  if (PyIndex_Check(given) == 0) {
    PyErr_Format(PyExc_TypeError, "an int is expected, not %R", Py_TYPE(given));
    return;
  }
  number_ = owned(PyNumber_Index(given));
  const owned bits(PyLong_FromLong(64));
  const owned above(number_ && bits ? PyNumber_Rshift(number_.get(), bits.get()) : nullptr);
  const owned zero(PyLong_FromLong(0));
  const int below_zero = above && zero ? PyObject_RichCompareBool(above.get(), zero.get(), Py_LT) : -1;
  if (below_zero < 0) {
    number_ = owned();
    return;
  }
  negative_ = below_zero != 0;
  if (negative_) return;
  value_.hi = PyLong_AsUnsignedLongLong(above.get());
  fits_ = PyErr_Occurred() == nullptr;
  PyErr_Clear();  // more than 128 bits
  value_.lo = PyLong_AsUnsignedLongLongMask(number_.get());
}

}  // namespace sortid::python
