#include "runtime/server/program_runs.h"

#include <algorithm>
#include <boost/asio/post.hpp>

namespace hpdl::rt {

ProgramRuns::ProgramRuns(boost::asio::io_context& loop, Children& children, std::size_t most)
    : loop_(loop), children_(children), most_(most), gone_(std::make_shared<bool>(false)) {}

ProgramRuns::~ProgramRuns() {
  *gone_ = true;
}

void ProgramRuns::Add(ProgramRun run, bool now) {
  here_.insert(run.id);
  if (now) {
    Go(std::move(run));
    return;
  }
  Line& line = lines_[run.user];
  if (line.empty()) {
    turns_.push_back(run.user);
  }
  line.push_back(std::move(run));
  GoOn();
}

bool ProgramRuns::Drop(const std::string& id) {
  for (auto& [user, line] : lines_) {
    const auto found =
        std::find_if(line.begin(), line.end(), [&](const ProgramRun& run) { return run.id == id; });
    if (found == line.end()) {
      continue;
    }
    line.erase(found);
    here_.erase(id);
    if (line.empty()) {
      turns_.remove(user);
      lines_.erase(user);
    }
    return true;
  }
  return false;
}

std::vector<std::string> ProgramRuns::Waiting() const {
  std::vector<std::string> ids;
  for (const std::string& user : turns_) {
    for (const ProgramRun& run : lines_.at(user)) {
      ids.push_back(run.id);
    }
  }
  return ids;
}

void ProgramRuns::Hold(bool held) {
  held_ = held;
  GoOn();
}

void ProgramRuns::GoOn() {
  while (!held_ && running_ < most_ && !turns_.empty()) {
    const auto next = lines_.find(turns_.front());
    turns_.pop_front();
    ProgramRun run = std::move(next->second.front());
    next->second.pop_front();
    if (next->second.empty()) {
      lines_.erase(next);
    } else {
      turns_.push_back(next->first);
    }
    Go(std::move(run));
  }
}

void ProgramRuns::Go(ProgramRun run) {
  ++running_;
  const auto finish = [this, gone = gone_, id = run.id,
                       ended = std::move(run.ended)](const Result<ChildEnd>& end) {
    if (*gone) {
      return;
    }
    --running_;
    here_.erase(id);
    ended(end);
    if (!*gone) {
      GoOn();
    }
  };
  const Result<pid_t> child = children_.Start(
      run.command, [finish](ChildEnd end) { finish(Result<ChildEnd>(std::move(end))); });
  if (!child) {
    boost::asio::post(loop_, [finish, error = child.error()] { finish(error); });
  }
}

}  // namespace hpdl::rt
