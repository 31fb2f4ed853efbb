#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_INPUT_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

/// Where the input of a job comes from: the one interface between MapReduce and a file system, and
/// the splits that are made of its files.
namespace hpdl::rt::mapreduce {

/// Bytes in order. Used by one thread.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills up to `size` bytes, at least one; 0 at the end.
  virtual Result<std::size_t> Read(char* to, std::size_t size) = 0;
};

struct InputFile {
  std::string path;
  bool directory = false;
  std::int64_t size = 0;        ///< bytes
  std::int64_t block_size = 0;  ///< bytes
};

/// A file system to read from. Calls come from several threads at once. Errors are sentences about
/// the path; their class says whether trying again may help.
class InputFileSystem {
 public:
  virtual ~InputFileSystem() = default;
  /// The files and directories that a path or a glob means, sorted; none if there are none.
  virtual Result<std::vector<InputFile>> Match(const std::string& pattern) = 0;
  /// What is directly in a directory, in the order in which Hadoop would list it.
  virtual Result<std::vector<InputFile>> List(const std::string& directory) = 0;
  /// The bytes of a file from `offset` to its end.
  virtual Result<std::unique_ptr<ByteSource>> Open(const std::string& path,
                                                   std::int64_t offset) = 0;
  /// The path as tasks see it, such as "file:/in/a".
  virtual std::string Uri(const std::string& path) = 0;
};

/// The files of this machine.
std::unique_ptr<InputFileSystem> MakeLocalInput();

/// The decompressed bytes of a gzip or zlib stream; further gzip streams may follow the first one.
std::unique_ptr<ByteSource> MakeInflateSource(std::unique_ptr<ByteSource> source, std::string path);

/// How Hadoop would read a file, by the end of its name.
enum class Compression : std::uint8_t { kNone, kInflate, kUnknown };
Compression CompressionOf(std::string_view path);

/// A part of a file for one map task. A compressed file is always whole.
struct InputSplit {
  std::string path;
  std::int64_t start = 0;   ///< bytes
  std::int64_t length = 0;  ///< bytes
  bool compressed = false;
};

/// What of the configuration decides about splits.
struct SplitRules {
  /// How many are wanted. Hadoop's local mode wants one, whatever mapreduce.job.maps says.
  std::int64_t tasks = 1;
  std::int64_t min_size = 1;  ///< bytes
  /// Of every file, instead of what the file system says; 0: that (fs.local.block.size). Bytes.
  std::int64_t block_size = 0;
  bool recursive = false;  ///< look into directories of the input directories
};

/// The files below the paths (absolute, globs allowed), without hidden ones, which begin with '_'
/// or
/// '.'. Class kError "JA018" names all paths that do not exist or match nothing.
Result<std::vector<InputFile>> ListInput(InputFileSystem& files,
                                         const std::vector<std::string>& paths, bool recursive);

/// The splits of the files, the largest first as Hadoop runs them: map task n gets the n-th.
/// "JA018" for a directory, and for a compression that is not known here.
Result<std::vector<InputSplit>> MakeSplits(const std::vector<InputFile>& files,
                                           const SplitRules& rules);

/// The splits of NLineInputFormat: so many lines each.
Result<std::vector<InputSplit>> MakeLineSplits(InputFileSystem& system,
                                               const std::vector<InputFile>& files,
                                               std::int64_t lines);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_INPUT_H_
