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

/// Callbacks: their URLs, the rules for a call of a URL, and the coroutines that wait for
/// callbacks. See Oozie's specification 3.2.1.1 and HWS 3.2.7.
namespace hpdl::rt {

class JobRun;
class Loop;

/// The text that replaces the content type of a callback whose body exceeded the limit and was
/// dropped.
inline constexpr std::string_view kPayloadTooLong = "(over the limit)";

/// The engine's verdict on a callback.
enum class CallbackFate : std::uint8_t {
  kUnknown,   ///< the action does not exist or has not begun
  kRecorded,  ///< the callback is journalled, and the coroutine that waits for it is woken
  kRepeated,  ///< this attempt has already had the same callback
  kTooMany,   ///< this attempt has already had kMostCallbacks different callbacks
  kLate,      ///< the action has ended; the callback has no effect
};

/// The maximum number of different callbacks that one attempt takes.
inline constexpr std::size_t kMostCallbacks = 16;

/// Decides about a callback. `state` is the state of the callback's action, or nullopt if the
/// action has not begun. `same` is true if the attempt has already had the same callback. `had` is
/// the number of callbacks that the attempt has had.
CallbackFate JudgeCallback(std::optional<NodeState> state, bool same, std::size_t had);
/// Returns the HTTP status that answers a callback.
int HttpStatus(CallbackFate fate);

/// An address to listen at. Its text is HOST:PORT or just PORT. HOST is an address such as
/// 127.0.0.1 or [::1], `localhost`, or `*` for all addresses of this machine. Port 0 means any free
/// port.
struct CallbackPlace {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
};
Result<CallbackPlace> ReadCallbackPlace(std::string_view text);
/// Accepts only URLs of http or https with a host, an optional port and an optional path.
Result<void> CheckCallbackUrl(std::string_view url);
/// Returns the hash of a token for JobRow::callback_hash. With the hash, a process that receives a
/// callback can check that the caller knows the URL. The URL cannot be made from the hash.
std::string HashOfToken(std::string_view token);
/// Returns the places where a program's definitions use wf:callback, such as `workflow.xml:12`.
std::vector<std::string> CallbackUses(const hpdl_program& program);

/// The callbacks of one process. All calls must be made on the loop's thread.
class Callbacks {
 public:
  explicit Callbacks(Loop& loop) : loop_(loop) {}
  ~Callbacks();

  /// Binds the port if `facts` has one, and writes the bound address and the run's secret to
  /// `facts`. The caller must make `facts` durable before anything else happens.
  Result<void> Open(JobFacts* facts);
  /// Stops listening. The coroutines that still wait are destroyed with the loop.
  void Close() { listener_.reset(); }
  /// True if this process receives the callbacks itself. Otherwise other processes put the
  /// callbacks into the job's mailbox.
  bool listens() const { return listener_ != nullptr; }
  /// The beginning of all callback URLs, up to and including the token.
  const std::string& base() const { return base_; }

  /// Takes a callback that another process received. Returns an error with the reason if the
  /// callback has no effect.
  Result<void> Take(const CallbackMessage& message);
  /// Committed() must be called when the callbacks that were put into the journal before
  /// Committing() are durable. It wakes the coroutines that wait for these callbacks.
  void Committing();
  void Committed();
  /// Waits until the callback number `*next` of an attempt is durable, returns the callback and
  /// increases `*next`. ActionContext::AwaitCallback() of kind.h describes the result.
  Task<std::optional<Callback>> Await(JobRun& job, std::string node, std::int64_t attempt,
                                      std::size_t* next, std::int64_t timeout_ms);

 private:
  struct Waiter;
  struct Known {
    CallbackRow row;
    bool durable = false;
  };
  /// The callbacks of one action, for all attempts of the run.
  struct Heard {
    std::vector<Known> known;
    std::list<Waiter*> waiters;
  };
  using Key = std::pair<std::int64_t, std::string>;  ///< the job's number and the node's name

  Result<void> Listen(JobFacts* facts);
  Result<Heard*> Of(const JobRun& job, const std::string& node);
  static std::vector<Known*> Attempt(Heard& heard, std::int64_t attempt);
  Task<CallbackReply> Receive(const CallbackRequest& request);
  /// Decides about a callback for `row.node` of `job`, and puts the row into the journal if the
  /// callback is new. `job` may be null. `attempt` is -1 for the action's current attempt.
  Result<CallbackFate> Decide(JobRun* job, std::int64_t attempt, CallbackRow row);

  Loop& loop_;
  std::string base_;
  std::map<Key, Heard> heard_;
  std::string token_;
  using Places = std::vector<std::pair<Heard*, std::size_t>>;
  Places fresh_, in_flight_;       ///< callbacks in no commit yet, and callbacks of the running
                                   ///< commit
  std::set<std::int64_t> loaded_;  ///< numbers of the jobs whose callback rows were read
  std::unique_ptr<CallbackListener> listener_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_CALLBACKS_H_
