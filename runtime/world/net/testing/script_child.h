#ifndef HPDL_RUNTIME_WORLD_NET_TESTING_SCRIPT_CHILD_H_
#define HPDL_RUNTIME_WORLD_NET_TESTING_SCRIPT_CHILD_H_

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace hpdl::rt::testing {

/// A Python script that serves a test. It is a child process with a new folder as its argument. It
/// prints the facts that the test needs. It ends when its input closes; the input is open as long
/// as this object lives.
class ScriptChild {
 public:
  /// `script` is a path in the sources; the folder's name begins with `name`.
  ScriptChild(const std::string& script, const std::string& name)
      : folder_(std::filesystem::temp_directory_path() / (name + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    int in[2];
    int out[2];
    if (pipe(in) != 0 || pipe(out) != 0) {
      return;
    }
    pid_ = fork();
    if (pid_ == 0) {
      setpgid(0, 0);
      dup2(in[0], 0);
      dup2(out[1], 1);
      for (const int fd : {in[0], in[1], out[0], out[1]}) {
        close(fd);
      }
      execlp("python3", "python3", (HPDL_SOURCE_DIR "/" + script).c_str(), folder_.c_str(),
             nullptr);
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    stdin_ = in[1];
    output_ = fdopen(out[0], "r");
  }
  ~ScriptChild() {
    if (output_ != nullptr) {
      fclose(output_);
      close(stdin_);
      waitpid(pid_, nullptr, 0);
    }
    std::filesystem::remove_all(folder_);
  }
  ScriptChild(const ScriptChild&) = delete;
  ScriptChild& operator=(const ScriptChild&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  pid_t pid() const { return pid_; }
  /// Returns the output of the script; null if the script could not be started.
  FILE* output() const { return output_; }

 private:
  const std::filesystem::path folder_;
  pid_t pid_ = -1;
  int stdin_ = -1;
  FILE* output_ = nullptr;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_WORLD_NET_TESTING_SCRIPT_CHILD_H_
