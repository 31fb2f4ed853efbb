#include "stdlib/cluster/launch_children.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include "runtime/ground/base/sleep.h"
#include "runtime/world/hadoop/conf.h"
#include "stdlib/cluster/application.h"
#include "stdlib/cluster/job_staging.h"

namespace hpdl::stdlib {

namespace {

/// The number of checks for the end of a killed application, and the pause between two checks.
constexpr int kEndTries = 40;
constexpr auto kEndPause = std::chrono::milliseconds(250);
/// The maximum number of searches for new children, and the pause between two searches.
constexpr int kLooks = 4;
constexpr auto kLookPause = std::chrono::milliseconds(500);
/// The time for which failed requests are repeated, for example while a standby resource manager
/// takes over.
constexpr auto kPatience = std::chrono::seconds(30);
constexpr std::size_t kMostJobs = 1000;
constexpr char kSpark[] = "SPARK", kMapReduce[] = "MAPREDUCE";
/// The most requests to the job history for a job that it does not show yet.
constexpr int kHistoryTries = 80;

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

bool IsWord(char c) {
  return IsDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Returns the length of "DIGITS_DIGITS" at the start of `text`. Returns 0 if `text` begins with
/// other text.
std::size_t NumbersAt(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && IsDigit(text[at])) {
      ++at;
    }
    return at > start;
  };
  if (!digits() || at == text.size() || text[at] != '_') {
    return 0;
  }
  ++at;
  return digits() && (at == text.size() || !IsWord(text[at])) ? at : 0;
}

std::string NumbersOf(const std::string& id) {
  return id.substr(std::min(id.find('_'), id.size()));
}

}  // namespace

rt::Task<rt::Result<std::vector<rt::Application>>> LaunchChildren::Find(std::string own) {
  rt::Result<std::vector<rt::Application>> found = co_await cluster_.FindByTag(tag_);
  if (found) {
    std::erase_if(*found, [&](const rt::Application& each) { return each.id == own; });
    std::sort(found->begin(), found->end(), [](const auto& a, const auto& b) {
      return a.id.size() != b.id.size() ? a.id.size() < b.id.size() : a.id < b.id;
    });
  }
  co_return found;
}

rt::Task<bool> LaunchChildren::InHistory(std::string job) {
  for (int tries = 0; tries < kHistoryTries; ++tries) {
    const auto found = co_await cluster_.Job(job);
    if (!found) {
      co_return false;
    }
    if (*found) {
      co_return true;
    }
    co_await rt::Sleep(kEndPause);
  }
  co_return false;
}

rt::Task<std::optional<rt::Counters>> LaunchChildren::CountersOf(
    std::vector<rt::Application> children) {
  std::optional<rt::Counters> sum;
  for (const rt::Application& child : children) {
    if (child.type != kMapReduce) {
      continue;
    }
    const std::string job = MapReduceId(child.id);
    const bool known = co_await InHistory(job);
    if (!known) {
      continue;
    }
    const rt::Result<rt::Counters> counters = co_await cluster_.JobCounters(job);
    if (!counters) {
      continue;
    }
    if (!sum) {
      sum.emplace();
    }
    for (const auto& [group, values] : *counters) {
      for (const auto& [name, value] : values) {
        (*sum)[group][name] += value;
      }
    }
  }
  co_return sum;
}

/// Kills the children that still run. Returns true if a child was running. Returns nullopt if a
/// child could not be killed.
rt::Task<std::optional<bool>> LaunchChildren::Kill(std::vector<rt::Application> children) {
  std::optional<bool> ran = false;
  bool failed = false;
  for (const rt::Application& child : children) {
    if (!child.ended()) {
      const rt::Result<void> killed = co_await cluster_.Kill(child.id);
      failed = failed || !killed;
      ran = true;
    }
  }
  if (failed) {
    ran.reset();
  }
  co_return ran;
}

rt::Task<void> LaunchChildren::End(std::string own, bool looks_again) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  int looks = 0;
  while (true) {
    auto children = co_await Find(own);
    std::optional<bool> ran;
    if (children) {
      ran = co_await Kill(*children);
    }
    looks += ran ? 1 : 0;
    const bool last = ran ? !looks_again || looks == kLooks || (looks > 1 && !*ran)
                          : std::chrono::steady_clock::now() >= until;
    if (last && children) {
      co_await DropStaging(std::move(*children));
    }
    if (last) {
      co_return;
    }
    co_await rt::Sleep(kLookPause);
  }
}

/// Removes the staging folders that a kill leaves, except those that a master may still use.
rt::Task<void> LaunchChildren::DropStaging(std::vector<rt::Application> children) {
  const auto staging = JobStaging::Of(cluster_.conf().Value("yarn.app.mapreduce.am.staging-dir"),
                                      cluster_.user(), base_);
  for (const rt::Application& child : children) {
    bool ended = false;
    for (int tries = 0; tries < kEndTries && !ended; ++tries) {
      const auto found = co_await cluster_.Find(child.id);
      ended = found && (!*found || (*found)->ended());
      if (!ended) {
        co_await rt::Sleep(kEndPause);
      }
    }
    if (!ended) {
      continue;
    }
    if (child.type == kSpark) {
      const rt::Result<void> deleted =
          co_await files_.Delete(files_.Home() + "/.sparkStaging/" + child.id);
      static_cast<void>(deleted);
    } else if (staging) {
      std::string name = MapReduceId(child.id);
      co_await staging->Drop(std::move(name));
    }
  }
}

std::vector<std::string> JobsInText(std::string_view text) {
  std::vector<std::string> found;
  std::set<std::string, std::less<>> seen;
  for (std::size_t at = 0; at < text.size() && found.size() < kMostJobs; ++at) {
    const std::string_view rest = text.substr(at);
    const std::string_view prefix = rest.starts_with("application_") ? "application_"
                                    : rest.starts_with("job_")       ? "job_"
                                                                     : "";
    if (prefix.empty() || (at > 0 && IsWord(text[at - 1]))) {
      continue;
    }
    const std::size_t size = NumbersAt(rest.substr(prefix.size()));
    if (size == 0) {
      continue;
    }
    std::string id(rest.substr(0, prefix.size() + size));
    if (seen.insert(id).second) {
      found.push_back(std::move(id));
    }
    at += prefix.size() + size - 1;
  }
  return found;
}

std::string JobList(const std::vector<rt::Application>& children,
                    const std::vector<std::string>& named, const std::string& own) {
  std::set<std::string> listed = {NumbersOf(own)};
  std::string list;
  const auto add = [&](const std::string& id) {
    if (listed.insert(NumbersOf(id)).second) {
      list.append(list.empty() ? "" : ",").append(id);
    }
  };
  for (const rt::Application& child : children) {
    add(child.type == kSpark ? child.id : MapReduceId(child.id));
  }
  for (const std::string& id : named) {
    add(id);
  }
  return list;
}

}  // namespace hpdl::stdlib
