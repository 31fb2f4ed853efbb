#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_CALLBACKS_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_CALLBACKS_H_

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/messages.h"
#include "runtime/store/records.h"
#include "runtime/world/net/callback_server.h"

/// Callbacks: the URLs that others call, what is accepted of a call, and who waits for it. Oozie's
/// specification 3.2.1.1, HWS 3.2.7.
namespace hpdl::rt {

class JobRun;
class Loop;

/// Stands for the content type of a callback whose body was over the limit and is not kept.
inline constexpr std::string_view kPayloadTooLong = "(over the limit)";

/// What becomes of a callback.
enum class CallbackFate : std::uint8_t {
  kUnknown,   ///< no such action, or it has not begun
  kRecorded,  ///< journalled; whoever waits for it is woken
  kRepeated,  ///< the same was called back before in this attempt
  kTooMany,   ///< this attempt has had enough different ones
  kLate,      ///< the action has ended: of no effect
};

/// Different callbacks that one attempt takes.
inline constexpr std::size_t kMostCallbacks = 16;

/// The transition table of a callback. `state` is that of its action (none: it has not begun);
/// `same`: the attempt has had the same callback already; `had`: how many it has had.
CallbackFate JudgeCallback(std::optional<NodeState> state, bool same, std::size_t had);
/// The status of HTTP for it.
int HttpStatus(CallbackFate fate);

/// An address to listen at. `text` is HOST:PORT or just PORT; HOST an address as 127.0.0.1 or
/// [::1], `localhost`, or `*` for all of this machine; port 0: any that is free.
struct CallbackPlace {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
};
Result<CallbackPlace> ReadCallbackPlace(std::string_view text);
/// http or https, a host, perhaps a port and a path, nothing else.
Result<void> CheckCallbackUrl(std::string_view url);
/// What JobRow::callback_hash has of a token: who receives a call for a job knows by it whether the
/// caller has been told the URL, and nobody who reads it can make the URL.
std::string HashOfToken(std::string_view token);
/// Where the definitions of a program use wf:callback, as `workflow.xml:12`.
std::vector<std::string> CallbackUses(const hpdl_program& program);

/// The callbacks of one process. Loop thread only.
class Callbacks {
 public:
  explicit Callbacks(Loop& loop) : loop_(loop) {}
  ~Callbacks();

  /// Binds the port that the facts name, if they do, and writes the actual one and the run's secret
  /// into them. The caller makes them durable before anything else happens.
  Result<void> Open(JobFacts* facts);
  /// Takes no more. What waits is left to the loop's end.
  void Close() { listener_.reset(); }
  /// Whether calls come to this process itself; else others put them into the job's mailbox.
  bool listens() const { return listener_ != nullptr; }
  /// What the URLs begin with; it ends in the token.
  const std::string& base() const { return base_; }

  /// One that somebody else took. An error is the reason why it is of no effect.
  Result<void> Take(const CallbackMessage& message);
  /// What was put before Committing() is durable at Committed(): whoever waits for it is woken.
  void Committing();
  void Committed();
  /// The callback number `*next` of an attempt, once it is durable; kind.h's AwaitCallback.
  Task<std::optional<Callback>> Await(JobRun& job, std::string node, std::int64_t attempt,
                                      std::size_t* next, std::int64_t timeout_ms);

 private:
  struct Waiter;
  struct Known {
    CallbackRow row;
    bool durable = false;
  };
  /// Of one action, all attempts of the run.
  struct Heard {
    std::vector<Known> known;
    std::list<Waiter*> waiters;
  };
  using Key = std::pair<std::int64_t, std::string>;  ///< job number, node

  Result<void> Listen(JobFacts* facts);
  Result<Heard*> Of(const JobRun& job, const std::string& node);
  static std::vector<Known*> Attempt(Heard& heard, std::int64_t attempt);
  Task<CallbackReply> Receive(const CallbackRequest& request);
  /// Judges a call for `row.node` of the job, which may be null, and puts it if it is new.
  /// `attempt`: -1 for the one that the action is at.
  Result<CallbackFate> Judge(JobRun* job, std::int64_t attempt, CallbackRow row);

  Loop& loop_;
  std::string base_;
  std::map<Key, Heard> heard_;
  std::string token_;
  using Places = std::vector<std::pair<Heard*, std::size_t>>;
  Places fresh_, in_flight_;       ///< put; in a commit that is not yet durable
  std::set<std::int64_t> loaded_;  ///< jobs whose rows were read
  std::unique_ptr<CallbackListener> listener_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_CALLBACKS_H_
