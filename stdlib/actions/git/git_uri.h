#ifndef HPDL_STDLIB_ACTIONS_GIT_GIT_URI_H_
#define HPDL_STDLIB_ACTIONS_GIT_GIT_URI_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::stdlib {

/// Where a repository is, in the words of git.
struct GitUri {
  std::string scheme;  ///< file, git, http, https or ssh
  std::string text;    ///< for command lines and messages: of http and https without user and
                       ///< password
  /// `https://USER:PASSWORD@HOST` as git's credential store has it; "" if there is no user. The
  /// password of a user alone, as of a token, is empty.
  std::string credential;
};

/// Reads a `<git-uri>`. "GIT010" for what is no URI of one of these schemes, and for what git or
/// ssh could take for an option. The message never has user and password.
rt::Result<GitUri> ReadGitUri(std::string_view uri);

/// A `<branch>`: "GIT010" if it cannot be the name of one.
rt::Result<void> CheckBranch(std::string_view branch);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_GIT_GIT_URI_H_
