#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_ASKED_FILES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_ASKED_FILES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"
#include "runtime/world/files/resolve_path.h"

namespace hpdl::rt {

/// The file systems as the expressions of one node see them. An expression cannot wait, and the
/// loop must not wait. So a question about a file of Hadoop fails the evaluation and is noted.
/// Answer() gets the answers, and the node is evaluated again. A question that the first evaluation
/// has asked gets the noted answer. Files of this machine are looked at during the evaluation.
class AskedFiles final : public FileView {
 public:
  explicit AskedFiles(PathBase base) : base_(std::move(base)) {}

  Result<FileInfo> Stat(const std::string& uri) override;
  Result<bool> ExistsGlob(const std::string& uri_glob) override;
  Result<std::int64_t> DirectorySize(const std::string& uri) override;

  /// True if the last evaluation failed because a question has no answer yet.
  bool waits() const { return waits_; }
  /// Gets the answers to the noted questions. Errors come from file systems that cannot answer now
  /// or that nobody has configured (kTransient, kNonTransient). A refusal of a file system is an
  /// answer.
  Task<Result<void>> Answer();

 private:
  enum class Question : std::uint8_t { kStatus, kGlob, kSize };
  struct Reply {
    bool known = false;
    FileLocation at;
    FileStatus status;
    bool matches = false;
    std::int64_t size = 0;
    std::string refusal;
  };
  /// Returns the reply to a question. Null: the file is on this machine. An error: the file system
  /// refused, or there is no reply yet.
  Result<const Reply*> Find(Question question, const std::string& uri);
  static Task<Result<void>> Fetch(Question question, Reply* reply);

  const PathBase base_;
  std::map<std::pair<Question, std::string>, Reply> replies_;
  /// The reason why the file system of a question cannot be reached, if it cannot. A person can
  /// mend the reason.
  std::optional<Error> unreachable_;
  bool waits_ = false;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_ASKED_FILES_H_
