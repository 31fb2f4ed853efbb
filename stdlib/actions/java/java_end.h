#ifndef HPDL_STDLIB_ACTIONS_JAVA_JAVA_END_H_
#define HPDL_STDLIB_ACTIONS_JAVA_JAVA_END_H_

#include <functional>
#include <optional>
#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::stdlib {

/// How the JVM of an action ended.
struct JavaEnd {
  std::string note;  ///< what launcher/RunMain.java noted; "" if it did not get that far
  int signal = 0;
  int exit_code = 0;
};

/// The error that an end means, if any: "JA018". `with_tail` adds the end of standard error to a
/// message.
std::optional<rt::Error> ErrorOfJava(const std::string& main_class, const JavaEnd& end,
                                     const std::function<std::string(std::string)>& with_tail);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_JAVA_END_H_
