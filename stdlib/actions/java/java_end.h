#ifndef HPDL_STDLIB_ACTIONS_JAVA_JAVA_END_H_
#define HPDL_STDLIB_ACTIONS_JAVA_JAVA_END_H_

#include <functional>
#include <optional>
#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::stdlib {

/// The facts about the end of an action's JVM.
struct JavaEnd {
  /// The content of the file in which launcher/RunMain.java records how main ended. It is "" if
  /// java ended before RunMain wrote the file.
  std::string note;
  int signal = 0;
  int exit_code = 0;
};

/// Returns the error "JA018" of an attempt whose JVM has ended, or nullopt after a success.
/// `with_tail` adds the last lines of standard error to a message.
std::optional<rt::Error> ErrorOfJava(const std::string& main_class, const JavaEnd& end,
                                     const std::function<std::string(std::string)>& with_tail);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_JAVA_END_H_
