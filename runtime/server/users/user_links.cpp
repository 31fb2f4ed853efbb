#include "runtime/server/users/user_links.h"

#include <algorithm>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/server/work/awaited.h"

namespace hpdl::rt {
namespace {

using Answer = Awaited<Result<UserAnswer>>;

/// The time between two looks if the caller of a request has left.
constexpr std::chrono::seconds kLook{1};

Error NoAnswer(const std::string& user, const std::string& why) {
  return {ErrorClass::kTransient, "", "the server of '" + user + "' " + why};
}

}  // namespace

struct UserLinks::Link {
  std::uint64_t run = 0;
  std::unique_ptr<FrameLink> frames;
  std::map<std::uint64_t, std::shared_ptr<Answer>> asked;

  void Fail(const std::string& user, const std::string& why) {
    for (const auto& [number, answer] : std::exchange(asked, {})) {
      answer->Give(NoAnswer(user, why));
    }
  }
};

std::uint64_t UserLinks::RunOf(const std::string& user) const {
  const auto found = links_.find(user);
  return found == links_.end() ? 0 : found->second->run;
}

std::uint64_t UserLinks::LostRunOf(const std::string& user) const {
  const auto found = lost_.find(user);
  return found == lost_.end() ? 0 : found->second;
}

void UserLinks::Use(const std::string& user, std::uint64_t run, Passed pipes) {
  std::shared_ptr<Link>& place = links_[user];
  if (place && place->run == run) {
    return;  // two requests at the same time have asked for a link
  }
  if (pipes.first.get() < 0 || pipes.second.get() < 0) {  // no descriptor was free for them
    lost_[user] = run;
    if (!place) {
      links_.erase(user);
    }
    return;
  }
  if (place) {
    place->Fail(user, "was started again");
  }
  const std::shared_ptr<Link> link = place = std::make_shared<Link>();
  link->run = run;
  const std::weak_ptr<Link> weak = link;
  FrameLink::Handlers handlers;
  handlers.take = [weak](std::string_view frame) {
    UserAnswer answer;
    const std::shared_ptr<Link> from = weak.lock();
    if (!from || !Read(frame, &answer)) {
      return false;
    }
    if (const auto asked = from->asked.find(answer.number); asked != from->asked.end()) {
      const std::shared_ptr<Answer> waiting = asked->second;
      from->asked.erase(asked);
      waiting->Give(std::move(answer));
    }
    return true;
  };
  handlers.ended = [this, weak, user] {
    if (const std::shared_ptr<Link> ended = weak.lock()) {
      if (const auto found = links_.find(user); found != links_.end() && found->second == ended) {
        lost_[user] = ended->run;
        links_.erase(found);
      }
      ended->Fail(user, "has ended");
    }
  };
  link->frames = std::make_unique<FrameLink>(loop_, std::move(pipes.first), std::move(pipes.second),
                                             std::move(handlers));
}

Task<Result<UserAnswer>> UserLinks::Ask(std::string user, UserRequest request,
                                        std::function<bool()> gone, std::chrono::seconds patience) {
  const auto found = links_.find(user);
  if (found == links_.end()) {
    co_return NoAnswer(user, "has just ended");
  }
  const std::shared_ptr<Link> link = found->second;
  if (link->asked.size() >= kMostAsked) {
    co_return NoAnswer(user, "has too many open requests");
  }
  const std::uint64_t number = request.number = ++last_number_;
  const auto answer = std::make_shared<Answer>(loop_);
  link->asked.emplace(number, answer);
  std::string frame;
  Append(request, &frame);
  link->frames->Send(std::move(frame));
  const auto end = SteadyClock::now() + patience;
  std::optional<Result<UserAnswer>> given;
  while (!given && SteadyClock::now() < end) {
    given = co_await answer->Get(gone ? std::min(kLook, patience) : patience);
    if (!given && gone && gone()) {
      gone = nullptr;
      std::string left;
      Append(UserCallerGone{number}, &left);
      link->frames->Send(std::move(left));
    }
  }
  link->asked.erase(number);
  co_return given ? std::move(*given)
                  : Result<UserAnswer>(NoAnswer(user, "did not answer in time"));
}

}  // namespace hpdl::rt
