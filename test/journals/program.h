#ifndef HPDL_TEST_JOURNALS_PROGRAM_H_
#define HPDL_TEST_JOURNALS_PROGRAM_H_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/testing/program_builder.h"

/// The program whose journals are kept beside this file: make_journals.cpp ran it as it was
/// compiled at each version of the journal, and runtime/engines/workflow/journals_test.cpp goes on
/// with today's.
namespace hpdl::rt::journals {

/// What is done when an action runs; an empty function: nothing.
using Hook = void (*)(const ActionContext& context);
inline Hook hook = nullptr;

/// "flaky" fails in its first attempt in a way that is tried again, "asks" in one that a person
/// must look at; "sub" runs the other workflow; all else gives data.
inline Task<Outcome> Run(ActionContext& context) {
  if (hook != nullptr) {
    hook(context);
  }
  const std::string node(context.node());
  if (node == "flaky" && context.attempt() == 0) {
    co_return Outcome::Failed(ErrorClass::kTransient, "JA006", "connection refused");
  }
  if (node == "asks" && context.attempt() == 0 && !context.configuration().contains("fine")) {
    co_return Outcome::Failed(ErrorClass::kNonTransient, "JA017", "nobody knows what became of it");
  }
  if (node == "sub") {
    Properties given;
    given["given"] = "by the parent";
    co_return co_await context.RunSubWorkflow("sub", std::move(given));
  }
  Outcome outcome;
  outcome.data.emplace();
  (*outcome.data)["node"] = node;
  (*outcome.data)["said"] = context.args().children.empty() ? "" : context.args().children[0].text;
  co_return outcome;
}
inline constexpr hpdl_kind kKind{"plain", &Run, false};

inline std::int32_t Always(hpdl_eval*, hpdl_value* out) {
  out->type = HPDL_BOOLEAN;
  out->size = 0;
  out->as.i = 1;
  return 0;
}

/// The root workflow: a fork of "a", of "flaky", of decision "d" and action "b" after it, and of
/// "sub" with its actions "x" and "y"; the join; "asks"; the end.
struct Program {
  Program() {
    using testing::WorkflowBuilder;
    WorkflowBuilder& w = root;
    const std::uint32_t text = w.Text(
        "Gr\xc3\xbc\xc3\x9f"
        "e, \xe4\xb8\x96\xe7\x95\x8c");
    w.Start("f");
    w.Fork("f", {"a", "flaky", "d", "sub"});
    w.Action("a", &kKind, "j", "fail", {text});
    w.Action("flaky", &kKind, "j", "fail");
    w.Decision("d", {{w.Call(&Always), "b"}}, "j");
    w.Action("b", &kKind, "j", "fail");
    w.Action("sub", &kKind, "j", "fail");
    w.Join("j", "asks");
    w.Action("asks", &kKind, "end", "fail");
    w.Kill("fail", w.Text("over"));
    w.End("end");
    WorkflowBuilder& c = child;
    c.Start("x");
    c.Action("x", &kKind, "y", "failed");
    c.Action("y", &kKind, "done", "failed");
    c.Kill("failed", c.Text("over"));
    c.End("done");
    builder = std::make_unique<testing::ProgramBuilder>(
        std::vector<hpdl_workflow>{w.Finish(), c.Finish()},
        std::vector<std::pair<std::string, std::uint32_t>>{{"sub", 1}});
    builder->SetHash("journals");
  }
  testing::WorkflowBuilder root{"kept"}, child{"kept-sub"};
  std::unique_ptr<testing::ProgramBuilder> builder;
};

}  // namespace hpdl::rt::journals

#endif  // HPDL_TEST_JOURNALS_PROGRAM_H_
