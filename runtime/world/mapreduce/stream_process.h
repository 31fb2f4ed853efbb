#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_STREAM_PROCESS_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_STREAM_PROCESS_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/mapreduce/line_scanner.h"

namespace hpdl::rt::mapreduce {

/// A mapper, combiner or reducer: records go to its standard input; lines that it writes are taken
/// as they come, from within Write() and Finish(). One thread starts, feeds and ends it; should
/// that thread die with its process, the command is killed.
class StreamProcess {
 public:
  using OnLine = std::function<Result<void>(std::string_view line)>;

  struct Setup {
    std::vector<std::string> argv;         ///< argv[0]: looked for in `directory`, then in PATH
    std::vector<std::string> environment;  ///< NAME=value
    std::string directory;
    OnLine out, err;                             ///< an error of theirs ends the task
    const std::atomic<bool>* stopped = nullptr;  ///< the job is failing: kill and return
  };

  static Result<std::unique_ptr<StreamProcess>> Start(Setup setup);
  ~StreamProcess();  ///< kills what still runs
  StreamProcess(const StreamProcess&) = delete;
  StreamProcess& operator=(const StreamProcess&) = delete;

  /// False: the command has closed its standard input, and more was to be written than fits into
  /// the buffer, which is Hadoop's 128 KiB. Less goes unnoticed there too.
  Result<bool> Write(std::string_view data);
  /// The same for a line of a key and a value, so many times.
  Result<bool> Write(std::string_view key, std::string_view separator, std::string_view value,
                     std::uint64_t times = 1);
  /// Closes its input and waits until it has ended. Its exit code, or 128 + the signal that ended
  /// it.
  Result<int> Finish();

 private:
  explicit StreamProcess(Setup setup) : setup_(std::move(setup)) {}
  Result<bool> FlushBuffer();
  Result<bool> Flush(std::string_view data);
  Result<void> Pump(std::string_view* data);
  Result<void> Take(int* fd, LineScanner* lines, const OnLine& on_line);
  Result<void> Launch(const std::string& program);

  Setup setup_;
  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, err_ = -1;
  bool broken_ = false;
  std::string buffer_;
  LineScanner out_lines_, err_lines_;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_STREAM_PROCESS_H_
