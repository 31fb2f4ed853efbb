#include "runtime/engines/celos_scripts/script_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "runtime/engines/celos_scripts/child_end.h"
#include "runtime/engines/celos_scripts/outcome_frames.h"
#include "runtime/engines/celos_scripts/script_child.h"
#include "runtime/engines/celos_scripts/script_questions.h"
#include "runtime/ground/base/frames.h"
#include "runtime/ground/base/spawn_plan.h"

namespace hpdl::rt::celos {
namespace {

/// The maximum time for which this process waits for the next frame from the child. The child
/// limits only its processor time. On a busy machine, a script may take much longer than its
/// processor time.
constexpr std::chrono::seconds kMostSilence{60};

/// kMostTime is the time limit for a request, including the answers to all questions of the child.
/// kMostQuestions is the maximum number of these questions.
constexpr std::chrono::minutes kMostTime{10};
constexpr int kMostQuestions = 100'000;

Error NotStarted(int error) {
  return {
      ErrorClass::kTransient, "",
      std::string("the process that evaluates scripts cannot be started: ") + std::strerror(error)};
}

}  // namespace

Result<void> ScriptProcess::Start() {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    return NotStarted(errno);
  }
  Descriptor mine(pair[0]);
  // In the child, SpawnPlan first opens /dev/null at all numbers below kScriptPipe. Then it copies
  // the child's end of the pipe to kScriptPipe. Before this copy, the child's end must have a
  // number above kScriptPipe, or /dev/null would replace it.
  const Descriptor low(pair[1]);
  const Descriptor theirs(fcntl(low.get(), F_DUPFD_CLOEXEC, kScriptPipe + 1));
  if (theirs.get() < 0) {
    return NotStarted(errno);
  }
  // The child inherits only the pipe as a descriptor, and its environment has only TZ.
  SpawnPlan plan;
  for (int fd = 0; fd < kScriptPipe; ++fd) {
    plan.GiveNothing(fd, O_RDWR);
  }
  plan.Give(theirs.get(), kScriptPipe);
  plan.CloseFrom(kScriptPipe + 1);
  const std::string program = program_.empty() ? "/proc/self/exe" : program_;
  const int error = plan.Start({program, std::string(kEvaluateScripts)}, {"TZ=UTC"}, &child_);
  if (error != 0) {
    child_ = -1;
    return NotStarted(error);
  }
  pipe_.emplace(std::move(mine));
  ++generation_;
  return {};
}

void ScriptProcess::Stop() {
  pipe_.reset();
  if (child_ > 0) {
    kill(child_, SIGKILL);
    // waitpid() may fail, because other code of this process may have reaped the child.
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  child_ = -1;
}

Error ScriptProcess::Ended(const std::optional<std::string>& last) {
  const bool late = pipe_->late();
  Stop();
  const char type = last && last->size() > kFrameHeader ? FrameType(*last) : ' ';
  if (type == kOutOfTimeFrame) {
    return {ErrorClass::kError, "", "the script ran for too long in one function of JavaScript"};
  }
  if (type == kOutOfMemoryFrame) {
    return {ErrorClass::kError, "", "the script needed more memory than scripts may use"};
  }
  return {ErrorClass::kTransient, "",
          late ? "the process that evaluates scripts did not answer in time"
               : "the process that evaluates scripts has ended"};
}

Result<std::string> ScriptProcess::Ask(const ScriptRequest& request, ScriptWorld* world) {
  if (!pipe_) {
    HPDL_TRY(Start());
  }
  const auto end = std::chrono::steady_clock::now() + kMostTime;
  std::string next = RequestFrame(request);
  for (int questions = 0; questions < kMostQuestions; ++questions) {
    // The limit kMostSilence begins again after each question, because the answer to a question
    // takes time.
    const auto until = std::min(std::chrono::steady_clock::now() + kMostSilence, end);
    const bool sent = pipe_->Send(next, until);
    std::optional<std::string> frame = pipe_->Receive(until);
    const bool good = sent && frame && FrameType(*frame) != kOutOfTimeFrame &&
                      FrameType(*frame) != kOutOfMemoryFrame;
    if (!good) {
      return Ended(frame);
    }
    if (!IsQuestion(*frame)) {
      return std::move(*frame);
    }
    next = world == nullptr ? std::string() : AnswerTo(*frame, world);
    if (next.empty()) {
      return Ended({});
    }
  }
  Stop();
  return Error{
      ErrorClass::kError, "",
      "the script made more than " + std::to_string(kMostQuestions) + " requests to Celos"};
}

Result<FileOutcome> ScriptProcess::Evaluate(const EvaluateRequest& request, ScriptWorld* world) {
  const Result<std::string> frame = Ask(request, world);
  HPDL_TRY(frame);
  std::optional<FileOutcome> outcome = ReadOutcome(*frame);
  if (!outcome) {
    return Ended({});
  }
  return std::move(*outcome);
}

Result<Result<Properties>> ScriptProcess::PropertiesOf(const PropertiesRequest& request,
                                                       ScriptWorld* world) {
  const Result<std::string> frame = Ask(request, world);
  HPDL_TRY(frame);
  if (FrameType(*frame) == kScopeGoneFrame) {
    return Error{
        ErrorClass::kTransient, "",
        "the process that evaluates scripts no longer has the evaluation of " + request.path};
  }
  std::optional<Result<Properties>> properties = ReadProperties(*frame);
  if (!properties) {
    return Ended({});
  }
  return std::move(*properties);
}

Result<std::string> ScriptProcess::Compile(const CompileRequest& request) {
  const Result<std::string> frame = Ask(request, nullptr);
  HPDL_TRY(frame);
  std::optional<Result<std::string>> code = ReadCode(*frame);
  if (!code) {
    return Ended({});
  }
  return std::move(*code);
}

void ScriptProcess::Forget(const std::string& path) {
  if (pipe_ && !pipe_->Send(RequestFrame(ForgetRequest{path}),
                            std::chrono::steady_clock::now() + kMostSilence)) {
    Stop();
  }
}

}  // namespace hpdl::rt::celos
