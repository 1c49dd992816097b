// Arrow arrays made by hand, in memory of their very size, so that a sanitizer sees what is read past an end.
// Each counts how often it is released.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sortid/arrow.hpp"

namespace sortid_test {

// A buffer of bytes at an address of its own, or none.
using arrow_buffer = std::optional<std::string>;

// What of an array is not derived from its buffers.
struct arrow_counts {
  std::int64_t length = 0;
  std::int64_t null_count = -1;
  std::int64_t offset = 0;
};

class arrow_array {
 public:
  static inline int live = 0;  // of all arrays, those that are not released yet

  // The memory of an array, which it frees when it is released.
  static ArrowArray make(const arrow_counts& counts, const std::vector<arrow_buffer>& buffers,
                         std::unique_ptr<ArrowArray> dictionary = nullptr) {
    auto* const own = new owned;
    for (const arrow_buffer& buffer : buffers) {
      own->memory.push_back(buffer ? std::make_unique<char[]>(buffer->size()) : nullptr);
      if (buffer) std::memcpy(own->memory.back().get(), buffer->data(), buffer->size());
      own->pointers.push_back(own->memory.back().get());
    }
    own->dictionary = std::move(dictionary);
    ++live;
    return {counts.length,
            counts.null_count,
            counts.offset,
            static_cast<std::int64_t>(buffers.size()),
            0,
            own->pointers.data(),
            nullptr,
            own->dictionary.get(),
            [](ArrowArray* array) {
              auto* const mine = static_cast<owned*>(array->private_data);
              if (mine->dictionary != nullptr && mine->dictionary->release != nullptr)
                mine->dictionary->release(mine->dictionary.get());
              delete mine;
              array->release = nullptr;
              --live;
            },
            own};
  }

 private:
  struct owned {
    std::vector<std::unique_ptr<char[]>> memory;
    std::vector<const void*> pointers;
    std::unique_ptr<ArrowArray> dictionary;
  };
};

inline ArrowSchema arrow_type(const char* format, ArrowSchema* dictionary = nullptr) {
  return {format, "",      nullptr,    ARROW_FLAG_NULLABLE,
          0,      nullptr, dictionary, [](ArrowSchema* schema) { schema->release = nullptr; },
          nullptr};
}

template <class Number>
void append_number(std::string& to, Number number) {
  to.append(reinterpret_cast<const char*>(&number), sizeof number);
}

using arrow_rows = std::vector<std::optional<std::string>>;

inline arrow_buffer validity_of(const arrow_rows& rows, std::size_t offset) {
  std::string bits((rows.size() + offset + 7) / 8, '\0');
  bool any = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    any = any || !rows[i];
    if (rows[i]) bits[(i + offset) / 8] = static_cast<char>(bits[(i + offset) / 8] | 1 << ((i + offset) % 8));
  }
  return any ? arrow_buffer(bits) : std::nullopt;
}

// The rows as an array of the type: u U vu z Z vz, w:16, l, L; `offset` rows of something else stand before
// them.
inline ArrowArray array_of(const std::string& format, const arrow_rows& rows, std::size_t offset = 0) {
  std::string values, data;
  arrow_rows all(offset, std::string("before"));
  all.insert(all.end(), rows.begin(), rows.end());
  const arrow_counts counts{static_cast<std::int64_t>(rows.size()), -1, static_cast<std::int64_t>(offset)};
  const arrow_buffer validity = validity_of(rows, offset);
  const bool wide = format == "U" || format == "Z";
  const bool views = format[0] == 'v';
  const bool fixed = format[0] == 'w' || format == "l" || format == "L";
  const auto put_offset = [&] {
    if (wide) append_number(values, static_cast<std::int64_t>(data.size()));
    if (!wide) append_number(values, static_cast<std::int32_t>(data.size()));
  };
  if (!views && !fixed) put_offset();
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string row = all[i].value_or(std::string());
    if (fixed) {
      row.resize(format[0] == 'w' ? 16 : 8);
      values += row;
    } else if (views) {
      append_number(values, static_cast<std::int32_t>(row.size()));
      if (row.size() <= 12) {
        row.resize(12);
        values += row;
      } else {
        values += row.substr(0, 4);
        append_number(values, std::int32_t{0});
        append_number(values, static_cast<std::int32_t>(data.size()));
        data += row;
      }
    } else {
      data += row;
      put_offset();
    }
  }
  std::vector<arrow_buffer> buffers{validity, values};
  if (!fixed) buffers.emplace_back(data);
  if (views) {
    std::string sizes;
    append_number(sizes, static_cast<std::int64_t>(data.size()));
    buffers.emplace_back(sizes);
  }
  return arrow_array::make(counts, buffers);
}

// The rows of an array of the type, which is one that sortid makes.
inline arrow_rows rows_of(const std::string& format, const ArrowArray& array) {
  arrow_rows rows;
  const auto at = [](const void* from, std::size_t index, auto number) {
    std::memcpy(&number, static_cast<const char*>(from) + index * sizeof number, sizeof number);
    return number;
  };
  const auto* const validity = static_cast<const unsigned char*>(array.buffers[0]);
  const auto* const values = static_cast<const char*>(array.buffers[1]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(array.length); ++i) {
    const auto text = [&](std::int64_t from, std::int64_t to) {
      return std::string(static_cast<const char*>(array.buffers[2]) + from,
                         static_cast<std::size_t>(to - from));
    };
    if (validity != nullptr && (validity[i / 8] >> (i % 8) & 1) == 0) {
      rows.emplace_back();
    } else if (format == "u") {
      rows.emplace_back(text(at(values, i, std::int32_t{}), at(values, i + 1, std::int32_t{})));
    } else if (format == "U") {
      rows.emplace_back(text(at(values, i, std::int64_t{}), at(values, i + 1, std::int64_t{})));
    } else if (format == "vu") {
      const auto size = static_cast<std::size_t>(at(values, 4 * i, std::int32_t{}));
      const auto buffer = static_cast<std::size_t>(at(values, 4 * i + 2, std::int32_t{}));
      rows.emplace_back(size <= 12 ? std::string(values + 16 * i + 4, size)
                                   : std::string(static_cast<const char*>(array.buffers[2 + buffer]) +
                                                     at(values, 4 * i + 3, std::int32_t{}),
                                                 size));
    } else if (format == "b") {
      rows.emplace_back((static_cast<unsigned char>(values[i / 8]) >> (i % 8) & 1) != 0 ? "true" : "false");
    } else {
      const std::size_t size = format[0] == 'w' ? 16 : 8;
      rows.emplace_back(std::string(values + i * size, size));
    }
  }
  return rows;
}

}  // namespace sortid_test
