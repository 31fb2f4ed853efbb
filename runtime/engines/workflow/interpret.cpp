#include "runtime/ground/expression/interpret.h"

#include "runtime/engines/workflow/action_context.h"
#include "runtime/engines/workflow/asked_files.h"
#include "runtime/engines/workflow/interpreter.h"

/// Evaluates the expressions in texts that an attempt has read from files. The evaluation is the
/// same as for the node's own expressions, but happens while the attempt runs.
namespace hpdl::rt {

Result<Properties> JobView::Interpret(const hpdl_names& names, const Properties& texts,
                                      std::string_view node) {
  Properties values;
  std::size_t bytes = 0;
  current_ = node;
  for (const auto& [name, text] : texts) {
    hpdl_eval eval;
    eval.run = this;
    eval.files = this;
    eval.writer = this;
    std::string& value = values[name];
    std::int32_t failed = InterpretTemplate(text, names, &eval, &value);
    bytes += value.size();
    if (failed == 0 && bytes > kMostInterpretedBytes) {
      failed = eval.Fail("the values exceed 64 MiB");
    }
    if (failed != 0) {
      puts_.clear();  // a failed evaluation puts nothing into the token
      current_ = {};
      return Error{ErrorClass::kNonTransient, "EL_EVAL_ERROR",
                   "property " + name + ": " + eval.error};
    }
  }
  current_ = {};
  return values;
}

Task<Result<Properties>> AttemptContext::Evaluate(Properties texts) {
  JobView& view = job_.view();
  Result<Properties> values = view.Interpret(*names(), texts, node());
  // Gets the missing answers about files, then evaluates all texts again.
  while (!values && view.Unanswered(node()) != nullptr) {
    const Result<void> answered = co_await view.Unanswered(node())->Answer();
    if (!answered) {
      view.ForgetAnswers(node());
      co_return answered.error();
    }
    values = view.Interpret(*names(), texts, node());
  }
  const bool put = values && view.TakePuts(&entry_.row);
  view.ForgetAnswers(node());
  if (put) {
    entry_.Refresh();
    Transaction(job_.loop()).Put(entry_.row);
    co_await job_.loop().Durable();
  }
  co_return values;
}

Task<Result<Properties>> EvaluateTexts(ActionContext& ctx, Properties texts) {
  return static_cast<AttemptContext&>(ctx).Evaluate(std::move(texts));
}

}  // namespace hpdl::rt
