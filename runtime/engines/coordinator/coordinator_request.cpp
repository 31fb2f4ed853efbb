#include "runtime/engines/coordinator/coordinator_request.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {
namespace {

using Verb = CoordinatorRequest::Verb;
using Scope = CoordinatorRequest::Scope;

constexpr std::array<std::string_view, 11> kVerbs = {
    "start",  "suspend", "resume",     "kill",        "rerun",     "change",
    "ignore", "update",  "sla-enable", "sla-disable", "sla-change"};
constexpr std::array<std::string_view, 3> kScopes = {"all", "action", "date"};
constexpr std::string_view kFirstLine = "coordinator request";

struct TextMember {
  std::string_view name;
  std::string CoordinatorRequest::* member;
};
constexpr TextMember kTexts[] = {
    {"job", &CoordinatorRequest::job},
    {"actions", &CoordinatorRequest::actions},
    {"coordinators", &CoordinatorRequest::coordinators},
    {"value", &CoordinatorRequest::value},
    {"program", &CoordinatorRequest::program},
    {"properties", &CoordinatorRequest::properties},
};
struct FlagMember {
  std::string_view name;
  bool CoordinatorRequest::* member;
};
constexpr FlagMember kFlags[] = {{"refresh", &CoordinatorRequest::refresh},
                                 {"nocleanup", &CoordinatorRequest::nocleanup},
                                 {"failed", &CoordinatorRequest::failed}};

template <std::size_t N>
std::optional<std::size_t> PlaceOf(const std::array<std::string_view, N>& words,
                                   std::string_view word) {
  const auto* const found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? std::nullopt
                              : std::optional(static_cast<std::size_t>(found - words.begin()));
}

void AddLine(std::string_view name, std::string_view value, std::string* text) {
  text->append(name).append(" ");
  for (const char c : value) {
    text->append(c == '\n' ? "\\n" : c == '\\' ? "\\\\" : std::string(1, c));
  }
  text->append("\n");
}

std::string Unescaped(std::string_view value) {
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool escape = value[i] == '\\' && i + 1 < value.size();
    text.push_back(!escape ? value[i] : value[++i] == 'n' ? '\n' : value[i]);
  }
  return text;
}

/// Reads one line of the text, NAME and VALUE, and sets the member of this name. Returns false if
/// the name or the value is unknown.
bool SetMember(std::string_view name, std::string_view value, CoordinatorRequest* request) {
  if (name == "verb" || name == "scope") {
    const std::optional<std::size_t> place =
        name == "verb" ? PlaceOf(kVerbs, value) : PlaceOf(kScopes, value);
    if (place && name == "verb") {
      request->verb = static_cast<Verb>(*place);
    } else if (place) {
      request->scope = static_cast<Scope>(*place);
    }
    return place.has_value();
  }
  for (const TextMember& text : kTexts) {
    if (text.name == name) {
      request->*text.member = Unescaped(value);
      return true;
    }
  }
  for (const FlagMember& flag : kFlags) {
    if (flag.name == name) {
      request->*flag.member = true;
      return true;
    }
  }
  return false;
}

Error BadChange(std::string_view value, std::string_view why) {
  return {ErrorClass::kError, "E1015",
          "Invalid coordinator job change value " + std::string(value) + ", " + std::string(why)};
}

}  // namespace

std::string_view SlaWordOf(Verb verb) {
  const bool of_sla =
      verb == Verb::kSlaEnable || verb == Verb::kSlaDisable || verb == Verb::kSlaChange;
  return of_sla ? kVerbs[static_cast<std::size_t>(verb)] : std::string_view();
}

std::string CoordinatorRequest::ToText() const {
  std::string text(kFirstLine);
  text.append("\n");
  AddLine("verb", kVerbs[static_cast<std::size_t>(verb)], &text);
  AddLine("scope", kScopes[static_cast<std::size_t>(scope)], &text);
  for (const TextMember& member : kTexts) {
    if (!(this->*member.member).empty()) {
      AddLine(member.name, this->*member.member, &text);
    }
  }
  for (const FlagMember& flag : kFlags) {
    if (this->*flag.member) {
      AddLine(flag.name, "", &text);
    }
  }
  return text;
}

std::optional<CoordinatorRequest> ReadCoordinatorRequest(std::string_view text) {
  CoordinatorRequest request;
  bool first = true;
  for (const std::string_view line : Split(text, '\n')) {
    if (first) {
      if (line != kFirstLine) {
        return std::nullopt;
      }
      first = false;
      continue;
    }
    if (line.empty()) {
      break;  // the request ends at an empty line
    }
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos ||
        !SetMember(line.substr(0, blank), line.substr(blank + 1), &request)) {
      return std::nullopt;
    }
  }
  return request.job.empty() ? std::nullopt : std::optional(std::move(request));
}

std::string RequestsText(const std::vector<CoordinatorRequest>& requests) {
  std::string text;
  for (const CoordinatorRequest& request : requests) {
    text += request.ToText();
  }
  return text;
}

std::optional<std::vector<CoordinatorRequest>> ReadRequests(std::string_view text) {
  const std::string next = "\n" + std::string(kFirstLine) + "\n";
  std::vector<CoordinatorRequest> requests;
  while (!text.empty()) {
    const std::size_t end = text.find(next);
    std::optional<CoordinatorRequest> request = ReadCoordinatorRequest(text.substr(0, end));
    if (!request) {
      return std::nullopt;
    }
    requests.push_back(std::move(*request));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return requests;
}

Result<std::vector<std::pair<std::string, std::string>>> ReadChange(std::string_view text) {
  constexpr std::string_view kKeys[] = {"endtime", "concurrency", "pausetime", "status"};
  std::vector<std::pair<std::string, std::string>> pairs;
  std::set<std::string> seen;
  for (const std::string_view part : Split(text, ';')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      return BadChange(text, "change value must be name=value pair or name=(empty string)");
    }
    std::string key = LowerCase(Trimmed(part.substr(0, equals)));
    std::string value(Trimmed(part.substr(equals + 1)));
    if (std::find(std::begin(kKeys), std::end(kKeys), key) == std::end(kKeys)) {
      return BadChange(text, "must change endtime|concurrency|pausetime|status");
    }
    if (value.empty() && key != "pausetime") {
      return BadChange(text, "value on " + key + " can not be empty");
    }
    if (!seen.insert(key).second) {
      return BadChange(text, "can not specify repeated change values on " + key);
    }
    pairs.emplace_back(std::move(key), std::move(value));
  }
  return pairs;
}

}  // namespace hpdl::rt
