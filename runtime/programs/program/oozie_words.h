#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_OOZIE_WORDS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_OOZIE_WORDS_H_

#include <span>
#include <string>
#include <string_view>

#include "runtime/programs/program/options.h"

namespace hpdl::rt {

/// Returns a hint for an option of Oozie's command line, which has one dash. The hint says, for
/// example, that `-config FILE` is --config in emitted programs, or that `-info` is a command.
/// `command` is the command before the option, or null. The hint begins with "; ", so that it can
/// follow a message. The hint is empty if the word is unknown.
std::string HintForOozieOption(std::string_view word, const CommandSpec* command,
                               std::span<const CommandSpec> commands);

/// Returns a hint for a command of Oozie that emitted programs do not have, such as `job`.
std::string HintForOozieCommand(std::string_view word);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_OOZIE_WORDS_H_
