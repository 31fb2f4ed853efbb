#include "compiler/link/link.h"

#include <fcntl.h>
#include <lld/Common/Driver.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

LLD_HAS_DRIVER(elf)

namespace hpdl::link {
namespace {

std::string DirectoryOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

/// The name under which the program grows. Beside the output, so that one rename puts it there.
std::string PartialName(const std::string& output) {
  const std::string directory = DirectoryOf(output);
  return directory + "." + output.substr(directory.size()) + ".hpdlc-" + std::to_string(::getpid());
}

/// Finds out before the work whether the program can be put in its place. Never replaces what is no
/// regular file: /dev/null must survive `-o /dev/null`.
bool CheckWritable(const Options& options, const std::string& partial, std::string* error) {
  struct stat status{};
  if (::stat(options.output.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    *error = "cannot write " + options.output + ": it exists and is not a regular file";
    return false;
  }
  const int fd = ::open(partial.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0777);
  if (fd < 0) {
    *error = "cannot write " + options.output + ": " + std::strerror(errno);
    return false;
  }
  ::close(fd);
  ::unlink(partial.c_str());
  return true;
}

/// lld fills the program through a mapping of the file, where a full disk is a SIGBUS and no error
/// of a call. There is nothing to go back to then: the file goes, and so does this process.
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
    llvm::sys::RunInterruptHandlers();  // removes what is being written
    [[maybe_unused]] const ssize_t put = ::write(STDERR_FILENO, message_.data(), message_.size());
    ::_exit(kNotWritten);
  }

  static std::string message_;  ///< complete before the signal can come
  struct sigaction earlier_{};
};

std::string FullDiskHandler::message_;

/// The linker's command line. Archives are in one group, because the runtime, SQLite and libc name
/// each other; lld keeps all symbols of archives anyway, so order decides only who wins: libhpdl.a
/// first.
std::vector<std::string> Arguments(const Options& options, const std::string& partial) {
  const auto input = [&](const char* name) { return options.input_directory + "/" + name; };
  const bool is_static = options.mode == Mode::kStatic;
  std::vector<std::string> arguments = {"ld.lld",
                                        "-m",
                                        "elf_x86_64",
                                        "-o",
                                        partial,
                                        "--threads=1",
                                        "-z",
                                        "noexecstack",
                                        "--gc-sections",
                                        "--icf=all",
                                        "--eh-frame-hdr",
                                        "-O1",
                                        "--no-color-diagnostics"};
  if (is_static) {
    arguments.push_back("-static");
  } else {
    arguments.insert(arguments.end(), {"-dynamic-linker", "/lib64/ld-linux-x86-64.so.2", "-z",
                                       "now", "--as-needed", "--hash-style=gnu"});
  }
  if (options.strip) {
    arguments.push_back("--strip-all");
  }
  arguments.push_back(input("crt1.o"));
  arguments.push_back(input("crti.o"));
  arguments.push_back(input(is_static ? "crtbeginT.o" : "crtbegin.o"));
  arguments.insert(arguments.end(), options.objects.begin(), options.objects.end());
  for (const char* name :
       {"libhpdl.a", "libssh.a", "libnetwork.a", "libsqlite3.a", "libexpat.a", "libstdc++.a"}) {
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
  arguments.push_back(input("crtend.o"));
  arguments.push_back(input("crtn.o"));
  return arguments;
}

bool CheckInputs(const std::vector<std::string>& arguments, const std::string& directory,
                 std::string* error) {
  for (const std::string& argument : arguments) {
    if (argument.starts_with(directory + "/") && ::access(argument.c_str(), R_OK) != 0) {
      *error = "cannot link: " + argument + " is missing; it belongs to this installation of hpdlc";
      return false;
    }
  }
  return true;
}

/// What lld said, as one sentence.
Status Explain(const std::string& said, std::string* error) {
  static constexpr const char kProgram[] = "undefined symbol: hpdl_program_v";
  if (const std::size_t at = said.find(kProgram); at != std::string::npos) {
    const std::size_t digits = at + sizeof(kProgram) - 1;
    const std::size_t end = said.find_first_not_of("0123456789", digits);
    *error =
        "cannot link: the runtime beside this hpdlc is of another version (its program format is " +
        said.substr(digits, end - digits) + "); install both from one release";
    return Status::kOtherVersion;
  }
  std::string first = said.substr(0, said.find('\n'));
  if (first.starts_with("ld.lld: error: ")) {
    first.erase(0, 15);
  }
  *error = "cannot link: " + (first.empty() ? "the linker failed" : first);
  if (first.starts_with("undefined symbol: hpdl_")) {
    *error += "; the runtime beside this hpdlc is of another version";
    return Status::kOtherVersion;
  }
  return Status::kFailed;
}

}  // namespace

Status Link(const Options& options, std::string* error) {
  const std::string partial = PartialName(options.output);
  if (!CheckWritable(options, partial, error)) {
    return Status::kNotWritable;
  }
  const std::vector<std::string> arguments = Arguments(options, partial);
  if (!CheckInputs(arguments, options.input_directory, error)) {
    return Status::kMissingInputs;
  }
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  std::string said;
  llvm::raw_string_ostream stream(said);
  llvm::sys::RemoveFileOnSignal(partial);
  const FullDiskHandler full_disk(options.output);
  const lld::Result result = lld::lldMain(argv, stream, stream, {{lld::Gnu, &lld::elf::link}});
  Status status = Status::kDone;
  if (result.retCode != 0) {
    status = Explain(said, error);
  } else if (std::rename(partial.c_str(), options.output.c_str()) != 0) {
    *error = "cannot write " + options.output + ": " + std::strerror(errno);
    status = Status::kNotWritable;
  }
  if (status != Status::kDone) {
    ::unlink(partial.c_str());
  }
  llvm::sys::DontRemoveFileOnSignal(partial);
  return status;
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
