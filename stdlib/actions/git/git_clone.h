#ifndef HPDL_STDLIB_ACTIONS_GIT_GIT_CLONE_H_
#define HPDL_STDLIB_ACTIONS_GIT_GIT_CLONE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

/// Cloning in a process of its own, which outlives the engine: this program again, as the worker of
/// the kind. It starts git, bounds what comes of it, and removes keys and passwords at its end.
namespace hpdl::stdlib {

/// Names in the attempt's private folder.
inline constexpr const char* kGitClone = "clone";             ///< the working tree
inline constexpr const char* kGitKey = "key";                 ///< of ssh
inline constexpr const char* kGitKnownHosts = "known_hosts";  ///< the site's
inline const std::string kGitIdentity = "identity";           ///< and a number: the site's keys
inline constexpr const char* kGitCredential = "credential";   ///< a line of git's credential store

struct ClonePlan {
  std::string uri;  ///< no secret in it
  std::string branch;
  std::int64_t seconds = 0;  ///< the longest that all of it may take
  std::int64_t bytes = 0;    ///< the most that the files may have together
  std::int64_t files = 0;    ///< the most that there may be
};

/// Removes the key and the credential from the folder.
void RemoveGitSecrets(const std::string& folder);

/// Whether the worker in that folder needs none of them any more.
bool IsFetched(const std::string& folder);

/// Puts the plan into the folder, which is absolute.
rt::Result<void> WriteClonePlan(const std::string& folder, const ClonePlan& plan);

/// Why the worker in that folder failed, if it says so.
std::optional<rt::Error> ErrorOfClone(const std::string& folder);

/// What git's last words mean, in our own; "" if there is no better message than them.
std::string MeaningOf(std::string_view git_says);

/// hpdl_kind::worker; `folder` has the plan, and kGitKey, kGitKnownHosts and kGitCredential where
/// they are wanted.
int CloneWorker(const char* folder);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_GIT_GIT_CLONE_H_
