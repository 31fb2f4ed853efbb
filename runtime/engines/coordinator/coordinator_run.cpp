#include "runtime/engines/coordinator/coordinator_run.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <csignal>
#include <utility>

#include "runtime/engines/coordinator/bundle_job.h"
#include "runtime/engines/coordinator/coordinator_job.h"
#include "runtime/engines/coordinator/coordinator_update.h"
#include "runtime/engines/workflow/answers.h"
#include "runtime/engines/workflow/user.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/own_server.h"

namespace hpdl::rt {
namespace {

/// The pause between two checks of running workflows. The pause is kLivelyPollMs for kLivelyMs
/// after the last activity, because a short workflow may end soon.
constexpr std::int64_t kPollMs = 100, kLivelyPollMs = 10, kLivelyMs = 1000;
/// The pause between two checks of the mailbox for messages that the mailbox's bell has not
/// reported.
constexpr std::int64_t kLookForMessagesMs = 2000;
/// The process of a job that may be parked continues for this time after the last activity of the
/// job. So the process need not be started again if a workflow of the job ends soon.
constexpr std::int64_t kLingerMs = 1000;
/// The maximum time for which a timer waits. A longer wait is split, because the machine's clock
/// may be set meanwhile.
constexpr std::int64_t kMostSleepMs = 60'000;

}  // namespace

CoordinatorRun::CoordinatorRun(const hpdl_program& program, StateDirectory& state,
                               std::unique_ptr<Journal> journal, std::string id, ProgressSink* sink,
                               EngineOptions options)
    : program_(program),
      state_(state),
      id_(std::move(id)),
      sink_(sink),
      options_(options),
      mailbox_(state.OpenMailbox(id_)),
      journal_(std::move(journal)) {}

/// Destroys the tasks before the objects that they refer to.
CoordinatorRun::~CoordinatorRun() {
  notifier_.reset();
  alerts_.reset();
  world_.reset();
  file_systems_.reset();
  network_.reset();
}

Result<void> CoordinatorRun::Open() {
  Result<JobFacts> facts = journal_->Facts();
  HPDL_TRY(facts);
  facts_ = std::move(*facts);
  if (facts_.program_hash != ToView(program_.content_hash)) {
    return Error{ErrorClass::kError, "E0710",
                 "job " + id_ + " was started by another program; use that program"};
  }
  Result<Site> site = Site::Load(facts_.site_path);
  HPDL_TRY(site);
  site_ = std::move(*site);
  const Result<std::vector<JobRow>> jobs = journal_->Jobs();
  HPDL_TRY(jobs);
  const std::string user = jobs->empty() ? "" : jobs->front().user;
  if (program_.network != nullptr) {
    network_ = program_.network->open(io_);
    if (program_.hadoop != nullptr) {
      file_systems_ = program_.hadoop->open(*network_, site_, facts_.site_path);
    }
  }
  Error refusal{ErrorClass::kError, "E1005",
                "Error: no workflow is compiled into this program; build the program "
                "with --sub APP-PATH=PATH, or submit the definition to hpdld"};
  world_ = std::make_unique<ProgramWorld>(io_, state_, MakeWorkflows(user), std::move(refusal),
                                          PathBase{"", HomeDirectory(), file_systems_.get(), user});
  Result<std::unique_ptr<ScheduledJob>> job = MakeJob();
  HPDL_TRY(job);
  job_ = std::move(*job);
  HPDL_TRY(OpenNotices());
  world_->Answer(job_.get(), [this] { BeatSoon(); });
  job_->on_news = [this](const ScheduleNews& news) {
    quiet_since_ms_ = NowMs();
    if (sink_ == nullptr) {
      return;
    }
    ProgressEvent event;
    event.type = news.name.empty() ? ProgressEvent::Type::kJob : ProgressEvent::Type::kNode;
    event.time_ms = NowMs();
    event.job_id = id_;
    event.node = news.name;
    event.node_type = program_.coordinator != nullptr ? "action" : "coordinator";
    event.state = news.state;
    event.transition = news.job_id;
    event.error_code = news.error_code;
    event.message = news.error_message;
    sink_->OnEvent(event);
  };
  Result<std::vector<AnswerRow>> answers = journal_->Answers();
  HPDL_TRY(answers);
  for (AnswerRow& row : *answers) {
    answers_[row.message] = std::move(row);
  }
  was_parked_ = jobs->front().parked.has_value();
  return {};
}

std::unique_ptr<Workflows> CoordinatorRun::MakeWorkflows(const std::string& user) {
  if (!TheOwnServer().url.empty() && network_ != nullptr) {
    return ServedWorkflows(*network_, user);
  }
  if (program_.bundle != nullptr) {
    return OwnCoordinators(io_, program_, state_, facts_, user);
  }
  return program_.coordinator->workflow == HPDL_NONE
             ? nullptr
             : OwnWorkflows(io_, program_, state_, facts_, user);
}

Result<std::unique_ptr<ScheduledJob>> CoordinatorRun::MakeJob() {
  if (program_.bundle != nullptr) {
    Result<std::unique_ptr<BundleJob>> bundle =
        BundleJob::Open(*program_.bundle, CoordinatorSettings::Of(site_), *journal_, *world_);
    HPDL_TRY(bundle);
    return std::unique_ptr<ScheduledJob>(std::move(*bundle));
  }
  Result<std::unique_ptr<CoordinatorJob>> coordinator = CoordinatorJob::Open(
      *program_.coordinator, CoordinatorSettings::Of(site_), *journal_, *world_);
  HPDL_TRY(coordinator);
  TellOf(**coordinator);
  return std::unique_ptr<ScheduledJob>(std::move(*coordinator));
}

Result<JobState> CoordinatorRun::Run() {
  HPDL_TRY(Open());
  quiet_since_ms_ = NowMs();
  Listen();
  ListenToBell();
  TakeMessages();
  BeatSoon();
  io_.run();
  beat_.cancel();
  if (broken_) {
    return *broken_;
  }
  if (sink_ != nullptr && signal_ != 0) {
    sink_->OnDetached(signal_);
  }
  if (sink_ != nullptr && parked_) {
    sink_->OnParked();
  }
  return job_->row().state;
}

void CoordinatorRun::Stop() {
  io_.stop();
}

void CoordinatorRun::Listen() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now{};
    if (sigaction(number, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) {
      signals_.add(number);
    }
  }
  signals_.async_wait([this](const boost::system::error_code& error, int number) {
    if (!error) {
      signal_ = number;
      Stop();
    }
  });
}

void CoordinatorRun::ListenToBell() {
  const int bell = mailbox_->OpenBell();
  if (bell < 0) {
    return;
  }
  bell_.assign(bell);
  const auto await = [this](auto&& self) -> void {
    bell_.async_read_some(boost::asio::buffer(rings_),
                          [this, self](const boost::system::error_code& error, std::size_t) {
                            if (!error) {
                              TakeMessages();
                              self(self);
                            }
                          });
  };
  await(await);
}

void CoordinatorRun::BeatSoon() {
  if (!beat_posted_) {
    beat_posted_ = true;
    boost::asio::post(io_, [this] {
      beat_posted_ = false;
      Beat();
    });
  }
}

/// Calls Beat() of the job once. The answers to messages become durable in the same commit as the
/// changes of the job.
Result<void> CoordinatorRun::BeatOnce() {
  if (std::exchange(asks_again_, false)) {
    TakeMessages();
  }
  if (was_parked_) {
    job_->Unpark();
    was_parked_ = false;
  }
  for (const InHand& each : in_hand_) {
    const AnswerRow row = RowOfAnswer(each.taken->id(), each.answer);
    HPDL_TRY(journal_->PutAnswer(answers_.contains(row.message) ? answers_[row.message] : row));
  }
  HPDL_TRY(notifier_->Flush());
  HPDL_TRY(job_->Beat());
  SendNotices();
  for (const InHand& each : std::exchange(in_hand_, {})) {
    each.taken->Close(each.answer, false);
  }
  return {};
}

void CoordinatorRun::Beat() {
  if (const Result<void> done = BeatOnce(); !done) {
    broken_ = done.error();
    Stop();
    return;
  }
  if (job_->IsHandedOver()) {
    if (const Result<void> parked = job_->Park(NoteOfHandOver()); !parked) {
      broken_ = parked.error();
    }
    Stop();
    return;
  }
  if (job_->IsOver() && HasSent()) {
    End();
    return;
  }
  if (!job_->IsOver() && MayPark()) {
    if (const Result<void> parked = Park(); !parked) {
      broken_ = parked.error();
    }
    Stop();
    return;
  }
  SetTimer();
}

void CoordinatorRun::SetTimer() {
  const std::int64_t now = NowMs();
  std::int64_t due = now + kMostSleepMs;
  if (const std::optional<std::int64_t> next = job_->NextBeatMs()) {
    due = std::min(due, *next);
  }
  if (world_->Follows()) {
    const bool lively = now < quiet_since_ms_ + kLivelyMs;
    due = std::min(due, now + (lively ? kLivelyPollMs : kPollMs));
  }
  due = std::min(due, now + kLookForMessagesMs);
  due = std::min(due, flush_at_ms_.value_or(due));
  if (options_.park_after_ms) {
    due = std::min(due, std::max(now + 1, quiet_since_ms_ + kLingerMs));
  }
  beat_.expires_after(std::chrono::milliseconds(std::max<std::int64_t>(due - now, 0)));
  beat_.async_wait([this](const boost::system::error_code& error) {
    if (error) {
      return;
    }
    TakeMessages();
    if (world_->Poll()) {
      job_->Seen();
    }
    Beat();
  });
}

// ---- messages

void CoordinatorRun::TakeMessages() {
  for (std::unique_ptr<TakenMessage>& taken : mailbox_->Take()) {
    if (const auto known = answers_.find(taken->id()); known != answers_.end()) {
      taken->Close(AnswerOf(known->second), false);
      continue;
    }
    const std::optional<CoordinatorRequest> request = ReadCoordinatorRequest(taken->text());
    if (!request || request->job != id_) {
      taken->Close(Error{ErrorClass::kError, "E0606",
                         "the program that runs this job does not understand the request"},
                   true);
      continue;
    }
    const Result<std::vector<std::int64_t>> done = job_->Ask(*request);
    quiet_since_ms_ = NowMs();
    if (!done && done.error().code == kAskAgain) {
      asks_again_ = true;
      continue;  // the message stays in the mailbox
    }
    if (!done) {
      taken->Close(done.error(), true);
      continue;
    }
    // The answer's row also holds the numbers of the affected actions.
    AnswerRow row = RowOfAnswer(taken->id(), {});
    for (const std::int64_t number : *done) {
      row.error_message.append(row.error_message.empty() ? "" : ",");
      row.error_message.append(std::to_string(number));
    }
    Remember(&answers_, std::move(row));
    in_hand_.push_back({std::move(taken), {}});
    BeatSoon();
  }
}

// ---- parking

bool CoordinatorRun::MayPark() const {
  if (!options_.park_after_ms || !job_->IsIdle() || !in_hand_.empty() || asks_again_ ||
      world_->IsLooking()) {
    return false;
  }
  const std::int64_t now = NowMs();
  if (const std::optional<std::int64_t> next = job_->NextBeatMs(); next && *next <= now) {
    return false;
  }
  const bool lingers = *options_.park_after_ms > 0 && now < quiet_since_ms_ + kLingerMs;
  if (lingers) {
    return false;
  }
  if (!notifier_->Settled(Notifier::Clock::now())) {
    return false;
  }
  const std::vector<Wait> waits = AllWaits();
  return std::all_of(waits.begin(), waits.end(), [&](const Wait& wait) {
    const std::int64_t left = LeftOf(wait, now);
    return left < 0 || left > *options_.park_after_ms || *options_.park_after_ms == 0;
  });
}

/// Returns the waits of the job and, as a further wait, the next try of a notification.
std::vector<Wait> CoordinatorRun::AllWaits() const {
  std::vector<Wait> waits = job_->IsOver() ? std::vector<Wait>() : job_->Waits();
  if (const std::optional<Wait> next = notifier_->NextTry()) {
    waits.push_back(*next);
  }
  return waits;
}

Result<void> CoordinatorRun::Park() {
  ParkingNote note;
  note.since_ms = NowMs();
  for (Wait& wait : AllWaits()) {
    note.entries.push_back({0, "", std::move(wait)});
  }
  HPDL_TRY(job_->Park(EncodeNote(note)));
  parked_ = true;
  return {};
}

}  // namespace hpdl::rt
