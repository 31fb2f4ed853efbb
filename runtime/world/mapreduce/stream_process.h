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

/// A mapper, combiner or reducer command. Records go to its standard input. Write() and Finish()
/// also read the lines that the command writes. The same thread must start, feed and end the
/// command. If that thread ends early, for example because this process ends, the command is
/// killed.
class StreamProcess {
 public:
  using OnLine = std::function<Result<void>(std::string_view line)>;

  struct Setup {
    std::vector<std::string> argv;         ///< argv[0] is searched in `directory`, then in PATH
    std::vector<std::string> environment;  ///< NAME=value
    std::string directory;
    OnLine out, err;  ///< receive the command's lines; an error that they return ends the task
    /// True if the job is failing. The calls of the StreamProcess then return an error.
    const std::atomic<bool>* stopped = nullptr;
  };

  static Result<std::unique_ptr<StreamProcess>> Start(Setup setup);
  ~StreamProcess();  ///< kills the command if it still runs
  StreamProcess(const StreamProcess&) = delete;
  StreamProcess& operator=(const StreamProcess&) = delete;

  /// Writes data to the command through a buffer of 128 KiB, the size in Hadoop. Returns false if
  /// the buffer is full and the command has closed its standard input. Like Hadoop, it does not
  /// notice the closed input while the data fits into the buffer.
  Result<bool> Write(std::string_view data);
  /// Writes a line of a key and a value `times` times. Returns the same result as Write(data).
  Result<bool> Write(std::string_view key, std::string_view separator, std::string_view value,
                     std::uint64_t times = 1);
  /// Closes the command's standard input and waits until the command has ended. Returns its exit
  /// code, or 128 + the number of the signal that ended it.
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
