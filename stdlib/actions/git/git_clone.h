#ifndef HPDL_STDLIB_ACTIONS_GIT_GIT_CLONE_H_
#define HPDL_STDLIB_ACTIONS_GIT_GIT_CLONE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

/// A worker process makes the clone, so that the clone goes on if the engine is killed. The worker
/// is this program with the option --worker. It starts git, limits the size of the clone, and
/// removes keys and passwords at the end.
namespace hpdl::stdlib {

/// Names in the attempt's private folder.
inline constexpr const char* kGitClone = "clone";             ///< the working tree
inline constexpr const char* kGitKey = "key";                 ///< the key for ssh
inline constexpr const char* kGitKnownHosts = "known_hosts";  ///< the site's known hosts
/// The prefix of the names of the site's keys. A number follows the prefix.
inline const std::string kGitIdentity = "identity";
inline constexpr const char* kGitCredential = "credential";  ///< a line of git's credential store

struct ClonePlan {
  std::string uri;  ///< the URI without secrets
  std::string branch;
  std::int64_t seconds = 0;  ///< the time limit for the whole work
  std::int64_t bytes = 0;    ///< the most bytes that all files of the clone may have together
  std::int64_t files = 0;    ///< the most files that the clone may have
};

/// Removes the key and the credential from the folder.
void RemoveGitSecrets(const std::string& folder);

/// True if the worker of this folder has fetched the repository, so it needs no secrets any more.
bool IsFetched(const std::string& folder);

/// Writes the plan into the folder, which is an absolute path.
rt::Result<void> WriteClonePlan(const std::string& folder, const ClonePlan& plan);

/// Returns the error that the worker has recorded in the folder, if it has recorded an error.
std::optional<rt::Error> ErrorOfClone(const std::string& folder);

/// Returns an explanation of the error that git has written, or "" if git's own text explains the
/// error best.
std::string MeaningOf(std::string_view git_says);

/// Implements hpdl_kind::worker. `folder` contains the plan, and kGitKey, kGitKnownHosts and
/// kGitCredential if the clone needs them.
int CloneWorker(const char* folder);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_GIT_GIT_CLONE_H_
