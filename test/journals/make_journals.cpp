/// Makes the journals of this folder: make.sh compiles this with the runtime of each version.
///
///     make_journals STATE died|asks|ended
///
/// Prints the id of the job. `died`: the process is killed while action "y" of the sub-workflow
/// works, after "a", "b" and "x" have ended, with "flaky" waiting for its next try; a callback has
/// come, and a notification waits (from version 2 on). `asks`: suspended, as "asks" wants a person.
/// `ended`: has SUCCEEDED in two runs, the second of which ran only "asks".
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <set>

#include "runtime/engines/workflow/engine.h"
#include "runtime/engines/workflow/execute.h"
#include "runtime/world/process/fake_processes.h"
#include "test/journals/program.h"

namespace {

using namespace hpdl::rt;

/// What versions from 2 on have a table for, beside what the engine has put there.
template <class Journal>
void PutLate(Journal& store) {
#ifdef HPDL_JOURNAL_HAS_CALLBACKS
  CallbackRow call;
  call.node = "a";
  call.received_ms = 1'790'000'000'000;
  call.status = "halfway";
  call.content_type = "text/plain";
  call.body = "50 %";
  NotificationRow notice;
  notice.node = "a";
  notice.status = "S:OK";
  notice.url = "http://localhost/told?node=a&status=S:OK";
  notice.target = "http://localhost";
  notice.tries = 1;
  notice.created_ms = notice.tried_ms = 1'790'000'000'000;
  notice.error = "connection refused";
  if (!store.PutCallback(call) || !store.PutNotification(&notice) || !store.Commit()) {
    std::abort();
  }
#else
  (void)store;
#endif
}

void Die(const ActionContext& context) {
  if (context.node() == "y") {
    kill(getpid(), SIGKILL);
  }
}

ExecuteHooks Hooks(FakeProcesses& processes, bool waits) {
  ExecuteHooks hooks;
  hooks.catch_signals = false;
  RetryPolicy retry;
  retry.max = 3;
  retry.first_ms = retry.most_ms = waits ? 3'600'000 : 1;
  hooks.retry = retry;
  hooks.start_processes = [&](boost::asio::io_context&, const std::string&,
                              unsigned) -> Result<std::unique_ptr<Processes>> {
    return processes.Lend();
  };
  return hooks;
}

template <class Value>
Value Must(Result<Value> result) {
  if (!result) {
    std::fprintf(stderr, "%s\n", result.error().message.c_str());
    std::abort();
  }
  return std::move(*result);
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    return 2;
  }
  const bool dies = std::strcmp(words[2], "died") == 0;
  const bool ends = std::strcmp(words[2], "ended") == 0;
  journals::Program made;
  const hpdl_program& program = made.builder->program;
  const auto state = Must(StateDirectory::Open(words[1], true));
  FakeProcesses processes;
  RunOptions options;
  options.local = true;
  options.properties["user.name"] = "joe";
  options.properties["place"] = "Gr\xc3\xbcnwald";
  if (ends) {
    options.properties["fine"] = "yes";
  }
  const std::string id = Must(Submit(program, *state, options));
  std::puts(id.c_str());
  std::fflush(stdout);
  if (dies) {
    const auto store = Must(state->OpenJob(id, false));
    PutLate(*store);
  }
  journals::hook = dies ? &Die : nullptr;
  (void)Must(ExecuteWith(program, *state, id, nullptr, Hooks(processes, dies)));
  if (ends) {
    RerunOptions again;
    again.run.local = true;
    again.skip = {"a", "flaky", "b", "sub"};
    if (!PrepareRerun(program, *state, id, again)) {
      return 1;
    }
    (void)Must(ExecuteWith(program, *state, id, nullptr, Hooks(processes, false)));
  }
  return 0;
}
