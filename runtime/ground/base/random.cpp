#include "runtime/ground/base/random.h"

#include <sys/random.h>

#include "runtime/ground/base/hex.h"

namespace hpdl::rt {

Result<std::string> RandomHex() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) {
    return Error{ErrorClass::kNonTransient, "", "the kernel did not return random bytes"};
  }
  return HexText(bytes);
}

}  // namespace hpdl::rt
