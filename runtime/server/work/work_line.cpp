#include "runtime/server/work/work_line.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "runtime/ground/base/clock.h"

namespace hpdl::rt {

std::string_view WordOf(WorkKind kind) {
  constexpr std::array<std::string_view, kWorkKinds.size()> kWords = {
      "program", "compilation", "command", "picture", "action"};
  return kWords[static_cast<std::size_t>(kind)];
}

WorkLine::WorkLine(boost::asio::io_context& loop, WorkKind kind, std::size_t most,
                   std::size_t most_of_user)
    : loop_(loop),
      kind_(kind),
      most_(most),
      most_of_user_(most_of_user == 0 ? most : most_of_user),
      places_(most) {}

void WorkLine::TakePlacesFrom(Ask ask) {
  ask_ = std::move(ask);
  places_ = 0;
}

void WorkLine::Grant(std::size_t places) {
  places_ += places;
  GoOn();
}

/// Calls `ask_` later, once for all changes in this turn of the loop.
void WorkLine::AskLater() {
  if (!ask_ || std::exchange(asking_, true)) {
    return;
  }
  boost::asio::post(loop_, [weak = weak_from_this()] {
    if (const std::shared_ptr<WorkLine> self = weak.lock()) {
      self->asking_ = false;
      self->AskNow();
    }
  });
}

void WorkLine::AskNow() {
  const std::size_t used = running_.size() + (held_ ? 0 : waiting_.size());
  const std::size_t wanted = used > places_ ? used - places_ : 0;
  const std::size_t spare = used < places_ ? places_ - used : 0;
  places_ -= spare;
  const std::size_t given_back = std::exchange(given_back_, 0) + spare;
  if (given_back != 0 || wanted != wanted_) {
    wanted_ = wanted;
    ask_(kind_, wanted, given_back);
  }
}

WorkLine::Ticket WorkLine::Add(WorkItem item, std::function<void()> go, bool now) {
  const Ticket ticket = ++last_;
  item.since_ms = NowMs();
  if (now) {
    Run(ticket, std::move(item), go);
    AskLater();
    return ticket;
  }
  Line& line = users_[item.user].line;
  if (line.empty()) {
    turns_.push_back(item.user);
  }
  waiting_.emplace(ticket, line.insert(line.end(), {ticket, std::move(item), std::move(go)}));
  GoOn();
  return ticket;
}

void WorkLine::Leave(Ticket ticket) {
  if (const auto running = running_.find(ticket); running != running_.end()) {
    const auto user = users_.find(running->second.user);
    --user->second.running;
    if (user->second.running == 0 && user->second.line.empty()) {
      users_.erase(user);
    }
    running_.erase(running);
    // Gives the place back, because it may be another user's turn.
    if (ask_ && places_ > running_.size()) {
      --places_;
      ++given_back_;
    }
    GoOn();
    return;
  }
  const auto waiting = waiting_.find(ticket);
  if (waiting == waiting_.end()) {
    return;
  }
  const std::string name = waiting->second->item.user;
  const auto user = users_.find(name);
  user->second.line.erase(waiting->second);
  waiting_.erase(waiting);
  if (user->second.line.empty()) {
    turns_.remove(name);
    if (user->second.running == 0) {
      users_.erase(user);
    }
  }
  AskLater();
}

void WorkLine::Hold(bool held) {
  held_ = held;
  GoOn();
}

/// Finds the next user who may run one more item; false: there is no such user.
bool WorkLine::NextTurn(std::string* user) {
  for (auto turn = turns_.begin(); turn != turns_.end(); ++turn) {
    if (ask_ || users_.at(*turn).running < most_of_user_) {
      *user = std::move(*turn);
      turns_.erase(turn);
      return true;
    }
  }
  return false;
}

void WorkLine::GoOn() {
  std::string name;
  while (!held_ && running_.size() < places_ && NextTurn(&name)) {
    Line& line = users_.at(name).line;
    Waiting next = std::move(line.front());
    line.pop_front();
    waiting_.erase(next.ticket);
    if (!line.empty()) {
      turns_.push_back(name);
    }
    next.item.since_ms = NowMs();
    Run(next.ticket, std::move(next.item), next.go);
  }
  AskLater();
}

void WorkLine::Run(Ticket ticket, WorkItem item, const std::function<void()>& go) {
  ++users_[item.user].running;
  running_.emplace(ticket, std::move(item));
  go();
}

WorkNow WorkLine::Now(std::size_t items, const std::string* user) const {
  WorkNow now;
  now.kind = kind_;
  now.most = most_;
  now.most_of_user = most_of_user_;
  now.running = running_.size();
  now.waiting = waiting_.size();
  now.running_of_all = ask_ ? running_of_all_ : now.running;
  now.waiting_of_all = ask_ ? waiting_of_all_ : now.waiting;
  const auto add = [items, user](const WorkItem& item, std::vector<WorkItem>* list) {
    if (list->size() < items && (user == nullptr || item.user == *user)) {
      list->push_back(item);
    }
  };
  for (const auto& [ticket, item] : running_) {
    add(item, &now.running_items);
  }
  for (const std::string& name : turns_) {
    for (const Waiting& each : users_.at(name).line) {
      add(each.item, &now.waiting_items);
    }
  }
  return now;
}

WorkLine::Place::~Place() {
  if (line_ != nullptr) {
    line_->Leave(ticket_);
  }
}

Task<WorkLine::Place> WorkLine::Enter(std::shared_ptr<WorkLine> self, WorkItem item) {
  struct Turn {
    explicit Turn(boost::asio::io_context& loop)
        : woken(loop, boost::asio::steady_timer::time_point::max()) {}
    boost::asio::steady_timer woken;
    bool come = false;
  };
  Turn turn(self->loop_);
  const auto go = [&turn] {
    turn.come = true;
    turn.woken.cancel();
  };
  // `place` takes the item out of the line if the coroutine is destroyed.
  Place place(self, self->Add(std::move(item), go));
  while (!turn.come) {
    // If the task is cancelled, the next co_await throws an exception, which also leaves this while
    // loop.
    co_await turn.woken.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  }
  co_return std::move(place);
}

}  // namespace hpdl::rt
