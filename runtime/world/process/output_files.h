#ifndef HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_FILES_H_
#define HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_FILES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace hpdl::rt {

/// Bytes of each output that are given room before the child begins: few programs notice that what
/// they wrote last could not be written.
inline constexpr int kReservedOutput = 4096;

/// A file that a child writes to.
struct OutputFile {
  int id = -1;
  int fd = -1;            ///< open for reading, or -1
  int write_fd = -1;      ///< for the child that is to be started; open in spare files only
  bool named = false;     ///< has its name `<sequence>.out` or `.err`
  bool reserved = false;  ///< its first bytes (kReservedOutput) find room also on a full disk
};

/// The name of a spare file within `attempts`.
std::string SpareFileName(std::int64_t keeper, int id);
/// Removes an empty output file, unless a process that the child left behind may still write to it.
void RemoveIfEmpty(const std::string& name);

/// The output files of one keeper, in its working directory. Making a file costs more than running
/// a short child, and most short children write nothing. So a child gets a spare file: it is
/// renamed to
/// `<sequence>.out` or `.err` once the child has run for a moment, or has ended and left something
/// in it; an empty file that nobody has open any more is given to the next child.
class OutputFiles {
 public:
  explicit OutputFiles(std::int64_t keeper) : keeper_(keeper) {}
  /// A spare file, made if there is none. False: it cannot be made; errno says why.
  bool Take(OutputFile* file);
  /// Makes spare files ahead, while there is time.
  void Prepare();
  /// The child has the file: the keeper lets go of it.
  void Started(OutputFile* file);
  std::string SpareName(const OutputFile& file) const { return SpareFileName(keeper_, file.id); }
  /// `kind` is "out" or "err".
  void Name(OutputFile* file, std::int64_t sequence, const char* kind);
  /// The child has ended: names a file that has content. True: what it wrote may lack something, as
  /// the disk has no room for more.
  bool NameIfUsed(OutputFile* file, std::int64_t sequence, const char* kind);
  /// The child has ended: names the file, or keeps it as a spare one. One that has its name and is
  /// empty goes.
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
