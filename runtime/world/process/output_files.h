#ifndef HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_FILES_H_
#define HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_FILES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace hpdl::rt {

/// The bytes that are reserved for each output file before the child begins. Without this reserve,
/// a full disk could go unnoticed, because few programs check that their last output was written.
inline constexpr int kReservedOutput = 4096;

/// A file that a child writes to.
struct OutputFile {
  int id = -1;
  int fd = -1;         ///< descriptor for reading, or -1
  int write_fd = -1;   ///< descriptor with which the next child writes; only spare files have one
  bool named = false;  ///< the file has its final name, `<sequence>.out` or `.err`
  bool reserved = false;  ///< the first kReservedOutput bytes of the file are reserved on the disk
};

/// Returns the name of a spare file within `attempts`.
std::string SpareFileName(std::int64_t keeper, int id);
/// Removes an empty output file, unless a process that the child left behind may still write to it.
void RemoveIfEmpty(const std::string& name);

/// The output files of one keeper, in the keeper's working directory. Making a file costs more than
/// running a short child, and most short children write nothing. So a child gets a spare file. The
/// file is renamed to `<sequence>.out` or `.err` once the child has run for a moment, or has ended
/// and has written something. An empty file that no process has open is given to the next child.
class OutputFiles {
 public:
  explicit OutputFiles(std::int64_t keeper) : keeper_(keeper) {}
  /// Takes a spare file, or makes one if there is no spare file. Returns false and sets errno if
  /// the file cannot be made.
  bool Take(OutputFile* file);
  /// Makes spare files in advance. The keeper calls this function when it has no other work.
  void Prepare();
  /// Closes the keeper's descriptor for writing. Called when the child has started and has its own
  /// copy.
  void Started(OutputFile* file);
  std::string SpareName(const OutputFile& file) const { return SpareFileName(keeper_, file.id); }
  /// Gives a file its final name. `kind` is "out" or "err".
  void Name(OutputFile* file, std::int64_t sequence, const char* kind);
  /// Gives a file that has content its final name. Called when the file's child has ended. Returns
  /// true if some of the child's output may be missing, because the disk has no room for more.
  bool NameIfUsed(OutputFile* file, std::int64_t sequence, const char* kind);
  /// Handles an output file whose child has ended. A file with content, or that a process may still
  /// write to, gets its final name. An empty file becomes a spare file. An empty file that already
  /// has its final name is removed.
  void Release(OutputFile file, std::int64_t sequence, const char* kind);
  void RemoveSpares();

 private:
  bool Make(OutputFile* file);
  bool Discard(const OutputFile& file, int error);
  bool OpenForChild(OutputFile* file);
  bool Reusable(OutputFile* file);

  std::int64_t keeper_;
  int next_ = 0;
  std::vector<OutputFile> spares_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_FILES_H_
