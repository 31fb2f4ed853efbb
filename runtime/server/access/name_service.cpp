#include "runtime/server/access/name_service.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kAsked = 4;  ///< maximum number of `id` and `getent` processes at a time
constexpr std::size_t kMostAnswers = 10'000;
constexpr std::int64_t kGoodForMs = 300'000, kBadForMs = 30'000;
constexpr std::chrono::milliseconds kNameServicePatience{10'000};

std::int64_t NameServiceNow() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             SteadyClock::now().time_since_epoch())
      .count();
}

/// True if a name is a number, which `id` would take for a uid.
bool IsNumber(std::string_view name) {
  return name.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

NameService::NameService(boost::asio::io_context& loop, Children& children, GroupsByUser known)
    : children_(children),
      known_(std::move(known)),
      places_(std::make_shared<AdmissionQueue>(loop, kAsked)) {}

Task<NameService::Answer> NameService::Ask(std::vector<std::string> argv) {
  const AdmissionQueue::Place turn = co_await AdmissionQueue::Enter(places_);
  const auto kept = answers_.find(argv);
  if (kept != answers_.end() && kept->second.until_ms > NameServiceNow()) {
    co_return kept->second;
  }
  ChildCommand command;
  command.argv = argv;
  command.environment = {"LC_ALL=C"};
  command.limits.time = kNameServicePatience;
  Result<ChildEnd> end = co_await children_.Run(std::move(command));
  Answer answer;
  answer.good = end && end->code == 0 && !end->output_cut;
  answer.until_ms = NameServiceNow() + (answer.good ? kGoodForMs : kBadForMs);
  answer.text = end ? std::move(end->output) : std::string();
  if (answers_.size() >= kMostAnswers) {
    answers_.clear();
  }
  answers_[std::move(argv)] = answer;
  co_return answer;
}

Task<Result<std::vector<std::string>>> NameService::GroupsOf(std::string user) {
  std::vector<std::string> groups;
  const auto known = known_.find(user);
  if (known != known_.end()) {
    groups = known->second;
  } else if (!IsNumber(user)) {
    std::vector<std::string> argv{"/usr/bin/id", "-Gnz", "--", user};
    const Answer answer = co_await Ask(std::move(argv));
    if (answer.good) {
      for (const std::string_view group : Split(answer.text, '\0')) {
        groups.emplace_back(group);
      }
    }
  }
  if (groups.empty()) {
    co_return Error{ErrorClass::kError, "", "No groups found for user " + user};
  }
  co_return groups;
}

Task<std::optional<std::string>> NameService::EntryOf(std::string database, std::string key) {
  std::vector<std::string> argv{"/usr/bin/getent", "--", std::move(database), std::move(key)};
  Answer answer = co_await Ask(std::move(argv));
  co_return answer.good ? std::optional(std::move(answer.text)) : std::nullopt;
}

Task<std::vector<std::string>> NameService::AddressesOf(std::string host) {
  std::vector<std::string> argv{"/usr/bin/getent", "ahosts", "--", host};
  const Answer answer = co_await Ask(std::move(argv));
  std::vector<std::string> addresses;
  if (answer.good) {
    for (const std::string_view line : Split(answer.text, '\n')) {
      addresses.emplace_back(line.substr(0, line.find(' ')));
    }
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
  }
  co_return addresses;
}

}  // namespace hpdl::rt
