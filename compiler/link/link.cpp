#include "compiler/link/link.h"

#include <lld/Common/Driver.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

LLD_HAS_DRIVER(elf)

namespace hpdl::link {
namespace {

/// The archives of Celos and of coordinators. Programs of workflows are linked without these
/// archives.
constexpr const char* kCelosArchive = "libcelos.a";
constexpr const char* kCoordinatorArchive = "libcoordinator.a";

rt::Error CannotWrite(const std::string& output, const std::string& why) {
  return Failure("cannot write " + output + ": " + why);
}

/// Checks before the link that the program can be written to `output`. Refuses an output that is
/// not a regular file, because the link would replace a file such as /dev/null by the program.
Result<void> CheckWritable(const std::string& output, const rt::NewFile& partial, int reason) {
  struct stat status{};
  if (::stat(output.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    return CannotWrite(output, "it exists and is not a regular file");
  }
  if (!partial.ok()) {
    return CannotWrite(output, std::strerror(reason));
  }
  return {};
}

/// Handles a full disk. lld writes the program into a memory mapping of the file. If the disk is
/// full, the write raises SIGBUS, and no system call returns an error. The process cannot recover,
/// so the handler removes the file and ends the process.
class FullDiskHandler {
 public:
  explicit FullDiskHandler(const std::string& output) {
    message_ = "hpdlc: cannot write " + output + ": no space left on the device\n";
    struct sigaction action{};
    action.sa_handler = &Die;
    ::sigaction(SIGBUS, &action, &earlier_);
  }
  ~FullDiskHandler() { ::sigaction(SIGBUS, &earlier_, nullptr); }
  FullDiskHandler(const FullDiskHandler&) = delete;
  FullDiskHandler& operator=(const FullDiskHandler&) = delete;

 private:
  static constexpr int kNotWritten = 2;

  static void Die(int) {
    llvm::sys::RunInterruptHandlers();  // removes the unfinished output
    [[maybe_unused]] const ssize_t put = ::write(STDERR_FILENO, message_.data(), message_.size());
    ::_exit(kNotWritten);
  }

  static std::string message_;  ///< set before the handler is installed
  struct sigaction earlier_{};
};

std::string FullDiskHandler::message_;

/// Returns the linker's command line. lld finds the symbols of an archive from any position, so
/// archives that refer to each other need no special order. If two archives define a symbol, lld
/// uses the first definition, so libhpdl.a comes first.
std::vector<std::string> Arguments(const Options& options, const std::string& partial) {
  const auto input = [&](const char* name) { return options.input_directory + "/" + name; };
  const bool is_static = options.mode == Mode::kStatic;
  std::vector<std::string> arguments = {"ld.lld",     "-m",
                                        "elf_x86_64", "-o",
                                        partial,      "--threads=1",
                                        "-pie",       "--gc-sections",
                                        "--icf=all",  "--eh-frame-hdr",
                                        "-O2",        "--no-color-diagnostics"};
  // The rule pack-relative-relocs keeps the program small: an unpacked relocation takes 24 bytes
  // for each address.
  for (const char* rule : {"noexecstack", "relro", "now", "text", "pack-relative-relocs"}) {
    arguments.insert(arguments.end(), {"-z", rule});
  }
  if (is_static) {
    arguments.insert(arguments.end(), {"-static", "--no-dynamic-linker"});
  } else {
    arguments.insert(arguments.end(), {"-dynamic-linker", "/lib64/ld-linux-x86-64.so.2",
                                       "--as-needed", "--hash-style=gnu"});
  }
  if (options.strip) {
    arguments.push_back("--strip-all");
  }
  arguments.push_back(input(is_static ? "rcrt1.o" : "Scrt1.o"));
  arguments.push_back(input("crti.o"));
  arguments.push_back(input("crtbeginS.o"));
  arguments.insert(arguments.end(), options.objects.begin(), options.objects.end());
  arguments.push_back(input("libhpdl.a"));
  if (options.celos) {
    arguments.push_back(input(kCelosArchive));
    arguments.push_back(input("libquickjs.a"));
  }
  if (options.celos || options.coordinator) {
    arguments.push_back(input(kCoordinatorArchive));
  }
  for (const char* name :
       {"libssh.a", "libnetwork.a", "libsqlite3.a", "libexpat.a", "libre2.a", "libstdc++.a"}) {
    arguments.push_back(input(name));
  }
  if (is_static) {
    for (const char* name : {"libm.a", "libc.a", "libgcc.a", "libgcc_eh.a"}) {
      arguments.push_back(input(name));
    }
  } else {
    for (const char* name : {"libm.so.6", "libc.so.6", "libc_nonshared.a", "ld-linux-x86-64.so.2",
                             "libgcc.a", "libgcc_eh.a"}) {
      arguments.push_back(input(name));
    }
  }
  arguments.push_back(input("crtendS.o"));
  arguments.push_back(input("crtn.o"));
  return arguments;
}

Result<void> CheckInputs(const std::vector<std::string>& arguments, const std::string& directory) {
  for (const std::string& argument : arguments) {
    if (argument.starts_with(directory + "/") && ::access(argument.c_str(), R_OK) != 0) {
      const bool of_few =
          argument.ends_with(kCelosArchive) || argument.ends_with(kCoordinatorArchive);
      return Failure("cannot link: " + argument +
                     " is missing; it belongs to this installation of hpdlc" +
                     (of_few ? " (in a source tree, ./dev build makes it)" : ""));
    }
  }
  return {};
}

/// Turns the output of lld into one sentence.
rt::Error Explain(const std::string& said) {
  static constexpr const char kProgram[] = "undefined symbol: hpdl_program_v";
  if (const std::size_t at = said.find(kProgram); at != std::string::npos) {
    const std::size_t digits = at + sizeof(kProgram) - 1;
    const std::size_t end = said.find_first_not_of("0123456789", digits);
    return Failure(
        "cannot link: the runtime beside this hpdlc is of another version (that runtime has "
        "program format " +
        said.substr(digits, end - digits) + "); install both from one release");
  }
  std::string first = said.substr(0, said.find('\n'));
  if (first.starts_with("ld.lld: error: ")) {
    first.erase(0, 15);
  }
  const bool other = first.starts_with("undefined symbol: hpdl_");
  return Failure(
      "cannot link: " + (first.empty() ? "the linker failed" : first) +
      (other
           ? "; the runtime beside this hpdlc is of another version; install both from one release"
           : ""));
}

/// Runs lld, which replaces the partial file by a new file.
Result<void> RunLinker(const std::vector<std::string>& arguments, const std::string& output,
                       const std::string& partial) {
  std::vector<const char*> argv;
  argv.reserve(arguments.size());
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  std::string said;
  llvm::raw_string_ostream stream(said);
  llvm::sys::RemoveFileOnSignal(partial);
  const FullDiskHandler full_disk(output);
  const lld::Result result = lld::lldMain(argv, stream, stream, {{lld::Gnu, &lld::elf::link}});
  llvm::sys::DontRemoveFileOnSignal(partial);
  return result.retCode == 0 ? Result<void>() : Explain(said);
}

}  // namespace

Result<void> Link(const Options& options) {
  rt::NewFile partial(options.output);
  HPDL_TRY(CheckWritable(options.output, partial, errno));
  const std::vector<std::string> arguments = Arguments(options, partial.path());
  HPDL_TRY(CheckInputs(arguments, options.input_directory));
  HPDL_TRY(RunLinker(arguments, options.output, partial.path()));
  if (!partial.MoveTo(options.output)) {
    return CannotWrite(options.output, std::strerror(errno));
  }
  return {};
}

std::string DefaultInputDirectory(const char* argv0) {
  static const int kAnchor = 0;
  const std::string self = llvm::sys::fs::getMainExecutable(argv0, const_cast<int*>(&kAnchor));
  llvm::SmallString<128> real;
  if (llvm::sys::fs::real_path(self, real)) {
    real = self;
  }
  const llvm::StringRef bin = llvm::sys::path::parent_path(real);
  llvm::SmallString<128> directory(llvm::sys::path::parent_path(bin));
  llvm::sys::path::append(directory, "lib", "hpdlc");
  return std::string(directory);
}

}  // namespace hpdl::link
