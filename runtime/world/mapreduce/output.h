#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_OUTPUT_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_OUTPUT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::mapreduce {

/// A file of the job's output: lines of key and value.
class TextOutput {
 public:
  static Result<std::unique_ptr<TextOutput>> Make(const std::string& path, std::string separator);
  ~TextOutput();
  TextOutput(const TextOutput&) = delete;
  TextOutput& operator=(const TextOutput&) = delete;

  Result<void> Put(std::string_view key, std::string_view value);
  /// Ends the file. All of its data is on the disk when this function returns.
  Result<void> Finish();
  std::int64_t bytes() const { return bytes_; }
  std::int64_t records() const { return records_; }

 private:
  TextOutput(int fd, std::string path, std::string separator)
      : fd_(fd), path_(std::move(path)), separator_(std::move(separator)) {}
  Result<void> Flush();

  int fd_;
  std::string path_, separator_, buffer_;
  std::int64_t bytes_ = 0, records_ = 0;
};

/// The output directory of a job on this machine. Before Commit() the files are below `_temporary`,
/// in a directory with the job's name.
class OutputDirectory {
 public:
  OutputDirectory(std::string path, std::string job)
      : path_(std::move(path)), job_(std::move(job)) {}

  /// Returns error "JA018" if the directory exists.
  Result<void> Check() const;
  /// Makes the job's temporary directory and all directories above it.
  Result<void> Begin() const;
  /// Returns the path of the file that a task writes: part-00000 for task 0.
  std::string PartPath(std::uint32_t number) const;
  /// Moves the files of `parts` tasks to the output directory, and adds _SUCCESS if `mark` is true.
  /// The result is durable when this function returns. A second call does the rest of the work,
  /// also after a crash in the first call.
  Result<void> Commit(std::uint32_t parts, bool mark);
  /// Removes the temporary files of this job. The output directory itself stays, as in Hadoop.
  void Abort() const;

 private:
  Result<void> Mark() const;
  std::string Temporary() const { return path_ + "/_temporary"; }
  std::string path_, job_;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_OUTPUT_H_
