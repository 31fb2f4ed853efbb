#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_OOZIE_WORDS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_OOZIE_WORDS_H_

#include <span>
#include <string>
#include <string_view>

#include "runtime/programs/program/options.h"

namespace hpdl::rt {

/// What an option with one dash is here, as users of Oozie's command line write it: `-config FILE`
/// is --config, `-info` is a command. `command` is the one that it stands behind, or null. Begins
/// with "; ", to be put behind a message; empty if nothing is known.
std::string HintForOozieOption(std::string_view word, const CommandSpec* command,
                               std::span<const CommandSpec> commands);

/// The same for a command of Oozie's that programs do not have, as `job`.
std::string HintForOozieCommand(std::string_view word);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_OOZIE_WORDS_H_
