#include "runtime/engines/workflow/answers.h"

#include <iterator>
#include <utility>

#include "runtime/ground/base/clock.h"

namespace hpdl::rt {

AnswerRow RowOfAnswer(const std::string& message, const Result<void>& answer) {
  AnswerRow row;
  row.message = message;
  row.answered_ms = NowMs();
  if (!answer) {
    row.error_code = answer.error().code;
    row.error_message = answer.error().message;
  }
  return row;
}

Result<void> AnswerOf(const AnswerRow& row) {
  return row.error_code.empty()
             ? Result<void>()
             : Result<void>(Error{ErrorClass::kError, row.error_code, row.error_message});
}

void Remember(std::map<std::string, AnswerRow>* answers, AnswerRow row) {
  const std::string message = row.message;
  (*answers)[message] = std::move(row);
  if (answers->size() > kMostKeptAnswers) {
    const auto first = answers->begin();
    answers->erase(first->first == message ? std::next(first) : first);
  }
}

}  // namespace hpdl::rt
