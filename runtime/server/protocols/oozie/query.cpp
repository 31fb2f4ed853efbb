#include "runtime/server/protocols/oozie/query.h"

#include <charconv>

#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

bool AddParameter(std::string_view part, Parameters* parameters) {
  const std::size_t equals = part.find('=');
  const std::optional<std::string> name = FormDecoded(part.substr(0, equals));
  const std::optional<std::string> value =
      FormDecoded(equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1));
  if (!name || !value || parameters->size() >= kMostParameters) {
    return false;
  }
  parameters->emplace(*name, *value);  // keeps the first value of a name
  return true;
}

}  // namespace

std::optional<RequestTarget> ReadTarget(std::string_view target) {
  RequestTarget read;
  const std::size_t question = target.find('?');
  const std::optional<std::string> path = PercentDecoded(target.substr(0, question));
  if (!path || path->find('\0') != std::string::npos) {
    return std::nullopt;
  }
  read.path = *path;
  if (question != std::string_view::npos) {
    for (const std::string_view part : Split(target.substr(question + 1), '&')) {
      if (!part.empty() && !AddParameter(part, &read.parameters)) {
        return std::nullopt;
      }
    }
  }
  return read;
}

const std::string* Find(const Parameters& parameters, std::string_view name) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? nullptr : &found->second;
}

std::string_view Get(const Parameters& parameters, std::string_view name) {
  const std::string* value = Find(parameters, name);
  return value == nullptr ? std::string_view() : std::string_view(*value);
}

std::optional<int> ReadJavaInt(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') {
    text.remove_prefix(1);
  }
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional<int>(value) : std::nullopt;
}

}  // namespace hpdl::rt
