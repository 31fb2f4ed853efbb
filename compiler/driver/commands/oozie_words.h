#ifndef HPDL_COMPILER_DRIVER_COMMANDS_OOZIE_WORDS_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_OOZIE_WORDS_H_

#include <string>
#include <string_view>

namespace hpdl::driver {

/// What somebody types who knows the command line of Oozie, and what to type here; "" for other
/// words. `-oozie URL` is an option, `job` a command of it.
std::string HintForOozieOption(std::string_view word);
std::string HintForOozieCommand(std::string_view word);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_OOZIE_WORDS_H_
