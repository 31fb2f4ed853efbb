#include <string>

#include "runtime/ground/value/coerce.h"
#include "stdlib/functions/hcat/hcat.fn.h"

std::int32_t hpdl_fn_hcat_exists(hpdl_eval* eval, const hpdl_value* args, hpdl_value*) {
  return eval->Fail("hcat:exists(\"" + std::string(hpdl::rt::CoerceToString(eval, args[0])) +
                    "\"): hpdl has no HCatalog client, so partitions cannot be looked up");
}
