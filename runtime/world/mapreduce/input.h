#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_INPUT_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

/// The input of a job: the only interface between MapReduce and a file system, and the splits of
/// the input files.
namespace hpdl::rt::mapreduce {

/// A stream of bytes. One thread uses it.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Reads at least one and up to `size` bytes. Returns their number; 0 at the end of the stream.
  virtual Result<std::size_t> Read(char* to, std::size_t size) = 0;
};

struct InputFile {
  std::string path;
  bool directory = false;
  std::int64_t size = 0;        ///< bytes
  std::int64_t block_size = 0;  ///< bytes
};

/// A file system to read from. Several threads call it at the same time. The message of an error is
/// a sentence about the path; the class of the error shows whether a retry may help.
class InputFileSystem {
 public:
  virtual ~InputFileSystem() = default;
  /// Returns the files and directories that match a path or a glob, sorted; empty if nothing
  /// matches.
  virtual Result<std::vector<InputFile>> Match(const std::string& pattern) = 0;
  /// Returns the direct children of a directory, in the order in which Hadoop would list them.
  virtual Result<std::vector<InputFile>> List(const std::string& directory) = 0;
  /// Opens a file to read its bytes from `offset` to its end.
  virtual Result<std::unique_ptr<ByteSource>> Open(const std::string& path,
                                                   std::int64_t offset) = 0;
  /// Returns the path in the form that tasks get, such as "file:/in/a".
  virtual std::string Uri(const std::string& path) = 0;
};

/// Returns a file system that reads the files of this machine.
std::unique_ptr<InputFileSystem> MakeLocalInput();

/// Returns a source of the decompressed bytes of a gzip or zlib stream. `source` may hold several
/// gzip streams, one after the other. `path` is for error messages.
std::unique_ptr<ByteSource> MakeInflateSource(std::unique_ptr<ByteSource> source, std::string path);

/// The compression of a file, which Hadoop derives from the end of the file's name. kUnknown:
/// Hadoop can decompress the file, but this runtime cannot.
enum class Compression : std::uint8_t { kNone, kInflate, kUnknown };
Compression CompressionOf(std::string_view path);

/// A part of a file for one map task. A compressed file is always a single split.
struct InputSplit {
  std::string path;
  std::int64_t start = 0;   ///< bytes
  std::int64_t length = 0;  ///< bytes
  bool compressed = false;
};

/// The settings that decide how files are cut into splits.
struct SplitRules {
  /// The desired number of splits. Hadoop's local mode uses 1 and ignores mapreduce.job.maps.
  std::int64_t tasks = 1;
  std::int64_t min_size = 1;  ///< bytes
  /// The block size in bytes that replaces the block size of every file (fs.local.block.size). If
  /// 0, each file has the block size that its file system reports.
  std::int64_t block_size = 0;
  bool recursive = false;  ///< also read the directories inside the input directories
};

/// Lists the files below the paths (absolute, globs allowed). Leaves out hidden files, whose names
/// begin with '_' or '.'. Returns error kError "JA018" with all paths that do not exist or match no
/// file.
Result<std::vector<InputFile>> ListInput(InputFileSystem& files,
                                         const std::vector<std::string>& paths, bool recursive);

/// Returns the splits of the files, largest first like in Hadoop; map task n gets the n-th split.
/// Returns error "JA018" for a directory, and for a compressed file that this runtime cannot
/// decompress.
Result<std::vector<InputSplit>> MakeSplits(const std::vector<InputFile>& files,
                                           const SplitRules& rules);

/// Returns the splits of NLineInputFormat, each with `lines` lines.
Result<std::vector<InputSplit>> MakeLineSplits(InputFileSystem& system,
                                               const std::vector<InputFile>& files,
                                               std::int64_t lines);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_INPUT_H_
