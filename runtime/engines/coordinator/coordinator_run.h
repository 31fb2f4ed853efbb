#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_RUN_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_RUN_H_

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/coordinator_job.h"
#include "runtime/engines/coordinator/program_world.h"
#include "runtime/engines/sla_judge/sla_alerts.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/engines/workflow/notifier.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/mailbox.h"
#include "runtime/world/hadoop/hadoop.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// Runs one coordinator or bundle in this process. Connects a ScheduledJob with the event loop, the
/// mailbox, signals and parking. The caller holds the lease.
class CoordinatorRun {
 public:
  CoordinatorRun(const hpdl_program& program, StateDirectory& state,
                 std::unique_ptr<Journal> journal, std::string id, ProgressSink* sink,
                 EngineOptions options);
  ~CoordinatorRun();

  /// Runs until the job is over or parked, or until the process receives a signal. A parked job
  /// waits without a process.
  Result<JobState> Run();

 private:
  /// A message that is answered in the next commit.
  struct InHand {
    std::unique_ptr<TakenMessage> taken;
    Result<void> answer;
  };

  Result<void> Open();
  Result<std::unique_ptr<ScheduledJob>> MakeJob();
  std::unique_ptr<Workflows> MakeWorkflows(const std::string& user);
  // Functions for notifications (run_notices.cpp).
  Result<void> OpenNotices();
  void TellOf(CoordinatorJob& job);
  void SendNotices();
  bool HasSent();
  void End();
  void BeatSoon();
  void Beat();
  Result<void> BeatOnce();
  void SetTimer();
  void TakeMessages();
  void ListenToBell();
  void Listen();
  bool MayPark() const;
  std::vector<Wait> AllWaits() const;
  Result<void> Park();
  void Stop();

  const hpdl_program& program_;
  StateDirectory& state_;
  const std::string id_;
  ProgressSink* const sink_;
  const EngineOptions options_;
  const std::unique_ptr<Mailbox> mailbox_;
  std::unique_ptr<Journal> journal_;
  JobFacts facts_;
  Site site_;
  boost::asio::io_context io_{1};
  boost::asio::steady_timer beat_{io_};
  boost::asio::signal_set signals_{io_};
  boost::asio::posix::stream_descriptor bell_{io_};
  std::array<char, 16> rings_{};
  std::unique_ptr<Network> network_;
  std::unique_ptr<FileSystems> file_systems_;
  std::unique_ptr<ProgramWorld> world_;
  std::unique_ptr<ScheduledJob> job_;
  std::unique_ptr<SlaAlerts> alerts_;  ///< null if there is no network
  std::unique_ptr<Notifier> notifier_;
  /// UTC milliseconds at which the results of notifications are written.
  std::optional<std::int64_t> flush_at_ms_;
  /// The last notifications are sent until this time. The value is set when the job is over.
  std::optional<Notifier::Clock::time_point> sends_until_;
  std::map<std::string, AnswerRow> answers_;
  std::vector<InHand> in_hand_;
  bool beat_posted_ = false;
  bool was_parked_ = false;
  bool asks_again_ = false;          ///< true if a message must be read again (kAskAgain)
  std::int64_t quiet_since_ms_ = 0;  ///< the time of the job's last activity
  std::optional<Error> broken_;
  int signal_ = 0;
  bool parked_ = false;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_RUN_H_
