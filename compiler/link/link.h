#ifndef HPDL_COMPILER_LINK_LINK_H_
#define HPDL_COMPILER_LINK_LINK_H_

#include <cstdint>
#include <string>
#include <vector>

/// Objects -> executable, by lld in this process.
namespace hpdl::link {

enum class Mode : std::uint8_t {
  kStatic,  ///< needs nothing of the machine it runs on
  kGlibc,   ///< libc and libm are the machine's, the rest is inside
};

struct Options {
  Mode mode = Mode::kStatic;
  bool strip = false;  ///< without symbol table and debug information
  std::string output;
  std::string input_directory;       ///< start files, libc, runtime archives
  std::vector<std::string> objects;  ///< paths
};

enum class Status : std::uint8_t {
  kDone,
  kNotWritable,    ///< the output's place
  kMissingInputs,  ///< of this installation of hpdlc
  kOtherVersion,   ///< the runtime archives were made for another ABI than the objects
  kFailed,
};

/// Writes the executable, or leaves what stood at `output` as it was and one sentence in `error`.
Status Link(const Options& options, std::string* error);

/// `../lib/hpdlc` of the directory that this program stands in; `argv0` serves where /proc is
/// missing.
std::string DefaultInputDirectory(const char* argv0);

/// A file for an object on its way to the linker: in memory where /proc lets the linker open it
/// there, else beside the output. Gone with the object.
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
  bool on_disk_ = false;
  std::string path_;
};

}  // namespace hpdl::link

#endif  // HPDL_COMPILER_LINK_LINK_H_
