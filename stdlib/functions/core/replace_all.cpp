#include "runtime/ground/regex/replace.h"
#include "runtime/ground/value/arguments.h"
#include "stdlib/functions/core/core.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

std::int32_t hpdl_fn_replace_all(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const std::string text(CoerceToString(eval, args[0]));
  const std::string pattern(CoerceToString(eval, args[1]));
  const Result<std::string> result =
      ReplaceAllMatches(text, pattern, CoerceToString(eval, args[2]));
  if (!result) {
    return eval->Fail("replaceAll: " + result.error().message);
  }
  *out = StringValueCopy(eval, *result);
  return 0;
}
