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

/// Callbacks: the URLs that others call, the rules for a call, and the coroutines that wait for
/// one. Oozie's specification 3.2.1.1, HWS 3.2.7.
namespace hpdl::rt {

class JobRun;
class Loop;

/// Takes the place of the content type when the body of a callback was over the limit and is not
/// kept.
inline constexpr std::string_view kPayloadTooLong = "(over the limit)";

/// The engine's verdict on a callback.
enum class CallbackFate : std::uint8_t {
  kUnknown,   ///< the action does not exist or has not begun
  kRecorded,  ///< the callback is journalled, and the coroutine that waits for it is woken
  kRepeated,  ///< this attempt has had the same callback before
  kTooMany,   ///< this attempt has had as many different callbacks as it may
  kLate,      ///< the action has ended; the callback has no effect
};

/// The most different callbacks that one attempt takes.
inline constexpr std::size_t kMostCallbacks = 16;

/// The transition table of callbacks. `state` is the state of the callback's action; nullopt: the
/// action has not begun. `same`: the attempt has had the same callback already. `had`: the number
/// of callbacks that the attempt has had.
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
/// Accepts http or https, a host, an optional port, an optional path, and nothing else.
Result<void> CheckCallbackUrl(std::string_view url);
/// Returns the hash of a token for JobRow::callback_hash. A process that receives a call for a job
/// can check with the hash if the caller knows the URL. Nobody can make the URL from the hash.
std::string HashOfToken(std::string_view token);
/// Returns the places where a program's definitions use wf:callback, such as `workflow.xml:12`.
std::vector<std::string> CallbackUses(const hpdl_program& program);

/// The callbacks of one process. Used on the loop's thread only.
class Callbacks {
 public:
  explicit Callbacks(Loop& loop) : loop_(loop) {}
  ~Callbacks();

  /// Binds the port that the facts name, if they name one, and writes the bound address and the
  /// run's secret into the facts. The caller must make the facts durable before anything else
  /// happens.
  Result<void> Open(JobFacts* facts);
  /// Takes no more calls. The coroutines that still wait are destroyed with the loop.
  void Close() { listener_.reset(); }
  /// True if calls come to this process itself. Otherwise other processes put them into the job's
  /// mailbox.
  bool listens() const { return listener_ != nullptr; }
  /// The beginning of all callback URLs. It ends with the token.
  const std::string& base() const { return base_; }

  /// Takes a callback that another process received. An error says why the callback has no effect.
  Result<void> Take(const CallbackMessage& message);
  /// Callbacks that were put before Committing() are durable at Committed(), which wakes the
  /// coroutines that wait for them.
  void Committing();
  void Committed();
  /// Returns the callback number `*next` of an attempt once it is durable, and increases `*next`.
  /// ActionContext::AwaitCallback() of kind.h describes the result.
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
  using Key = std::pair<std::int64_t, std::string>;  ///< number of the job, name of the node

  Result<void> Listen(JobFacts* facts);
  Result<Heard*> Of(const JobRun& job, const std::string& node);
  static std::vector<Known*> Attempt(Heard& heard, std::int64_t attempt);
  Task<CallbackReply> Receive(const CallbackRequest& request);
  /// Judges a call for `row.node` of the job, which may be null, and puts the row if the callback
  /// is new. `attempt` is -1 for the action's present attempt.
  Result<CallbackFate> Decide(JobRun* job, std::int64_t attempt, CallbackRow row);

  Loop& loop_;
  std::string base_;
  std::map<Key, Heard> heard_;
  std::string token_;
  using Places = std::vector<std::pair<Heard*, std::size_t>>;
  Places fresh_, in_flight_;       ///< fresh_: put; in_flight_: in a commit that is not yet durable
  std::set<std::int64_t> loaded_;  ///< numbers of the jobs whose rows were read
  std::unique_ptr<CallbackListener> listener_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_CALLBACKS_H_
