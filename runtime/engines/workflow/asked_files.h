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

/// Answers the questions of one node's expressions about files. An expression cannot wait, and the
/// loop must not block. So a new question about a file of Hadoop is noted and makes the evaluation
/// fail. Answer() gets the answer, and the node is evaluated again with the noted answers. Files of
/// this machine are read during the evaluation.
class AskedFiles final : public FileView {
 public:
  explicit AskedFiles(PathBase base) : base_(std::move(base)) {}

  Result<FileInfo> Stat(const std::string& uri) override;
  Result<bool> ExistsGlob(const std::string& uri_glob) override;
  Result<std::int64_t> DirectorySize(const std::string& uri) override;

  /// True if the last evaluation failed because a question has no answer yet.
  bool waits() const { return waits_; }
  /// Gets the answers to the noted questions. Returns kTransient or kNonTransient if a file system
  /// cannot answer now or is not configured. A refusal by a file system is an answer.
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
  /// Returns the reply to a question, or null if the file is on this machine. Returns an error if
  /// the file system has refused, or if there is no reply yet.
  Result<const Reply*> Find(Question question, const std::string& uri);
  static Task<Result<void>> Fetch(Question question, Reply* reply);

  const PathBase base_;
  std::map<std::pair<Question, std::string>, Reply> replies_;
  /// The error if the file system of a question cannot be reached. A person can correct the cause
  /// of the error.
  std::optional<Error> unreachable_;
  bool waits_ = false;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_ASKED_FILES_H_
