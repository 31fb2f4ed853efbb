#ifndef HPDL_COMPILER_LINK_LINK_H_
#define HPDL_COMPILER_LINK_LINK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/base/failure.h"
#include "runtime/ground/base/new_file.h"

/// Links objects to an executable with lld in this process.
namespace hpdl::link {

/// The part of the C library that becomes part of the program.
enum class Mode : std::uint8_t {
  kStatic,  ///< the program needs nothing from its machine
  kGlibc,   ///< libc and libm come from the machine; all other code is in the program
};

/// The inputs and the output of one link.
struct Options {
  Mode mode = Mode::kStatic;
  bool strip = false;        ///< true to leave out the symbol table and debug information
  bool celos = false;        ///< true if the program runs scripts of Celos
  bool coordinator = false;  ///< true if the program runs a coordinator or a bundle
  std::string output;
  std::string input_directory;       ///< the directory of start files, libc and runtime archives
  std::vector<std::string> objects;  ///< the paths of object files
};

/// Writes the executable. If the call fails, the old file at `output` stays unchanged. Fails if the
/// output cannot be written or this installation of hpdlc lacks a file. Also fails if the runtime
/// was made for another ABI than the objects. The error is one sentence.
Result<void> Link(const Options& options);

/// Returns the path of `../lib/hpdlc` as seen from the directory of this executable. Uses `argv0`
/// if /proc is missing.
std::string DefaultInputDirectory(const char* argv0);

/// A temporary file for an object that the linker reads. If the linker can open files through
/// /proc, the temporary file is in memory. Otherwise it is in the directory of the output. The
/// destructor removes the temporary file.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& beside);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  bool ok() const { return fd_ >= 0; }  ///< if ok() returns false, errno has the reason
  int fd() const { return fd_; }
  const std::string& path() const { return path_; }
  bool Write(const std::string& bytes);

 private:
  int fd_ = -1;
  std::optional<rt::NewFile> on_disk_;
  std::string path_;
};

}  // namespace hpdl::link

#endif  // HPDL_COMPILER_LINK_LINK_H_
