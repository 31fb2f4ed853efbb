#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_HELP_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_HELP_H_

#include <cstddef>
#include <span>
#include <string>

#include "runtime/programs/client/arguments.h"

namespace hpdl::client {

/// What `oozie help` prints, of all commands or, if there is one of that name, of the command
/// `only`.
std::string HelpText(std::span<const CommandDecl> commands, std::string_view only);

inline constexpr std::size_t kHelpWidth = 100;  ///< characters of a line

/// `text` in lines of `width` characters, as the help of Commons CLI 1.2 breaks them; from the
/// second line on they begin at the column `indent`.
std::string WrappedText(std::string text, std::size_t width, std::size_t indent);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_HELP_H_
