#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_HELP_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_HELP_H_

#include <cstddef>
#include <span>
#include <string>

#include "runtime/programs/client/arguments.h"

namespace hpdl::client {

/// Returns the text of `oozie help` about the command `only`, or about all commands if no command
/// has this name.
std::string HelpText(std::span<const CommandDecl> commands, std::string_view only);

inline constexpr std::size_t kHelpWidth = 100;  ///< characters in a line

/// Breaks `text` into lines of at most `width` characters, as the help of Commons CLI 1.2 does. All
/// lines except the first line begin at the column `indent`.
std::string WrappedText(std::string text, std::size_t width, std::size_t indent);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_HELP_H_
