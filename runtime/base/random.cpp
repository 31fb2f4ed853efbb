#include "runtime/base/random.h"

#include <sys/random.h>

#include <cstdio>

namespace hpdl::rt {

Result<std::string> RandomHex() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) {
    return Error{ErrorClass::kNonTransient, "", "the kernel gives no random bytes"};
  }
  std::string text;
  for (const unsigned char byte : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", byte);
    text += digits;
  }
  return text;
}

}  // namespace hpdl::rt
