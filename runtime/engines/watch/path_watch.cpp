#include "runtime/engines/watch/path_watch.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "runtime/ground/base/fnv_hash.h"

namespace hpdl::rt {
namespace {

/// The maximum number of paths that are checked at the same time.
constexpr std::size_t kMostUnderWay = 4096;

struct UserAndUri {
  std::string_view user, uri;
};

UserAndUri PartsOf(std::string_view key) {
  const std::size_t end = key.find('\n');
  return {key.substr(0, end), key.substr(end + 1)};
}

}  // namespace

PathWatch::PathWatch(PathLooks& looks, LookPace pace, std::function<void(std::uint64_t)> over)
    : looks_(looks), pace_(pace), over_(std::move(over)), gone_(std::make_shared<bool>(false)) {}

PathWatch::~PathWatch() {
  *gone_ = true;
}

void PathWatch::Add(std::uint64_t job, const std::string& user,
                    const std::vector<std::string>& uris, std::int64_t since_ms) {
  const Clock::time_point now = Clock::now();
  const std::int64_t age_ms = std::max<std::int64_t>(NowMs() - since_ms, 0);
  const Clock::time_point began = now - std::chrono::milliseconds(age_ms);
  for (const std::string& uri : uris) {
    const auto [known, is_new] = numbers_.try_emplace(user + "\n" + uri, last_number_ + 1);
    last_number_ += is_new ? 1 : 0;
    const std::uint64_t number = known->second;
    Path& path = paths_[number];
    if (is_new) {
      path.key = &known->first;
    }
    if (path.jobs.empty() || path.jobs.back() != job) {
      path.jobs.push_back(job);
      paths_of_[job].push_back(number);
    }
    path.began = is_new ? began : std::max(path.began, began);
    const bool is_looked_at = path.asked >= began && path.asked != Clock::time_point();
    if (path.due == Clock::time_point::max()) {
      path.again = path.again || !is_looked_at;
    } else {
      Plan(number, path, is_looked_at ? std::min(path.due, NextLook(path)) : now);
    }
  }
}

void PathWatch::Remove(std::uint64_t job) {
  const auto paths = paths_of_.find(job);
  if (paths == paths_of_.end()) {
    return;
  }
  for (const std::uint64_t number : paths->second) {
    const auto path = paths_.find(number);
    std::vector<std::uint64_t>& jobs = path->second.jobs;
    jobs.erase(std::lower_bound(jobs.begin(), jobs.end(), job));
    if (jobs.empty()) {
      Drop(path);
    }
  }
  paths_of_.erase(paths);
}

void PathWatch::Drop(Paths::iterator path) {
  due_.erase({path->second.due, path->first});
  numbers_.erase(numbers_.find(*path->second.key));
  paths_.erase(path);
}

void PathWatch::Plan(std::uint64_t number, Path& path, Clock::time_point due) {
  due_.erase({path.due, number});
  path.due = due;
  if (due != Clock::time_point::max()) {
    due_.insert({due, number});
  }
}

/// Returns the time of the next check of a path. When the pause has reached its maximum, all paths
/// of a folder are checked at the same time.
PathWatch::Clock::time_point PathWatch::NextLook(const Path& path) const {
  using std::chrono::duration_cast;
  const auto age = duration_cast<LookPace::Time>(path.told - path.began);
  const LookPace::Time pause = pace_.PauseAt(std::max(age, LookPace::Time(0)));
  const Clock::time_point next = path.told + pause;
  if (pause < pace_.Longest()) {
    return next;
  }
  FnvHash64 hash;
  hash.Add(std::string_view(*path.key).substr(0, path.key->rfind('/')));
  const LookPace::Time phase(hash.value() % static_cast<std::uint64_t>(pause.count()));
  return next - (next.time_since_epoch() + pause - phase) % pause;
}

void PathWatch::Beat() {
  const Clock::time_point now = Clock::now();
  std::map<std::string_view, std::vector<std::uint64_t>> by_user;
  while (!due_.empty() && due_.begin()->first <= now && under_way_ < kMostUnderWay) {
    const std::uint64_t number = due_.begin()->second;
    Path& path = paths_[number];
    Plan(number, path, Clock::time_point::max());
    path.asked = now;
    ++under_way_;
    by_user[PartsOf(*path.key).user].push_back(number);
  }
  for (const auto& [user, numbers] : by_user) {
    std::vector<std::string> uris;
    for (const std::uint64_t number : numbers) {
      uris.emplace_back(PartsOf(*paths_[number].key).uri);
    }
    looks_.Ask(std::string(user), uris,
               [this, numbers, gone = gone_](std::size_t which, const PathAnswer& answer) {
                 if (!*gone) {
                   Tell(numbers[which], answer);
                 }
               });
  }
}

void PathWatch::Tell(std::uint64_t number, const PathAnswer& answer) {
  --under_way_;
  const auto found = paths_.find(number);
  if (found == paths_.end()) {
    return;
  }
  Path& path = found->second;
  path.told = Clock::now();
  if (!answer || !*answer) {
    const bool again = std::exchange(path.again, false);
    Plan(number, path, again ? path.told : NextLook(path));
    return;
  }
  // During the calls of over_, a new job may begin to wait for the path. The path is checked again
  // for that job.
  Plan(number, path, path.told);
  const std::vector<std::uint64_t> jobs = path.jobs;
  for (const std::uint64_t job : jobs) {
    over_(job);
  }
}

}  // namespace hpdl::rt
