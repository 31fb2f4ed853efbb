#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_ANSWERS_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_ANSWERS_H_

#include <map>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

/// Returns the row of an answer to the message with the id `message`. The time of the answer is the
/// current time.
AnswerRow RowOfAnswer(const std::string& message, const Result<void>& answer);
Result<void> AnswerOf(const AnswerRow& row);
/// Adds an answer to the answers by message ids. Like the journal, keeps kMostKeptAnswers of them;
/// drops the answers to the oldest messages, which were closed long ago.
void Remember(std::map<std::string, AnswerRow>* answers, AnswerRow row);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_ANSWERS_H_
