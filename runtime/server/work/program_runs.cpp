#include "runtime/server/work/program_runs.h"

#include <boost/asio/post.hpp>

namespace hpdl::rt {

ProgramRuns::ProgramRuns(boost::asio::io_context& loop, Children& children,
                         std::shared_ptr<WorkLine> line)
    : loop_(loop),
      children_(children),
      line_(std::move(line)),
      gone_(std::make_shared<bool>(false)) {}

ProgramRuns::~ProgramRuns() {
  *gone_ = true;
}

void ProgramRuns::Add(ProgramRun run, bool now) {
  const std::string id = run.id;
  WorkItem item{run.user, run.verb, id};
  const auto waiting = std::make_shared<ProgramRun>(std::move(run));
  Here& here = here_[id];  // the reference stays valid when other entries are added or removed
  const auto go = [this, gone = gone_, waiting] {
    if (!*gone) {
      Go(std::move(*waiting));
    }
  };
  here.ticket = line_->Add(std::move(item), go, now);
}

bool ProgramRuns::Waits(const std::string& id) const {
  const auto found = here_.find(id);
  return found != here_.end() && !line_->IsRunning(found->second.ticket);
}

std::string ProgramRuns::OutputOf(const std::string& id) const {
  const auto found = here_.find(id);
  return found == here_.end() ? std::string() : children_.OutputOf(found->second.child);
}

bool ProgramRuns::Drop(const std::string& id) {
  const auto found = here_.find(id);
  if (found == here_.end() || line_->IsRunning(found->second.ticket)) {
    return false;
  }
  line_->Leave(found->second.ticket);
  here_.erase(found);
  return true;
}

void ProgramRuns::Go(ProgramRun run) {
  const auto finish = [this, gone = gone_, id = run.id,
                       ended = std::move(run.ended)](const Result<ChildEnd>& end) {
    if (*gone) {
      return;
    }
    const auto found = here_.find(id);
    const WorkLine::Ticket ticket = found->second.ticket;
    here_.erase(found);
    ended(end);
    if (!*gone) {
      line_->Leave(ticket);
    }
  };
  const Result<pid_t> child = children_.Start(
      run.command, [finish](ChildEnd end) { finish(Result<ChildEnd>(std::move(end))); });
  if (child) {
    here_[run.id].child = *child;
  } else {
    boost::asio::post(loop_, [finish, error = child.error()] { finish(error); });
  }
}

}  // namespace hpdl::rt
