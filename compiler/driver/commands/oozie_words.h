#ifndef HPDL_COMPILER_DRIVER_COMMANDS_OOZIE_WORDS_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_OOZIE_WORDS_H_

#include <string>
#include <string_view>

namespace hpdl::driver {

/// These functions return a hint if a user types a word of Oozie's command line. The hint contains
/// the words of hpdlc that have the same effect. The functions return "" for other words. In Oozie
/// `-oozie URL` is an option and `job` is a command.
std::string HintForOozieOption(std::string_view word);
std::string HintForOozieCommand(std::string_view word);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_OOZIE_WORDS_H_
