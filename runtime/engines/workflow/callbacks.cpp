#include "runtime/engines/workflow/callbacks.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>

#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/loop.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/random.h"

namespace hpdl::rt {
namespace {

using Clock = std::chrono::steady_clock;

/// Returns the HOST:PORT of callback URLs for a bound address. If the address stands for all
/// addresses of this machine, HOST is the machine's name.
std::string ToldHost(const std::string& address) {
  const std::string_view host = std::string_view(address).substr(0, address.rfind(':'));
  char name[256] = {};
  if ((host != "0.0.0.0" && host != "[::]") || gethostname(name, sizeof name - 1) != 0) {
    return address;
  }
  return name + address.substr(address.rfind(':'));
}

bool SameAs(const CallbackRow& a, const CallbackRow& b) {
  return a.status == b.status && a.content_type == b.content_type && a.body == b.body;
}

/// Compares two secrets. The duration depends only on their lengths.
bool SameSecret(std::string_view a, std::string_view b) {
  unsigned char difference = a.size() == b.size() && !b.empty() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  }
  return difference == 0;
}

const char* TextOf(CallbackFate fate) {
  switch (fate) {
    case CallbackFate::kUnknown:
      return "no such action is running";
    case CallbackFate::kTooMany:
      return "this action has received too many different callbacks";
    case CallbackFate::kLate:
      return "the action has ended already";
    case CallbackFate::kRecorded:
    case CallbackFate::kRepeated:
      break;
  }
  return "taken";
}

}  // namespace

CallbackFate JudgeCallback(std::optional<NodeState> state, bool same, std::size_t had) {
  if (!state) {
    return CallbackFate::kUnknown;
  }
  if (IsEnd(*state)) {
    return CallbackFate::kLate;
  }
  return same                    ? CallbackFate::kRepeated
         : had >= kMostCallbacks ? CallbackFate::kTooMany
                                 : CallbackFate::kRecorded;
}

int HttpStatus(CallbackFate fate) {
  return fate == CallbackFate::kUnknown ? 404 : fate == CallbackFate::kTooMany ? 429 : 200;
}

/// A coroutine that waits in Await(). The destructor removes the object from the list.
struct Callbacks::Waiter {
  Waiter(Loop& loop, std::list<Waiter*>& list)
      : timer(loop.io()), home(list), place(list.insert(list.end(), this)) {}
  ~Waiter() { home.erase(place); }
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;
  boost::asio::steady_timer timer;
  bool woken = false;
  std::list<Waiter*>& home;
  std::list<Waiter*>::iterator place;
};

Callbacks::~Callbacks() = default;

Result<void> Callbacks::Open(JobFacts* facts) {
  if (facts->callback_token.empty()) {
    Result<std::string> token = RandomHex();
    HPDL_TRY(token);
    facts->callback_token = std::move(*token);
  }
  token_ = facts->callback_token;
  if (!facts->callback_listen.empty()) {
    HPDL_TRY(Listen(facts));
  }
  std::string told = facts->callback_url;
  while (told.ends_with('/')) {
    told.pop_back();
  }
  base_ =
      (told.empty() ? "http://" + ToldHost(facts->callback_address) : told) + "/callback/" + token_;
  return {};
}

/// Binds the port and writes the bound address to `facts`.
Result<void> Callbacks::Listen(JobFacts* facts) {
  const bool again = !facts->callback_address.empty();
  const Result<CallbackPlace> place =
      ReadCallbackPlace(again ? facts->callback_address : facts->callback_listen);
  HPDL_TRY(place);
  const hpdl_network* network = loop_.program().network;
  if (network == nullptr || network->listen == nullptr) {
    return Error{ErrorClass::kError, "E0728",
                 "callbacks need the network, but the program of the job was built with "
                 "--no-network"};
  }
  CallbackListen listen;
  listen.host = place->host;
  listen.port = place->port;
  listen.token = token_;
  listen.limits.body_bytes = loop_.site().Number(Setting::kMaxOutput);
  listen.handle = [this](const CallbackRequest& request) { return Receive(request); };
  Result<std::unique_ptr<CallbackListener>> listener =
      network->listen(loop_.io(), std::move(listen));
  if (!listener) {
    Error error = listener.error();
    error.message +=
        again
            ? "; the callback URLs of the job use this port: free the port and resume the job again"
            : "; see --callback-listen";
    return error;
  }
  listener_ = std::move(*listener);
  facts->callback_address = listener_->address();
  return {};
}

Result<Callbacks::Heard*> Callbacks::Of(const JobRun& job, const std::string& node) {
  const std::int64_t number = job.row().number;
  if (loaded_.insert(number).second) {
    Result<std::vector<CallbackRow>> rows = loop_.journal().Callbacks(number, job.row().run);
    HPDL_TRY(rows);
    for (CallbackRow& row : *rows) {
      heard_[{number, row.node}].known.push_back({std::move(row), true});
    }
  }
  return &heard_[{number, node}];
}

std::vector<Callbacks::Known*> Callbacks::Attempt(Heard& heard, std::int64_t attempt) {
  std::vector<Known*> of_it;
  for (Known& known : heard.known) {
    if (known.row.attempt == attempt) {
      of_it.push_back(&known);
    }
  }
  return of_it;
}

Task<CallbackReply> Callbacks::Receive(const CallbackRequest& request) {
  const std::size_t at = request.id.rfind('@');
  CallbackRow row;
  row.node = at == std::string::npos ? "" : request.id.substr(at + 1);
  row.received_ms = NowMs();
  row.status = request.status;
  row.content_type = request.too_long ? std::string(kPayloadTooLong) : request.content_type;
  row.body = request.body;
  JobRun* job = loop_.LiveJob(std::string_view(request.id).substr(0, at));
  const Result<CallbackFate> fate = Decide(job, -1, std::move(row));
  if (!fate) {
    loop_.Break(fate.error());
    co_return CallbackReply{500, "the journal is damaged"};
  }
  // A repeated callback also waits, because the row of the first callback may not be durable yet.
  const bool taken = *fate == CallbackFate::kRecorded || *fate == CallbackFate::kRepeated;
  if (taken && !loop_.settled()) {
    loop_.Changed();
    co_await loop_.Durable();
  }
  co_return CallbackReply{HttpStatus(*fate), TextOf(*fate)};
}

Result<void> Callbacks::Take(const CallbackMessage& message) {
  CallbackRow row;
  row.node = message.node;
  row.received_ms = message.received_ms;
  row.status = message.status;
  const auto limit = static_cast<std::size_t>(loop_.site().Number(Setting::kMaxOutput));
  const bool too_long = message.too_long || message.body.size() > limit;
  row.content_type = too_long ? std::string(kPayloadTooLong) : message.content_type;
  row.body = too_long ? "" : message.body;
  Result<CallbackFate> fate = CallbackFate::kUnknown;
  if (SameSecret(message.token, token_)) {
    fate = loop_.HasEnded(message.job)
               ? CallbackFate::kLate
               : Decide(loop_.FindJob(message.job), message.attempt, std::move(row));
  }
  if (!fate) {
    loop_.Break(fate.error());
    return fate.error();
  }
  if (*fate == CallbackFate::kRecorded || *fate == CallbackFate::kRepeated) {
    return {};
  }
  return Error{ErrorClass::kError, "E0728", TextOf(*fate)};
}

Result<CallbackFate> Callbacks::Decide(JobRun* job, std::int64_t attempt, CallbackRow row) {
  const std::uint32_t index = job == nullptr ? HPDL_NONE : job->view().Find(row.node);
  NodeEntry* entry = index == HPDL_NONE ? nullptr : job->view().Entry(index);
  if (entry == nullptr || job->view().workflow().nodes[index].type != HPDL_ACTION) {
    return CallbackFate::kUnknown;
  }
  const auto now = static_cast<std::int64_t>(entry->row.attempt);
  if (attempt >= 0 && attempt != now) {
    return attempt < now ? CallbackFate::kLate : CallbackFate::kUnknown;
  }
  Result<Heard*> heard = Of(*job, row.node);
  HPDL_TRY(heard);
  row.job = job->row().number;
  row.run = job->row().run;
  row.attempt = now;
  const std::vector<Known*> before = Attempt(**heard, row.attempt);
  const bool same = std::any_of(before.begin(), before.end(),
                                [&](const Known* known) { return SameAs(known->row, row); });
  // A salvaged journal may have lost callbacks, so the next number is the last number plus one, not
  // the number of rows.
  row.number = before.empty() ? 0 : before.back()->row.number + 1;
  const CallbackFate fate = JudgeCallback(entry->row.state, same, before.size());
  if (fate == CallbackFate::kRecorded) {
    fresh_.emplace_back(*heard, (*heard)->known.size());
    (*heard)->known.push_back({row, false});
    Transaction(loop_).Put(row);
  }
  return fate;
}

void Callbacks::Committing() {
  in_flight_ = std::exchange(fresh_, {});
}

void Callbacks::Committed() {
  for (const auto& [heard, place] : std::exchange(in_flight_, {})) {
    Known& known = heard->known[place];
    known.durable = true;
    if (JobRun* job = loop_.LiveJob(loop_.IdOf(known.row.job))) {
      job->Called(known.row.node);
    }
    for (Waiter* waiter : heard->waiters) {
      waiter->woken = true;
      waiter->timer.cancel();
    }
  }
}

Task<std::optional<Callback>> Callbacks::Await(JobRun& job, std::string node, std::int64_t attempt,
                                               std::size_t* next, std::int64_t timeout_ms) {
  const Clock::time_point end = timeout_ms < 0
                                    ? Clock::time_point::max()
                                    : Clock::now() + std::chrono::milliseconds(timeout_ms);
  Result<Heard*> heard = Of(job, node);
  if (!heard) {
    loop_.Break(heard.error());
    co_return std::nullopt;
  }
  while (true) {
    const std::vector<Known*> known = Attempt(**heard, attempt);
    if (*next < known.size() && known[*next]->durable) {
      const CallbackRow& row = known[(*next)++]->row;
      job.Called(node);
      co_return Callback{row.status, row.content_type, row.body, row.received_ms};
    }
    Waiter waiter(loop_, (*heard)->waiters);
    waiter.timer.expires_at(end);
    try {
      co_await waiter.timer.async_wait(boost::asio::use_awaitable);
      co_return std::nullopt;
    } catch (const boost::system::system_error&) {
      if (!waiter.woken) {
        throw;  // the action is cancelled
      }
    }
  }
}

}  // namespace hpdl::rt
