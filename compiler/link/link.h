#ifndef HPDL_COMPILER_LINK_LINK_H_
#define HPDL_COMPILER_LINK_LINK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/base/failure.h"
#include "runtime/ground/base/new_file.h"

/// Objects -> executable, by lld in this process.
namespace hpdl::link {

/// How much of the C library becomes part of the program.
enum class Mode : std::uint8_t {
  kStatic,  ///< needs nothing of the machine it runs on
  kGlibc,   ///< libc and libm are the machine's, the rest is inside
};

/// What is linked, from where, and to what.
struct Options {
  Mode mode = Mode::kStatic;
  bool strip = false;        ///< without symbol table and debug information
  bool celos = false;        ///< the program runs Celos' scripts
  bool coordinator = false;  ///< the program runs a coordinator or a bundle
  std::string output;
  std::string input_directory;       ///< start files, libc, runtime archives
  std::vector<std::string> objects;  ///< paths
};

/// Writes the executable, or leaves what stood at `output` as it was. The error is one sentence:
/// the place of the output is not writable, this installation of hpdlc lacks a file, or its runtime
/// was made for another ABI than the objects.
Result<void> Link(const Options& options);

/// `../lib/hpdlc` of the directory that this program stands in; `argv0` serves where /proc is
/// missing.
std::string DefaultInputDirectory(const char* argv0);

/// A file for an object on its way to the linker: in memory where /proc lets the linker open it
/// there, else beside the output. Gone with this.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& beside);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  bool ok() const { return fd_ >= 0; }  ///< else errno says why
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
