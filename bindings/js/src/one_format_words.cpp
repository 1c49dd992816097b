// The words of one format's module, compiled for size.
#include "one_format.hpp"
#include "sortid/fault.hpp"

using namespace sortid;
using namespace sortid::js;

// Of the last error.
SORTID_JS_EXPORT(word_of_reason) outcome word_of_reason() { return put(name_of(shared.why.why)); }
SORTID_JS_EXPORT(word_of_fault) outcome word_of_fault(fault why) { return put(name_of(why)); }
