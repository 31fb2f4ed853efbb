#include "runtime/engines/workflow/messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <iterator>

namespace hpdl::rt {
namespace {

constexpr std::string_view kRequestVerbs[] = {"suspend", "kill", "resume", "retry"};
constexpr std::string_view kCallbackVerb = "callback";

/// Removes the next word from a line and returns the word, or "" if there is no word.
std::string_view NextWord(std::string_view* line) {
  const std::size_t end = line->find(' ');
  const std::string_view word = line->substr(0, end);
  *line = end == std::string_view::npos ? std::string_view() : line->substr(end + 1);
  return word;
}

template <class Number>
bool NextNumber(std::string_view* line, Number* number) {
  const std::string_view word = NextWord(line);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), *number);
  return error == std::errc() && end == word.data() + word.size();
}

/// Returns pointers to the members whose texts follow the first line, in the order of ToText().
template <class Callback>
auto TextsOf(Callback& message) {
  return std::array{&message.node, &message.token, &message.status, &message.content_type,
                    &message.body};
}

std::optional<Message> ReadRequest(Request::Type type, std::string_view line) {
  Request request;
  request.type = type;
  request.job = NextWord(&line);
  const bool fine = !request.job.empty() && NextNumber(&line, &request.run);
  request.node = line;
  return fine && (type == Request::Type::kRetry) == !line.empty() ? std::optional<Message>(request)
                                                                  : std::nullopt;
}

std::optional<Message> ReadCallback(std::string_view line, std::string_view rest) {
  CallbackMessage message;
  message.job = NextWord(&line);
  int too_long = 0;
  if (message.job.empty() || !NextNumber(&line, &message.attempt) ||
      !NextNumber(&line, &message.received_ms) || !NextNumber(&line, &too_long)) {
    return std::nullopt;
  }
  message.too_long = too_long != 0;
  for (std::string* text : TextsOf(message)) {
    std::size_t size = 0;
    if (!NextNumber(&line, &size) || size > rest.size()) {
      return std::nullopt;
    }
    *text = rest.substr(0, size);
    rest.remove_prefix(size);
  }
  return line.empty() ? std::optional<Message>(std::move(message)) : std::nullopt;
}

}  // namespace

std::string Request::ToText() const {
  std::string text(kRequestVerbs[static_cast<std::size_t>(type)]);
  text.append(" ").append(job).append(" ").append(std::to_string(run));
  if (type == Type::kRetry) {
    text.append(" ").append(node);
  }
  return text + "\n";
}

std::string CallbackMessage::ToText() const {
  std::string text(kCallbackVerb);
  text.append(" ").append(job);
  for (const std::int64_t number : {attempt, received_ms, std::int64_t{too_long}}) {
    text.append(" ").append(std::to_string(number));
  }
  std::string behind;
  for (const std::string* each : TextsOf(*this)) {
    text.append(" ").append(std::to_string(each->size()));
    behind += *each;
  }
  return text + "\n" + behind;
}

std::optional<Message> ReadMessage(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view line = text.substr(0, end);
  const std::string_view verb = NextWord(&line);
  if (verb == kCallbackVerb) {
    return ReadCallback(line, text.substr(end + 1));
  }
  const auto* const known = std::find(std::begin(kRequestVerbs), std::end(kRequestVerbs), verb);
  return known == std::end(kRequestVerbs)
             ? std::nullopt
             : ReadRequest(static_cast<Request::Type>(known - std::begin(kRequestVerbs)), line);
}

}  // namespace hpdl::rt
