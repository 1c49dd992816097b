// What a server passes to the functions that it loads, as MariaDB and MySQL lay it out since 5.0. (The
// client's header, which Debian has, gives max_length fewer bits than the server.)
#pragma once

extern "C" {

enum Item_result { STRING_RESULT = 0, REAL_RESULT, INT_RESULT, ROW_RESULT, DECIMAL_RESULT };

struct UDF_ARGS {
  unsigned arg_count;
  Item_result* arg_type;
  char** args;  // in NAME_init those of constants; nullptr is NULL. An integer is a long long
  unsigned long* lengths;
  char* maybe_null;
  char** attributes;
  unsigned long* attribute_lengths;
  void* extension;
};

struct UDF_INIT {
  bool maybe_null;
  unsigned decimals;
  unsigned long max_length;
  char* ptr;  // the function's own
  bool const_item;
  void* extension;
};
}
