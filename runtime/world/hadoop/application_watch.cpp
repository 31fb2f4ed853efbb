#include "runtime/world/hadoop/application_watch.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <optional>
#include <set>
#include <utility>

#include "runtime/ground/base/percent.h"
#include "runtime/world/hadoop/yarn_replies.h"

namespace hpdl::rt {

namespace {

constexpr char kLive[] = "NEW,NEW_SAVING,SUBMITTED,ACCEPTED,RUNNING";
constexpr char kEnded[] = "FINISHED,FAILED,KILLED";
/// If more applications than this number are missing from a list, a list of ended applications is
/// requested before calls for single applications.
constexpr std::size_t kFewMissing = 8;
/// A proxy in front of the server may refuse long URLs. After a refusal, the tags in a list call
/// have at most about this many characters.
constexpr std::size_t kSafeTagText = 3000;
/// An application counts as unknown after its server has not found it this many times in a row.
/// After a failover, the new server may not find the application for a moment.
constexpr int kTimesUnknown = 2;
constexpr char kUnknown[] = "JA017";

Error UnknownEverywhere(const std::string& id) {
  return {ErrorClass::kError, kUnknown,
          id + " is known neither to the resource manager nor to the job history"};
}

Error UnknownSoFar(const std::string& id, Error error) {
  error.message = id + " is not known to the resource manager any more; " + error.message;
  return error;
}

/// Converts a MapReduce job of the history to the application that the resource manager would have
/// reported.
Application FromHistory(const std::string& id, const HistoryJob& job) {
  Application app;
  app.id = id;
  app.type = "MAPREDUCE";
  app.state = job.state == "KILLED" ? "KILLED" : "FINISHED";
  app.final_status = job.state == "ERROR" ? "FAILED" : job.state;
  app.diagnostics = job.diagnostics;
  app.progress = 100;
  return app;
}

}  // namespace

/// A waiting task. The object is a local variable of Next() or End().
class ApplicationWatch::Waiter {
 public:
  /// If `before` has no value, the task waits for the end of the application.
  Waiter(std::shared_ptr<ApplicationWatch> watch, const std::string& id, std::string tag,
         std::optional<std::string> before)
      : watch_(std::move(watch)),
        tag_(std::move(tag)),
        before_(std::move(before)),
        first_look_(watch_->looks_ + 1),
        event_(watch_->loop_, Clock::time_point::max()),
        place_(watch_->waiters_.emplace(id, this)) {}
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;
  ~Waiter() {
    if (!news_) {
      watch_->waiters_.erase(place_);
    }
    if (watch_->waiters_.empty()) {
      watch_->timer_.cancel();  // the watch ends if no task waits
    }
  }

  Task<Result<Application>> Wait() {
    boost::system::error_code ended;
    // The first check may already have ended, and Tell() wakes only a task that waits.
    if (!news_) {
      co_await event_.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ended));
    }
    if (!news_) {
      throw boost::system::system_error(ended);  // the action was cancelled
    }
    co_return std::move(*news_);
  }

  const std::string& tag() const { return tag_; }
  bool Covers(std::int64_t look) const { return first_look_ <= look; }
  bool WantsToHurry() const { return !before_ || !before_->starts_with("RUNNING"); }
  bool WantsEnd() const { return !before_; }
  /// True if the application was found at least once.
  bool found() const { return found_; }

  /// True if the task must be woken with this state or error of its application. Counts how often
  /// in a row the application was unknown.
  bool Wants(const Result<Application>& news) {
    if (!news && news.error().code == kUnknown) {
      return ++unknown_ >= kTimesUnknown;
    }
    unknown_ = 0;
    found_ = found_ || news.ok();
    return !news || (before_ ? news->Status() != *before_ : news->ended());
  }
  /// True for an error or a changed state; false if only the progress of the application has
  /// changed.
  bool IsChange(const Result<Application>& news) const {
    return !news || !before_ || !before_->starts_with(news->state);
  }
  void Tell(const Result<Application>& news) {
    news_ = news;
    event_.cancel();
  }

 private:
  const std::shared_ptr<ApplicationWatch> watch_;
  const std::string tag_;
  const std::optional<std::string> before_;
  const std::int64_t first_look_;  ///< number of the first check after the task began to wait
  int unknown_ = 0;
  bool found_ = false;
  boost::asio::steady_timer event_;
  std::optional<Result<Application>> news_;
  const std::multimap<std::string, Waiter*>::iterator place_;
};

Task<Result<Application>> ApplicationWatch::Next(std::shared_ptr<ApplicationWatch> self,
                                                 std::string id, std::string tag,
                                                 std::string before) {
  Waiter waiter(self, id, std::move(tag), std::move(before));
  co_return co_await Await(std::move(self), waiter);
}

Task<Result<Application>> ApplicationWatch::End(std::shared_ptr<ApplicationWatch> self,
                                                std::string id, std::string tag) {
  Waiter waiter(self, id, std::move(tag), std::nullopt);
  co_return co_await Await(std::move(self), waiter);
}

Task<Result<Application>> ApplicationWatch::Await(std::shared_ptr<ApplicationWatch> self,
                                                  Waiter& waiter) {
  if (!self->running_) {
    self->running_ = true;
    self->pause_ms_ = self->pace_.least_ms;
    self->next_look_ = Clock::time_point::max();
    self->look_at_living_ = Clock::time_point();
    self->Hurry();
    boost::asio::co_spawn(self->loop_, Run(self), boost::asio::detached);
  } else if (waiter.WantsToHurry()) {
    self->Hurry();
  }
  co_return co_await waiter.Wait();
}

/// Brings the next check forward. Called when the first task begins to wait, and when a task begins
/// to wait for a change of state.
void ApplicationWatch::Hurry() {
  pause_ms_ = pace_.least_ms;
  const auto ms = [](std::int64_t count) { return std::chrono::milliseconds(count); };
  const std::int64_t rest =
      std::min(static_cast<std::int64_t>(found_) * pace_.each_ms, pace_.most_ms);
  const Clock::time_point soon = std::max(Clock::now() + ms(pace_.least_ms), last_look_ + ms(rest));
  if (soon < next_look_) {
    next_look_ = soon;
    timer_.cancel();
  }
}

void ApplicationWatch::PlanNext(std::size_t found, std::int64_t most_ms) {
  found_ = found;
  last_look_ = Clock::now();
  // Each pause is a tenth longer than the previous pause. So the delay until a task learns of its
  // application's end is about a tenth of the time that the task has waited.
  pause_ms_ = std::exchange(changed_, false) ? pace_.least_ms : pause_ms_ + (pause_ms_ + 9) / 10;
  pause_ms_ = std::min(pause_ms_, most_ms);
  const std::int64_t rest = static_cast<std::int64_t>(found) * pace_.each_ms;
  next_look_ = last_look_ + std::chrono::milliseconds(std::min(std::max(pause_ms_, rest), most_ms));
}

Task<void> ApplicationWatch::Run(std::shared_ptr<ApplicationWatch> self) {
  while (!self->waiters_.empty()) {
    if (Clock::now() < self->next_look_) {
      self->timer_.expires_at(TheTime().NextLook(self->next_look_));
      // Hurry() and the end of the last waiting task cancel the timer. Then `ignored` is set.
      boost::system::error_code ignored;
      co_await self->timer_.async_wait(
          boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
      continue;
    }
    co_await self->Look();
  }
  self->running_ = false;
}

Task<void> ApplicationWatch::Look() {
  next_look_ = Clock::time_point::max();
  ++looks_;
  std::vector<std::string> tags = Tags();
  std::optional<std::vector<std::string>> unfound = EndsAlone();
  if (unfound && unfound->size() <= kFewMissing && Clock::now() < look_at_living_) {
    co_await LookForEnds(std::move(tags), std::move(*unfound));
    co_return;
  }
  look_at_living_ = Clock::now() + std::chrono::milliseconds(pace_.living_ms);
  Found found;
  const Result<void> listed = co_await List(tags, kLive, &found);
  // If all tasks wait for the ends of their applications, only ended applications are listed next.
  PlanNext(unfound ? 0 : found.size(), unfound ? pace_.ends_ms : pace_.most_ms);
  if (!listed) {
    TellAll(listed.error());
    co_return;
  }
  std::vector<std::string> missing = Missing(found);
  Tell(found);
  found.clear();
  if (!missing.empty()) {
    co_await LookAtMissing(std::move(missing), std::move(tags));
  }
}

/// Lists the ended applications. Used while all tasks wait for the ends of their applications. An
/// application that was never found and is not in this list is looked up by its own call, because
/// the resource manager may have forgotten it.
Task<void> ApplicationWatch::LookForEnds(std::vector<std::string> tags,
                                         std::vector<std::string> unfound) {
  Found found;
  const Result<void> listed = co_await List(tags, kEnded, &found);
  PlanNext(found.size(), pace_.ends_ms);
  if (!listed) {
    TellAll(listed.error());
    co_return;
  }
  std::erase_if(unfound, [&](const std::string& id) { return found.count(id) != 0; });
  Tell(found);
  for (const std::string& id : unfound) {
    const Result<Application> news = co_await FindAnywhere(id);
    TellOne(id, news);
  }
}

Task<Result<void>> ApplicationWatch::List(const std::vector<std::string>& tags, const char* states,
                                          Found* found) {
  for (std::size_t next = 0; next < tags.size();) {
    const std::size_t first = next;
    std::string some;
    while (next < tags.size() && some.size() < most_tag_text_) {
      some.append(some.empty() ? "" : ",").append(PercentEncoded(tags[next++]));
    }
    const bool safe = most_tag_text_ <= kSafeTagText || some.size() <= kSafeTagText;
    Result<std::vector<Application>> listed = co_await manager_.List(std::move(some), states);
    if (!listed && !safe && listed.error().error_class != ErrorClass::kTransient) {
      most_tag_text_ = kSafeTagText;
      next = first;
      continue;
    }
    HPDL_CO_TRY(listed);
    for (Application& app : *listed) {
      std::string id = app.id;
      found->insert_or_assign(std::move(id), std::move(app));
    }
  }
  co_return Result<void>();
}

Task<void> ApplicationWatch::LookAtMissing(std::vector<std::string> missing,
                                           std::vector<std::string> tags) {
  if (missing.size() > kFewMissing) {
    Found found;
    const Result<void> listed = co_await List(tags, kEnded, &found);
    if (!listed) {
      TellAll(listed.error());
      co_return;
    }
    std::erase_if(missing, [&](const std::string& id) { return found.count(id) != 0; });
    Tell(found);
  }
  for (const std::string& id : missing) {
    const Result<Application> news = co_await FindAnywhere(id);
    TellOne(id, news);
  }
}

Task<Result<Application>> ApplicationWatch::FindAnywhere(std::string id) {
  Result<std::optional<Application>> found = co_await manager_.Find(id);
  HPDL_CO_TRY(found);
  if (*found) {
    co_return std::move(**found);
  }
  const Result<std::optional<HistoryJob>> job = co_await history_.Job(JobIdOf(id));
  if (!job) {
    co_return UnknownSoFar(id, job.error());
  }
  if (*job) {
    co_return FromHistory(id, **job);
  }
  co_return UnknownEverywhere(id);
}

std::vector<std::string> ApplicationWatch::Tags() const {
  std::set<std::string> tags;
  for (const auto& [id, waiter] : waiters_) {
    tags.insert(waiter->tag());
  }
  return {tags.begin(), tags.end()};
}

std::vector<std::string> ApplicationWatch::Missing(const Found& found) const {
  std::vector<std::string> missing;
  for (const auto& [id, waiter] : waiters_) {
    if (waiter->Covers(looks_) && found.count(id) == 0 &&
        (missing.empty() || missing.back() != id)) {
      missing.push_back(id);
    }
  }
  return missing;
}

/// Returns the applications that were never found, if all tasks wait for the ends of their
/// applications. Otherwise returns nullopt.
std::optional<std::vector<std::string>> ApplicationWatch::EndsAlone() const {
  std::vector<std::string> unfound;
  for (const auto& [id, waiter] : waiters_) {
    if (!waiter->WantsEnd()) {
      return std::nullopt;
    }
    if (!waiter->found()) {
      unfound.push_back(id);
    }
  }
  return unfound;
}

void ApplicationWatch::Tell(const Found& found) {
  for (const auto& [id, app] : found) {
    TellOne(id, app);
  }
}

void ApplicationWatch::TellOne(const std::string& id, const Result<Application>& news) {
  auto [at, end] = waiters_.equal_range(id);
  while (at != end) {
    Waiter& waiter = *at->second;
    if (!waiter.Wants(news)) {
      ++at;
      continue;
    }
    changed_ = changed_ || waiter.IsChange(news);
    at = waiters_.erase(at);
    waiter.Tell(news);
  }
}

void ApplicationWatch::TellAll(const Error& error) {
  for (const auto& [id, waiter] : std::exchange(waiters_, {})) {
    waiter->Tell(error);
  }
}

}  // namespace hpdl::rt
