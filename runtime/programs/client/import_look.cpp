#include "runtime/programs/client/import_look.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/import_record.h"
#include "runtime/programs/client/time_zones.h"

namespace hpdl::client {
namespace {

constexpr std::int64_t kPage = 500;
constexpr std::int64_t kMostPages = 2000;
constexpr int kMostLooks = 5;
constexpr std::int64_t kMostNumber = 1 << 30;
constexpr std::size_t kMinutes = 16;  // characters of a time without its seconds

constexpr std::string_view kLive[] = {"PREP",      "PREPSUSPENDED",    "PREPPAUSED",
                                      "RUNNING",   "RUNNINGWITHERROR", "PAUSED",
                                      "SUSPENDED", "PAUSEDWITHERROR",  "SUSPENDEDWITHERROR"};
constexpr std::string_view kOpen[] = {"WAITING", "READY", "SUBMITTED", "RUNNING", "SUSPENDED"};

Error NoAnswer(const std::string& what) {
  return ServerFailure("HTTP error", "the answer is not a " + what + " of Oozie");
}

std::optional<std::int64_t> NumberOf(const Json& object, const char* name) {
  const Json& value = Member(object, name);
  return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

std::optional<std::int64_t> TimeOf(const Json& object, const char* name) {
  const std::optional<std::string> text = TextOf(object, name);
  return text ? ReadHttpDate(*text) : std::nullopt;
}

std::string Filter(std::span<const std::string_view> statuses) {
  std::string filter;
  for (const std::string_view status : statuses) {
    filter.append(filter.empty() ? "" : ";").append("status=").append(status);
  }
  return filter;
}

Result<Json> ShowJob(Session* session, const std::string& id, Parameters more) {
  Parameters parameters = {{"show", "info"}};
  parameters.insert(parameters.end(), more.begin(), more.end());
  return Show(session, "job/" + id, std::move(parameters));
}

Result<SeenCoordinator> ReadCoordinator(const Json& answer, const std::string& id) {
  SeenCoordinator seen;
  const std::optional<std::int64_t> start = TimeOf(answer, "startTime");
  const std::optional<std::int64_t> end = TimeOf(answer, "endTime");
  if (TextOf(answer, "coordJobId") != id || !start || !end || !TextOf(answer, "status")) {
    return NoAnswer("coordinator");
  }
  seen.id = id;
  seen.name = TextOf(answer, "coordJobName").value_or("");
  seen.user = TextOf(answer, "user").value_or("");
  seen.status = *TextOf(answer, "status");
  seen.bundle = TextOf(answer, "bundleId").value_or("");
  seen.configuration = TextOf(answer, "conf").value_or("");
  seen.start = *start;
  seen.end = *end;
  seen.concurrency = NumberOf(answer, "concurrency").value_or(0);
  seen.pause = TimeOf(answer, "pauseTime");
  seen.next = TimeOf(answer, "nextMaterializedTime");
  return seen;
}

/// Reads the coordinator once. Returns nullopt if the server made actions in the meantime.
Result<std::optional<SeenCoordinator>> LookOnce(Session* session, const std::string& id) {
  std::optional<SeenCoordinator> seen;
  BegunActions begun;
  bool more = true;
  for (std::int64_t page = 0; more; ++page) {
    if (page == kMostPages) {
      return ServerFailure("E0303", id + " has more than a million waiting actions");
    }
    const Result<Json> answer = ShowJob(session, id,
                                        {{"order", "desc"},
                                         {"offset", std::to_string(page * kPage + 1)},
                                         {"len", std::to_string(kPage)}});
    HPDL_TRY(answer);
    if (!seen) {
      Result<SeenCoordinator> read = ReadCoordinator(*answer, id);
      HPDL_TRY(read);
      seen = std::move(*read);
    }
    const Json& actions = Member(*answer, "actions");
    if (!actions.is_array()) {
      return NoAnswer("coordinator");
    }
    more = static_cast<std::int64_t>(actions.size()) == kPage;
    for (const Json& action : actions) {
      const Result<bool> waits = begun.Add(action);
      HPDL_TRY(waits);
      if (!*waits) {
        more = false;
        break;
      }
    }
  }
  if (begun.newest() && (!seen->next || *seen->next <= *begun.newest())) {
    return std::optional<SeenCoordinator>();
  }
  seen->first = begun.First(seen->next, seen->start);
  seen->waiting = begun.waiting();
  const Result<Json> open = ShowJob(session, id, {{"filter", Filter(kOpen)}, {"len", "1"}});
  HPDL_TRY(open);
  seen->going_on = std::max<std::int64_t>(NumberOf(*open, "total").value_or(0) - seen->waiting, 0);
  return seen;
}

}  // namespace

std::string TimeText(std::int64_t time) {
  return rt::DateAndTime(rt::UtcTimeOf(time), 'T').substr(0, kMinutes) + "Z";
}

std::string TimeText(const std::optional<std::int64_t>& time) {
  return time ? TimeText(*time) : std::string();
}

bool IsLive(std::string_view status) {
  return std::find(std::begin(kLive), std::end(kLive), status) != std::end(kLive);
}

bool IsSuspended(std::string_view status) {
  return status.starts_with("SUSPENDED") || status == "PREPSUSPENDED";
}

std::string FirstAction::Text() const {
  return (number ? std::to_string(*number) : "") + (time ? "@" + TimeText(*time) : "");
}

bool Agree(std::string_view first, std::string_view other) {
  const auto parts = [](std::string_view text) {
    const std::size_t at = std::min(text.find('@'), text.size());
    return std::pair(text.substr(0, at), text.substr(at));
  };
  const auto [number, time] = parts(first);
  const auto [other_number, other_time] = parts(other);
  const bool numbers = !number.empty() && !other_number.empty();
  const bool times = !time.empty() && !other_time.empty();
  return (numbers || times) && (!numbers || number == other_number) &&
         (!times || time == other_time);
}

Result<bool> BegunActions::Add(const Json& action) {
  const std::optional<std::int64_t> number = NumberOf(action, "actionNumber");
  const std::optional<std::int64_t> time = TimeOf(action, "nominalTime");
  const std::optional<std::string> status = TextOf(action, "status");
  if (!number || *number < 1 || *number > kMostNumber || !time || !status) {
    return NoAnswer("coordinator");
  }
  if (first_.number && *number > *first_.number) {
    return ServerFailure("E0303", "the server does not list the newest actions first");
  }
  if (first_.number == number) {
    return true;  // the server made an action between two pages
  }
  newest_ = newest_ ? newest_ : time;
  if (*status != "WAITING" && *status != "READY") {
    begun_ = number;
    return false;
  }
  first_ = {number, time};
  ++waiting_;
  return true;
}

FirstAction BegunActions::First(std::optional<std::int64_t> next, std::int64_t start) const {
  if (first_.number) {
    return first_;
  }
  if (begun_) {
    return {*begun_ + 1, next};
  }
  // The server lists no action. If `next` is after `start`, the server has made actions, and Oozie
  // has purged them because they ended long ago. The number of the next action is then unknown.
  return next && *next > start ? FirstAction{std::nullopt, next} : FirstAction{1, std::nullopt};
}

bool SeenCoordinator::IsOver() const {
  return first.time.value_or(start) >= end;
}

Result<SeenCoordinator> LookAtJob(Session* session, const std::string& id) {
  const Result<Json> answer = ShowJob(session, id, {{"len", "1"}});
  HPDL_TRY(answer);
  return ReadCoordinator(*answer, id);
}

Result<SeenCoordinator> LookAtActions(Session* session, const std::string& id) {
  for (int look = 0; look < kMostLooks; ++look) {
    Result<std::optional<SeenCoordinator>> seen = LookOnce(session, id);
    HPDL_TRY(seen);
    if (*seen) {
      return std::move(**seen);
    }
  }
  return ServerFailure("E0303", "the server does not say which action of " + id + " comes next");
}

Result<bool> HasBegun(Session* session, const std::string& id) {
  for (std::int64_t page = 0; page < kMostPages; ++page) {
    const Result<Json> answer =
        ShowJob(session, id,
                {{"offset", std::to_string(page * kPage + 1)}, {"len", std::to_string(kPage)}});
    HPDL_TRY(answer);
    const Json& actions = Member(*answer, "actions");
    if (!actions.is_array()) {
      return NoAnswer("coordinator");
    }
    for (const Json& action : actions) {
      const std::string status = TextOf(action, "status").value_or("");
      const bool idle = status == "WAITING" || status == "READY" || status == "KILLED";
      if (!idle || !TextOf(action, "externalId").value_or("").empty()) {
        return true;
      }
    }
    if (static_cast<std::int64_t>(actions.size()) < kPage) {
      return false;
    }
  }
  return true;
}

Result<std::vector<Json>> LiveJobs(Session* session, const std::string& type) {
  const char* member = type == "coord" ? "coordinatorjobs" : "bundlejobs";
  std::vector<Json> jobs;
  for (std::int64_t page = 0; page < kMostPages; ++page) {
    const Result<Json> answer = Show(session, "jobs",
                                     {{"jobtype", type},
                                      {"filter", Filter(kLive)},
                                      {"offset", std::to_string(page * kPage + 1)},
                                      {"len", std::to_string(kPage)}});
    HPDL_TRY(answer);
    const Json& found = Member(*answer, member);
    if (!found.is_array()) {
      return NoAnswer("list of jobs");
    }
    jobs.insert(jobs.end(), found.begin(), found.end());
    if (static_cast<std::int64_t>(found.size()) < kPage) {
      break;
    }
  }
  return jobs;
}

Result<std::vector<std::string>> CoordinatorsOf(Session* session, const std::string& bundle) {
  const Result<Json> answer = ShowJob(session, bundle, {});
  HPDL_TRY(answer);
  const Json& coordinators = Member(*answer, "bundleCoordJobs");
  if (TextOf(*answer, "bundleJobId") != bundle || !coordinators.is_array()) {
    return NoAnswer("bundle");
  }
  std::vector<std::string> ids;
  for (const Json& coordinator : coordinators) {
    const std::string id = TextOf(coordinator, "coordJobId").value_or("");
    if (IsJobId(id, 'C')) {
      ids.push_back(id);
    }
  }
  return ids;
}

}  // namespace hpdl::client
