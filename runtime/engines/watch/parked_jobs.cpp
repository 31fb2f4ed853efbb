#include "runtime/engines/watch/parked_jobs.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <charconv>
#include <chrono>
#include <optional>
#include <system_error>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/store/mailbox.h"
#include "runtime/world/oozie_client/oozie_server.h"

namespace hpdl::rt {
namespace {

/// A row may reach the catalogue up to this many milliseconds after the time in the row. To find
/// late rows, each reading includes the rows with times up to this long before the previous
/// reading.
constexpr std::int64_t kOverlapMs = 5000;
/// A slow disk may delay a row by up to this many milliseconds. To find these rows, one reading in
/// each period of WatchedWorld::again_ms includes the rows with times up to this long before the
/// previous reading.
constexpr std::int64_t kLateMs = 120'000;
/// The number of rows that are read into memory at a time.
constexpr std::size_t kPage = 500;
constexpr std::int64_t kRemoteTimeoutMs = 30'000;
/// This text in place of a server's URL in a wait means that the awaited job is in this state
/// directory. The awaited job sends a callback when it ends. The awaited job is also checked, in
/// case the callback is lost.
constexpr std::string_view kThisServer = "local";
/// The pause between two checks of a job of this state directory, in units of poll_ms.
constexpr std::int64_t kOwnJobPolls = 5;

/// Returns the state of the awaited job. The wait ends when the job leaves this state.
std::optional<JobState> StateOf(const Wait& wait) {
  const std::string& text = wait.what[1];
  unsigned char number = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = wrong == std::errc() && end == text.data() + text.size();
  return is_number ? std::optional(static_cast<JobState>(number)) : std::nullopt;
}

}  // namespace

ParkedJobs::ParkedJobs(boost::asio::io_context& loop, StateDirectory& state, WatchedWorld world)
    : loop_(loop),
      state_(state),
      world_(std::move(world)),
      beat_(loop),
      bell_(state.OpenBell()),
      rings_(loop),
      looks_(loop, world_.files),
      paths_(looks_, world_.pace, [this](std::uint64_t number) { WakeNumber(number); }),
      states_(state.catalogue(), world_.beat_ms, world_.again_ms,
              [this](std::uint64_t number) { WakeNumber(number); }),
      gone_(std::make_shared<bool>(false)) {}

ParkedJobs::~ParkedJobs() {
  *gone_ = true;
}

Result<void> ParkedJobs::Start() {
  ListenToBell();
  read_at_ms_ = NowMs();
  read_late_at_ = Clock::now() + std::chrono::milliseconds(world_.again_ms);
  HPDL_TRY(ReadNotes(0));
  boost::asio::post(loop_, [this, gone = gone_] {
    if (!*gone) {
      Beat();
    }
  });
  return {};
}

void ParkedJobs::ListenToBell() {
  if (!rings_.is_open()) {
    const int copy = bell_->fd() < 0 ? -1 : fcntl(bell_->fd(), F_DUPFD_CLOEXEC, 0);
    if (copy < 0) {
      return;
    }
    boost::system::error_code unwatchable;
    if (rings_.assign(copy, unwatchable); unwatchable) {
      close(copy);  // without MailboxBell, each Beat() checks the mailboxes
      return;
    }
  }
  rings_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                    [this, gone = gone_](const boost::system::error_code& error) {
                      if (error || *gone) {
                        return;
                      }
                      for (const std::string& root_id : bell_->Rung()) {
                        WakeIfCalled(root_id);
                      }
                      ListenToBell();
                    });
}

/// Reads the parking notes in the rows of the catalogue that changed at or after `since_ms`.
Result<void> ParkedJobs::ReadNotes(std::int64_t since_ms) {
  ParkedPlace after{since_ms, {}};
  while (true) {
    const Result<std::vector<CatalogueEntry>> parked = state_.catalogue().Parked(after, kPage);
    HPDL_TRY(parked);
    for (const CatalogueEntry& entry : *parked) {
      Add(entry);
    }
    if (parked->size() < kPage) {
      return {};
    }
    after = {parked->back().job.modified_ms, parked->back().job.id};
  }
}

/// Reads the parking notes of rows that may be new since the last reading. If the clock was set
/// back, the times of rows are not usable, and all parking notes are read.
void ParkedJobs::ReadNewNotes() {
  const std::int64_t now_ms = NowMs();
  const bool late = Clock::now() >= read_late_at_;
  const bool set_back = now_ms < read_at_ms_;
  if (!ReadNotes(set_back ? 0 : read_at_ms_ - (late ? kLateMs : kOverlapMs))) {
    return;  // the next Beat() reads these rows again
  }
  read_at_ms_ = now_ms;
  if (late) {
    read_late_at_ = Clock::now() + std::chrono::milliseconds(world_.again_ms);
  }
}

void ParkedJobs::Add(const CatalogueEntry& entry) {
  const std::string& root_id = entry.root_id;
  const std::optional<std::int64_t> since_ms = TimeOfNote(*entry.job.parked);
  const auto known = jobs_.find(root_id);
  const auto woken = woken_.find(root_id);
  if ((known != jobs_.end() && known->second.since_ms == since_ms) ||
      (woken != woken_.end() && woken->second.since_ms == since_ms)) {
    return;
  }
  const std::optional<ParkingNote> note = DecodeNote(*entry.job.parked);
  if (!note) {
    return;  // a newer version of hpdlc wrote the parking note
  }
  Forget(root_id);
  Job job{++last_number_, note->since_ms, 0, {}};
  bool awaits_call = false;
  for (const ParkingNote::Entry& waiting : note->entries) {
    const Wait& wait = waiting.wait;
    if (wait.until_ms != 0 && (job.until_ms == 0 || wait.until_ms < job.until_ms)) {
      job.until_ms = wait.until_ms;
      job.latest = Clock::now() + std::chrono::milliseconds(LeftOf(wait, NowMs()));
    }
    awaits_call = awaits_call || IsReportedByCallback(wait);
    Watch(root_id, job.number, entry.job.user, wait);
  }
  const std::string* id = &jobs_.insert_or_assign(root_id, job).first->first;
  ids_[job.number] = id;
  if (job.until_ms != 0) {
    times_.insert({job.until_ms, id});
    latest_.insert({job.latest, id});
  }
  if (awaits_call) {
    called_.insert(root_id);
    // The mailbox is checked now, because MailboxBell may have reported a message before this
    // parking note was read. MailboxBell reports each message only once.
    boost::asio::post(loop_, [this, root_id, gone = gone_] {
      if (!*gone) {
        WakeIfCalled(root_id);
      }
    });
  }
}

void ParkedJobs::Forget(const std::string& root_id) {
  woken_.erase(root_id);
  called_.erase(root_id);
  if (const auto job = jobs_.find(root_id); job != jobs_.end()) {
    times_.erase({job->second.until_ms, &job->first});
    latest_.erase({job->second.latest, &job->first});
    paths_.Remove(job->second.number);
    states_.Remove(job->second.number);
    ids_.erase(job->second.number);
    jobs_.erase(job);
  }
}

void ParkedJobs::Watch(const std::string& root_id, std::uint64_t number, const std::string& user,
                       const Wait& wait) {
  if (wait.kind == Wait::Kind::kPath) {
    paths_.Add(number, wait.what[0], {wait.what.begin() + 1, wait.what.end()}, wait.since_ms);
  } else if (wait.kind == Wait::Kind::kJob) {
    if (const std::optional<JobState> state = StateOf(wait)) {
      states_.Add(number, wait.what[0], *state);
    }
  } else if (wait.kind == Wait::Kind::kOozie && wait.what[0] == kThisServer) {
    boost::asio::co_spawn(loop_, AwaitOwnJob(root_id, number, wait.what[1]), boost::asio::detached);
  } else if (wait.kind == Wait::Kind::kYarn && world_.clusters != nullptr) {
    boost::asio::co_spawn(loop_, AwaitApplication(root_id, number, wait), boost::asio::detached);
  } else if (wait.kind == Wait::Kind::kOozie && world_.network != nullptr) {
    boost::asio::co_spawn(loop_, AwaitJob(root_id, number, user, wait), boost::asio::detached);
  }
}

/// Does the work that is due and sets the time of the next Beat(). The pause is shorter than
/// beat_ms if a wait ends earlier. Each Beat() reads the machine's clock, because the clock may be
/// set at any time.
void ParkedJobs::Beat() {
  const std::int64_t changed_from_ms = read_at_ms_ - kOverlapMs;
  ReadNewNotes();
  paths_.Beat();
  states_.Beat(changed_from_ms);
  WakeThoseCalled();
  WakeThoseInTime();
  LookAfterWoken();
  std::int64_t pause_ms = world_.beat_ms;
  if (!times_.empty()) {
    pause_ms = std::clamp<std::int64_t>(times_.begin()->first - NowMs(), 1, pause_ms);
  }
  beat_.expires_after(std::chrono::milliseconds(pause_ms));
  beat_.async_wait([this, gone = gone_](const boost::system::error_code& error) {
    if (!error && !*gone) {
      Beat();
    }
  });
}

void ParkedJobs::WakeIfCalled(const std::string& root_id) {
  if (called_.contains(root_id) && state_.OpenMailbox(root_id)->HasOpen()) {
    Wake(std::string(root_id));
  }
}

/// Checks a part of the mailboxes, or all mailboxes if MailboxBell does not work. Each mailbox is
/// checked once in again_ms, because MailboxBell may fail to report a message.
void ParkedJobs::WakeThoseCalled() {
  const auto all = static_cast<std::int64_t>(called_.size());
  const std::int64_t beats = std::max<std::int64_t>(world_.again_ms / world_.beat_ms, 1);
  for (std::int64_t left = bell_->fd() < 0 ? all : (all + beats - 1) / beats; left > 0; --left) {
    auto next = called_.upper_bound(looked_at_);
    if (next == called_.end()) {
      next = called_.begin();
    }
    if (next == called_.end()) {
      return;
    }
    looked_at_ = *next;
    WakeIfCalled(looked_at_);
  }
}

void ParkedJobs::WakeThoseInTime() {
  while (!times_.empty() && times_.begin()->first <= NowMs()) {
    Wake(std::string(*times_.begin()->second));
  }
  while (!latest_.empty() && latest_.begin()->first <= Clock::now()) {
    Wake(std::string(*latest_.begin()->second));
  }
}

void ParkedJobs::Wake(const std::string& root_id) {
  const auto job = jobs_.find(root_id);
  if (job == jobs_.end()) {
    return;
  }
  const Woken woken{job->second.since_ms, Clock::now()};
  Forget(root_id);
  woken_[root_id] = woken;
  world_.wake(root_id);
}

void ParkedJobs::WakeNumber(std::uint64_t number) {
  if (const auto id = ids_.find(number); id != ids_.end()) {
    Wake(std::string(*id->second));
  }
}

/// Watches a woken job again if its parking note still exists again_ms after the job was woken. A
/// process that continues a job first removes the parking note.
void ParkedJobs::LookAfterWoken() {
  const auto before = Clock::now() - std::chrono::milliseconds(world_.again_ms);
  std::vector<std::string> old;
  for (const auto& [root_id, woken] : woken_) {
    if (woken.at < before) {
      old.push_back(root_id);
    }
  }
  for (const std::string& root_id : old) {
    const Result<std::vector<CatalogueEntry>> found = state_.catalogue().Beginning(root_id);
    if (!found) {
      continue;
    }
    woken_.erase(root_id);
    for (const CatalogueEntry& entry : *found) {
      if (entry.job.id == root_id && entry.job.parked) {
        Add(entry);
      }
    }
  }
}

bool ParkedJobs::IsWatched(const std::string& root_id, std::uint64_t number) const {
  const auto job = jobs_.find(root_id);
  return job != jobs_.end() && job->second.number == number;
}

Task<void> ParkedJobs::AwaitApplication(std::string root_id, std::uint64_t number, Wait wait) {
  const std::shared_ptr<bool> gone = gone_;
  Result<Cluster*> cluster = world_.clusters->Open(wait.what[0], wait.what[1]);
  bool asked = false;  // true if the cluster has reported the application's end
  while (cluster) {
    const Result<Application> news = co_await (*cluster)->End(wait.what[2], wait.what[3]);
    if (*gone || !IsWatched(root_id, number)) {
      co_return;
    }
    if (news || news.error().error_class != ErrorClass::kTransient) {
      asked = news.ok();
      break;
    } else {
      co_await Sleep(std::chrono::milliseconds(world_.poll_ms));
      if (*gone) {
        co_return;
      }
    }
  }
  co_await WakeAsAnswered(asked, std::move(root_id), number);
}

/// Wakes the job. If `answered` is false, the state of the awaited job could not be read. The
/// engine must then read that state itself and may park the job again at once. So the job is woken
/// only after again_ms.
Task<void> ParkedJobs::WakeAsAnswered(bool answered, std::string root_id, std::uint64_t number) {
  const std::shared_ptr<bool> gone = gone_;
  if (!answered) {
    co_await Sleep(std::chrono::milliseconds(world_.again_ms));
  }
  if (!*gone && IsWatched(root_id, number)) {
    Wake(root_id);
  }
}

Task<void> ParkedJobs::AwaitOwnJob(std::string root_id, std::uint64_t number, std::string job_id) {
  const std::shared_ptr<bool> gone = gone_;
  bool known = true, ended = false;
  for (std::int64_t pause_ms = 0; known && !ended; pause_ms = world_.poll_ms * kOwnJobPolls) {
    co_await Sleep(std::chrono::milliseconds(pause_ms));
    if (*gone || !IsWatched(root_id, number)) {
      co_return;
    }
    const Result<std::vector<CatalogueEntry>> found = state_.catalogue().Beginning(job_id);
    if (found) {
      known = false;
      for (const CatalogueEntry& entry : *found) {
        known = known || entry.job.id == job_id;
        ended = ended || (entry.job.id == job_id && IsEnd(entry.job.state));
      }
    }
  }
  co_await WakeAsAnswered(known, std::move(root_id), number);
}

Task<void> ParkedJobs::AwaitJob(std::string root_id, std::uint64_t number, std::string user,
                                Wait wait) {
  const std::shared_ptr<bool> gone = gone_;
  OozieServer server(*world_.network, wait.what[0], std::move(user), kRemoteTimeoutMs);
  bool asked = false;
  while (true) {
    const Result<OozieJob> job = co_await server.Look(wait.what[1], false);
    if (*gone || !IsWatched(root_id, number)) {
      co_return;
    }
    const bool unknown = !job && job.error().error_class != ErrorClass::kTransient;
    if (unknown || (job && job->ended())) {
      asked = !unknown;
      break;
    }
    co_await Sleep(std::chrono::milliseconds(world_.poll_ms));
    if (*gone) {
      co_return;
    }
  }
  co_await WakeAsAnswered(asked, std::move(root_id), number);
}

}  // namespace hpdl::rt
