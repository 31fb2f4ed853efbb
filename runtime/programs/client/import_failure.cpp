#include "runtime/programs/client/import_failure.h"

namespace hpdl::client {

Error Refused(const std::string& why) {
  return UsageFailure(why);
}

bool IsRefusal(const Error& error) {
  const bool by_server =
      error.code.size() > 1 && error.code[0] == 'E' && error.code[1] >= '0' && error.code[1] <= '9';
  return by_server || error.code == Refused("").code;
}

bool HasMoved(const Error& error) {
  return error.code == "E1022";
}

Error With(const Error& error, const std::string& what) {
  Error longer = error;
  longer.message += what;
  return longer;
}

}  // namespace hpdl::client
