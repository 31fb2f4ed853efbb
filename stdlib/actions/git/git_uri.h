#ifndef HPDL_STDLIB_ACTIONS_GIT_GIT_URI_H_
#define HPDL_STDLIB_ACTIONS_GIT_GIT_URI_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::stdlib {

/// The URI of a git repository, split into the parts that git needs.
struct GitUri {
  std::string scheme;  ///< file, git, http, https or ssh
  /// The URI for command lines and messages. The user and password of an http or https URI are
  /// removed from it.
  std::string text;
  /// The login `https://USER:PASSWORD@HOST` in the form of git's credential store, or "" if the URI
  /// has no user. The password is empty if the URI has only a user, for example a token.
  std::string credential;
};

/// Reads a `<git-uri>`. Fails with "GIT010" if the text is not a URI, if its scheme is not file,
/// git, http, https or ssh, or if git or ssh could take the text for an option. The message never
/// contains user and password.
rt::Result<GitUri> ReadGitUri(std::string_view uri);

/// Checks a `<branch>`. Fails with "GIT010" if the text cannot be the name of a branch.
rt::Result<void> CheckBranch(std::string_view branch);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_GIT_GIT_URI_H_
