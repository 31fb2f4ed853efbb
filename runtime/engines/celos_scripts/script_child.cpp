#include "runtime/engines/celos_scripts/script_child.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <variant>

#include "runtime/engines/celos_scripts/child_end.h"
#include "runtime/engines/celos_scripts/outcome_frames.h"
#include "runtime/engines/celos_scripts/script_questions.h"
#include "runtime/engines/celos_scripts/script_requests.h"
#include "runtime/ground/base/frames.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HPDL_SANITIZED 1
#elif defined(__has_feature)
#define HPDL_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define HPDL_SANITIZED 0
#endif

namespace hpdl::rt::celos {
namespace {

/// The maximum number of bytes of memory that this process may use for all JavaScript scopes and
/// the C++ code.
constexpr rlim_t kMostMemory = rlim_t{1} << 30;

/// The maximum number of JavaScript scopes that this process keeps. A scope whose script stores
/// nothing takes a third of a MiB.
constexpr std::size_t kMostScopes = 500;

/// Writes a frame that has only a type, and exits. May be called in a signal handler.
void SayLast(char type) {
  char frame[kFrameHeader + 1];
  const std::uint32_t size = sizeof frame;
  std::memcpy(frame, &size, kFrameHeader);
  frame[kFrameHeader] = type;
  const ssize_t written = write(kScriptPipe, frame, sizeof frame);
  _exit(written == sizeof frame ? 1 : 2);
}

void Limit(__rlimit_resource what, rlim_t soft, rlim_t hard) {
  const rlimit limit{soft, hard};
  setrlimit(what, &limit);
}

/// Limits the resources of this process, so that a script that has taken over the process can harm
/// only this process.
void GiveUpAllButThePipe() {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  Limit(RLIMIT_CORE, 0, 0);
  Limit(RLIMIT_FSIZE, 0, 0);
  Limit(RLIMIT_NOFILE, kScriptPipe + 1, kScriptPipe + 1);  // no further descriptor can be opened
  Limit(RLIMIT_NPROC, 0, 0);
#if !HPDL_SANITIZED  // sanitizers use far more address space than memory
  Limit(RLIMIT_AS, kMostMemory, kMostMemory);
#endif
  signal(SIGXCPU, [](int) { SayLast(kOutOfTimeFrame); });
  std::set_new_handler([] { SayLast(kOutOfMemoryFrame); });
}

/// Limits the processor time of this process from now on, to a little more than the script's limit.
/// The limit also ends functions of the JavaScript engine that do not check the time.
void LimitTime(std::chrono::milliseconds time) {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto of = [](const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
  };
  const auto end = of(used.ru_utime) + of(used.ru_stime) + time + std::chrono::milliseconds(500);
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(end).count();
  Limit(RLIMIT_CPU, static_cast<rlim_t>(seconds), RLIM_INFINITY);
}

/// Carries out the requests that come over the pipe.
class Child {
 public:
  explicit Child(FramePipe* pipe) : pipe_(pipe), world_(pipe) {}

  int Serve() {
    for (;;) {
      const std::optional<std::string> frame = pipe_->Receive();
      if (!frame) {
        return 0;
      }
      const std::optional<ScriptRequest> request = ReadRequest(*frame);
      if (!request) {
        return 1;
      }
      const std::string answer =
          std::visit([this](const auto& kind) { return Do(kind); }, *request);
      if (!answer.empty() && !pipe_->Send(answer)) {
        return 0;
      }
    }
  }

 private:
  std::string Do(const EvaluateRequest& request) {
    const std::string& path = request.source.path;
    scopes_.erase(path);
    Scope scope;
    scope.time = std::chrono::milliseconds(request.time_ms);
    LimitTime(scope.time);
    js::Limits limits;
    limits.time = scope.time;
    scope.scope = std::make_unique<ScriptScope>(request.mode, limits, &world_);
    FileOutcome outcome = scope.scope->Evaluate(request.source, request.now);
    std::string frame = OutcomeFrame(outcome);
    if (frame.size() > FramePipe::kMostFrame) {
      outcome = {};
      outcome.error = ScriptError{{path, 0, 0}, "the script defines more than 32 MiB of workflows"};
      frame = OutcomeFrame(outcome);
    }
    if (outcome.has_functions) {
      if (scopes_.size() >= kMostScopes) {
        scopes_.erase(std::min_element(scopes_.begin(), scopes_.end(), [](auto& a, auto& b) {
          return a.second.number < b.second.number;
        }));
      }
      scope.number = ++evaluated_;
      scopes_[path] = std::move(scope);
    }
    return frame;
  }
  std::string Do(const PropertiesRequest& request) {
    const auto found = scopes_.find(request.path);
    if (found == scopes_.end()) {
      return Gone();
    }
    LimitTime(found->second.time);
    return PropertiesFrame(
        found->second.scope->PropertiesOf(request.workflow, request.slot, request.now));
  }
  std::string Do(const CompileRequest& request) {
    const js::Limits limits;
    LimitTime(limits.time);
    js::Context context(limits);
    const std::optional<std::string> code = context.Compile(request.text, request.path);
    return CodeFrame(code ? Result<std::string>(*code)
                          : Error{ErrorClass::kError, "", context.TakeThrown().message});
  }
  std::string Do(const ForgetRequest& request) {
    scopes_.erase(request.path);
    return "";
  }

  static std::string Gone() {
    std::string frame;
    {
      const FrameWriter nothing(kScopeGoneFrame, &frame);
    }
    return frame;
  }

  struct Scope {
    std::unique_ptr<ScriptScope> scope;
    std::uint64_t number = 0;  ///< a later scope has a higher number
    std::chrono::milliseconds time{0};
  };

  FramePipe* pipe_;
  PipedWorld world_;
  std::map<std::string, Scope> scopes_;  ///< the scopes by the paths of their files
  std::uint64_t evaluated_ = 0;
};

}  // namespace

std::optional<int> EvaluateScriptsIfAsked(int argc, char** argv) {
  if (argc != 2 || argv[1] != kEvaluateScripts) {
    return {};
  }
  GiveUpAllButThePipe();
  FramePipe pipe((Descriptor(kScriptPipe)));
  return Child(&pipe).Serve();
}

}  // namespace hpdl::rt::celos
