#ifndef HPDL_RUNTIME_SERVER_PROCESSES_REPORT_PIPE_H_
#define HPDL_RUNTIME_SERVER_PROCESSES_REPORT_PIPE_H_

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/descriptor.h"

/// The way from a process to the supervisor: a pipe, because a pipe cannot pass descriptors.
/// Whoever gets a descriptor must close it, and the close of a foreign descriptor can block.
namespace hpdl::rt {

/// The first message to a process, which carries the end of the pipe to write.
inline constexpr std::string_view kReportsFollow = "reports";

/// Reads reports. Loop thread only. Must be destroyed before the loop.
class ReportReader {
 public:
  struct Handlers {
    /// Returns the size of the reports that begin with a letter; 0: no report begins with it, so the
    /// letter alone is taken.
    std::function<std::size_t(char type)> size;
    /// Takes a report. Returns false if the report makes no sense; the connection then ends.
    std::function<bool(std::string_view report)> take;
    /// Called once when the connection has ended. Not called if this object is destroyed first.
    std::function<void()> ended;
  };

  /// `pipe`: the end to read. The handlers may destroy this object.
  ReportReader(boost::asio::io_context& loop, Descriptor pipe, Handlers handlers);
  ~ReportReader();
  ReportReader(const ReportReader&) = delete;
  ReportReader& operator=(const ReportReader&) = delete;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Writes a report to a pipe, and waits until the pipe has room. Has no effect if nobody reads the
/// pipe any more.
void SendReport(int pipe, std::string_view report);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROCESSES_REPORT_PIPE_H_
