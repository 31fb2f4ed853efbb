#include "runtime/server/jobs/program_answer.h"

#include <utility>

#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {

Result<std::string> AnswerOf(const ChildEnd& end, std::string_view program) {
  if (end.output_cut) {
    return Error{ErrorClass::kError, "E0307",
                 "Runtime error [the answer of the job's program is too long]"};
  }
  const std::string prefix = std::string(program.substr(program.rfind('/') + 1)) + ": ";
  if (end.output.find(prefix) == std::string::npos) {
    return end.output;
  }
  std::string answer;
  for (std::size_t at = 0; at < end.output.size();) {
    const std::size_t feed = end.output.find('\n', at);
    const std::size_t next = feed == std::string::npos ? end.output.size() : feed + 1;
    const std::string_view line = std::string_view(end.output).substr(at, next - at);
    answer.append(line.starts_with(prefix) ? std::string_view() : line);
    at = next;
  }
  return answer;
}

std::optional<std::vector<std::int64_t>> ReadActedUpon(std::string_view answer) {
  constexpr std::string_view kBegin = R"({"version":1)", kActions = R"("actions":[)", kEnd = "]}";
  answer = hpdl::Trimmed(answer);
  std::vector<std::int64_t> numbers;
  if (answer.empty()) {
    return numbers;
  }
  if (!answer.starts_with(kBegin) || !answer.ends_with('}')) {
    return std::nullopt;
  }
  const std::size_t actions = answer.rfind(kActions);
  if (actions == std::string_view::npos) {
    return numbers;
  }
  if (!answer.ends_with(kEnd)) {
    return std::nullopt;
  }
  answer = answer.substr(actions + kActions.size());
  answer.remove_suffix(kEnd.size());
  if (answer.empty()) {
    return numbers;
  }
  for (const std::string_view part : Split(answer, ',')) {
    const std::optional<std::int64_t> number = ParseNumber(part);
    if (!number) {
      return std::nullopt;
    }
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace hpdl::rt
