#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_OOZIE_WORDS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_OOZIE_WORDS_H_

#include <span>
#include <string>
#include <string_view>

#include "runtime/programs/program/options.h"

namespace hpdl::rt {

/// Explains an option that a user of Oozie's command line writes with one dash: `-config FILE` is
/// --config here, `-info` is a command. `command` is the command before the option, or null. The
/// hint begins with "; " and goes behind a message; it is empty if the word is unknown.
std::string HintForOozieOption(std::string_view word, const CommandSpec* command,
                               std::span<const CommandSpec> commands);

/// Does the same for a command of Oozie that programs do not have, such as `job`.
std::string HintForOozieCommand(std::string_view word);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_OOZIE_WORDS_H_
