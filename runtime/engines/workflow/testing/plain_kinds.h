#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_PLAIN_KINDS_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_PLAIN_KINDS_H_

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/testing/engine_fixture.h"
#include "runtime/engines/workflow/testing/program_builder.h"

/// Parts of test workflows: kinds of actions whose executors only record that they ran, predicates,
/// and small workflows of these actions and predicates.
namespace hpdl::rt::testing {

/// The records of the executors in this file, and the failures that the executors return.
struct Seen {
  std::vector<std::string> nodes;
  int resumed = 0;
  std::string salt;  ///< the latest job's salt
  /// For each node, the failures of its next attempts.
  std::map<std::string, std::vector<Error>> failures;
};
inline Seen* seen = nullptr;

/// Fails with the next error of `seen->failures`, or else succeeds and returns data.
inline Task<Outcome> RunPlain(ActionContext& context) {
  const std::string node(context.node());
  seen->nodes.push_back(node);
  seen->resumed += context.resumed() ? 1 : 0;
  seen->salt = context.job().salt;
  auto& failures = seen->failures[node];
  if (!failures.empty()) {
    Outcome outcome;
    outcome.error = failures.front();
    failures.erase(failures.begin());
    co_return outcome;
  }
  Outcome outcome;
  outcome.data.emplace();
  (*outcome.data)["node"] = node;
  co_return outcome;
}
inline constexpr hpdl_kind kPlain{"plain", &RunPlain, false};

/// Runs one child process.
inline Task<Outcome> RunChild(ActionContext& context) {
  const std::string node(context.node());
  seen->nodes.push_back(node);
  seen->resumed += context.resumed() ? 1 : 0;
  Command command;
  command.argv.emplace_back("true");
  command.directory = "/";
  const ExitStatus status = co_await context.RunProcess(std::move(command));
  if (status.lost || status.code != 0) {
    co_return Outcome::Failed(ErrorClass::kError, "JA018",
                              "exit code " + std::to_string(status.code));
  }
  co_return Outcome::Ok();
}
inline constexpr hpdl_kind kChild{"child", &RunChild, true};

inline Task<Outcome> RunSub(ActionContext& context) {
  seen->nodes.emplace_back(context.node());
  Properties given;
  given["given"] = "yes";
  const std::string path = context.args().children[0].text;
  co_return co_await context.RunSubWorkflow(path, std::move(given));
}
inline constexpr hpdl_kind kSub{"sub-workflow", &RunSub, false};

inline std::int32_t StringOut(hpdl_eval* eval, std::string_view text, hpdl_value* out) {
  const std::string_view kept = eval->arena.Copy(text);
  out->type = HPDL_STRING;
  out->size = static_cast<std::uint32_t>(kept.size());
  out->as.s = kept.data();
  return 0;
}

/// `decide` is the result of the next decision. `decided` counts the evaluations.
inline bool decide = true;
inline int decided = 0;
inline std::int32_t Decide(hpdl_eval*, hpdl_value* out) {
  ++decided;
  out->type = HPDL_BOOLEAN;
  out->size = 0;
  out->as.i = decide ? 1 : 0;
  return 0;
}
inline std::int32_t LastErrorMessage(hpdl_eval* eval, hpdl_value* out) {
  const auto node = eval->run->LastErrorNode();
  const NodeRecord* record = node ? eval->run->Node(*node) : nullptr;
  return StringOut(eval, record != nullptr ? *node + ": " + *record->error_message : "none", out);
}
inline std::int32_t Broken(hpdl_eval* eval, hpdl_value*) {
  return eval->Fail("no such thing");
}

/// The fixture for tests of jobs that are made of the kinds in this file.
class EngineTest : public EngineFixture {
 protected:
  void SetUp() override {
    EngineFixture::SetUp();
    seen = &seen_;
    decide = true;
    decided = 0;
    options_.local = true;
  }
  int Times(const std::string& node) const {
    return static_cast<int>(std::count(seen_.nodes.begin(), seen_.nodes.end(), node));
  }

  Seen seen_;
};

/// Makes start -> a -> end. An error of `a` leads to the kill node `fail`.
inline hpdl_workflow OneAction(WorkflowBuilder& w, const hpdl_kind* kind) {
  w.Start("a");
  w.Action("a", kind, "end", "fail");
  w.Kill("fail", w.Call(&LastErrorMessage));
  w.End("end");
  return w.Finish();
}

/// Makes a fork of the actions a and b, then a join, then the action c.
inline hpdl_workflow Diamond(WorkflowBuilder& w, const hpdl_kind* kind) {
  w.Start("f");
  w.Fork("f", {"a", "b"});
  w.Action("a", kind, "j", "fail");
  w.Action("b", kind, "j", "fail");
  w.Join("j", "c");
  w.Action("c", kind, "end", "fail");
  w.Kill("fail", w.Call(&LastErrorMessage));
  w.End("end");
  return w.Finish();
}

/// Makes a fork of two actions: `slow` runs a child process, and `bad` only records that it ran. An
/// error of either action leads to a kill node with the message "enough".
inline hpdl_workflow SlowAndBad(WorkflowBuilder& w) {
  w.Start("f");
  w.Fork("f", {"slow", "bad"});
  w.Action("slow", &kChild, "j", "fail");
  w.Action("bad", &kPlain, "j", "fail");
  w.Join("j", "end");
  w.Kill("fail", w.Text("enough"));
  w.End("end");
  return w.Finish();
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_PLAIN_KINDS_H_
