#ifndef HPDL_RUNTIME_WORLD_PROCESS_KEPT_PROCESSES_H_
#define HPDL_RUNTIME_WORLD_PROCESS_KEPT_PROCESSES_H_

#include <sys/types.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "runtime/world/process/processes.h"
#include "runtime/world/process/status_log.h"

namespace hpdl::rt {

/// Runs processes through a keeper. processes.cpp exchanges messages with the keeper that this
/// engine started. adoption.cpp watches the children of earlier engines and reads their ends from
/// the status log.
class KeptProcesses : public Processes {
 public:
  KeptProcesses(boost::asio::io_context& io, std::string directory, std::size_t window);
  ~KeptProcesses() override;

  /// Starts the keeper. `places` is KeeperStart::places.
  Result<void> Launch(unsigned parallel, std::string places);

  bool Run(std::int64_t sequence, Command command, Done done, Started started) override;
  bool Adopt(std::int64_t sequence, Done done) override;
  void Kill(std::int64_t sequence, int grace_ms) override;
  std::int64_t LastSequence() const override { return log_.last_sequence(); }
  std::string OutPath(std::int64_t sequence) const override {
    return directory_ + "/" + std::to_string(sequence) + ".out";
  }
  std::string ErrPath(std::int64_t sequence) const override {
    return directory_ + "/" + std::to_string(sequence) + ".err";
  }

 private:
  struct Entry {
    Done done;
    Started started;
    bool sent = false;     ///< the keeper has the command
    bool adopted = false;  ///< an earlier keeper, or a keeper that was killed, started the child
    /// The descriptor of an adopted child. It becomes readable when the child has ended. If null,
    /// the status log is polled for the child's end.
    std::unique_ptr<boost::asio::posix::stream_descriptor> process;
    bool looked_at() const { return adopted && process == nullptr; }
    std::unique_ptr<boost::asio::steady_timer> grace;  ///< runs from SIGTERM until SIGKILL
  };

  Result<void> AwaitRetired();
  std::string Encode(std::int64_t sequence, Command command, bool waits) const;
  void Send(std::int64_t sequence, const std::string& frame);
  void Fill();
  void ScheduleFlush();
  void Flush();
  void Receive();
  bool Drain();
  void TellStarted(std::string_view frame);
  void KeeperGone();
  void Finish(std::int64_t sequence, ExitStatus status);
  void Post(std::int64_t sequence, ExitStatus status);
  void Signal(std::int64_t sequence, int signal);
  void NameOutputs(std::int64_t sequence, const ChildRecord& record);
  void TakeOver(std::int64_t sequence, const ChildRecord& record);
  void AwaitEnd(std::int64_t sequence);
  void Poll();
  void CheckAdopted();
  bool MayLive(const ChildRecord& record) const;
  bool Settled(std::int64_t sequence, const ChildRecord& record, ExitStatus* status);

  std::string directory_;
  StatusLog log_;
  std::size_t window_;
  std::size_t parallel_ = 1;
  boost::asio::io_context& io_;
  boost::asio::posix::stream_descriptor socket_;
  boost::asio::steady_timer poll_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  pid_t keeper_ = -1;
  int lock_ = -1;
  std::string epoch_;       ///< the current epoch (cache_epoch.h)
  bool log_whole_ = false;  ///< no line of the log can have been lost
  /// The index of each entry of the keeper's environment, by the name of the entry's variable.
  std::multimap<std::string, std::uint32_t, std::less<>> environment_;
  std::unordered_map<std::int64_t, Entry> entries_;
  /// The encoded commands that the keeper does not have yet.
  std::deque<std::pair<std::int64_t, std::string>> queue_;
  std::size_t sent_ = 0;       ///< number of entries whose commands the keeper has
  std::size_t looked_at_ = 0;  ///< number of entries for which the status log is polled
  bool receiving_ = false, flushing_ = false, polling_ = false;
  std::string in_, out_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_KEPT_PROCESSES_H_
