#include "runtime/rules/coordinator/action_data.h"

#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kBeforeDeferred = "!!";

/// Adds one line for a member of an event: a letter that stands for the member, and the member's
/// value with escaped line ends.
void AddLine(char member, std::string_view value, std::string* text) {
  text->push_back(member);
  for (const char c : value) {
    if (c == '\n') {
      text->append("\\n");
    } else if (c == '\\') {
      text->append("\\\\");
    } else {
      text->push_back(c);
    }
  }
  text->push_back('\n');
}

std::optional<std::string> ValueOf(std::string_view line) {
  std::string value;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      value.push_back(line[i]);
      continue;
    }
    if (++i == line.size() || (line[i] != 'n' && line[i] != '\\')) {
      return std::nullopt;
    }
    value.push_back(line[i] == 'n' ? '\n' : '\\');
  }
  return value;
}

/// Sets the member of an event that the letter `member` stands for. Returns false if the letter
/// stands for no member.
bool SetMember(char member, std::string value, EventData* event) {
  switch (member) {
    case 'd':
      event->dataset = std::move(value);
      return true;
    case 'f':
      event->done_flag = std::move(value);
      return true;
    case 'u':
      event->uris.push_back(std::move(value));
      return true;
    case 'w':
      event->deferred.push_back(std::move(value));
      return true;
    case 't':
      event->uri_template = std::move(value);
      return true;
    case 'r':
      event->found.push_back(std::move(value));
      return true;
    case 'k':
      event->nocleanup = true;
      return value.empty();
    default:
      return false;
  }
}

}  // namespace

std::string Joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text.append(i == 0 ? "" : between).append(parts[i]);
  }
  return text;
}

std::string EncodeData(const std::vector<EventData>& events) {
  std::string text;
  for (const EventData& event : events) {
    AddLine('e', event.name, &text);
    AddLine('d', event.dataset, &text);
    AddLine('f', event.done_flag, &text);
    for (const std::string& uri : event.uris) {
      AddLine('u', uri, &text);
    }
    for (const std::string& call : event.deferred) {
      AddLine('w', call, &text);
    }
    if (!event.uri_template.empty()) {
      AddLine('t', event.uri_template, &text);
    }
    for (const std::string& uri : event.found) {
      AddLine('r', uri, &text);
    }
    if (event.nocleanup) {
      AddLine('k', "", &text);
    }
  }
  return text;
}

std::optional<std::vector<EventData>> DecodeData(std::string_view text) {
  std::vector<EventData> events;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || end == 0) {
      return std::nullopt;
    }
    std::optional<std::string> value = ValueOf(text.substr(1, end - 1));
    if (!value) {
      return std::nullopt;
    }
    if (text[0] == 'e') {
      events.emplace_back().name = std::move(*value);
    } else if (events.empty() || !SetMember(text[0], std::move(*value), &events.back())) {
      return std::nullopt;
    }
    text.remove_prefix(end + 1);
  }
  return events;
}

std::string DonePath(std::string_view uri, std::string_view done_flag) {
  std::string path(uri);
  if (!done_flag.empty()) {
    path.append("/").append(done_flag);
  }
  return path;
}

std::string MissingData::ToText() const {
  std::string text = Joined(paths, "#");
  text.append(by_logic && !paths.empty() ? "#" : "");
  for (const std::string& calls : deferred) {
    text.append(kBeforeDeferred).append(calls);
  }
  return text;
}

MissingData MissingData::Of(std::string_view text) {
  MissingData missing;
  const std::size_t known = std::min(text.find(kBeforeDeferred), text.size());
  missing.by_logic = text.substr(0, known).ends_with('#');
  for (const std::string_view path : Split(text.substr(0, known), '#')) {
    if (!path.empty()) {
      missing.paths.emplace_back(path);
    }
  }
  for (std::string_view rest = text.substr(known); !rest.empty();) {
    rest.remove_prefix(kBeforeDeferred.size());
    const std::size_t end = std::min(rest.find(kBeforeDeferred), rest.size());
    missing.deferred.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return missing;
}

MissingData MissingOf(const std::vector<EventData>& inputs) {
  MissingData missing;
  for (const EventData& event : inputs) {
    for (const std::string& uri : event.uris) {
      missing.paths.push_back(DonePath(uri, event.done_flag));
    }
    if (!event.deferred.empty()) {
      missing.deferred.push_back(Joined(event.deferred, "#"));
    }
  }
  return missing;
}

namespace {
constexpr char kMark = '\x01';
}

std::string MarkOfData(std::string_view name) {
  return std::string(1, kMark).append(name).append(1, kMark);
}

bool HasMarkOfData(std::string_view text) {
  return text.find(kMark) != std::string_view::npos;
}

std::string WithoutMarks(std::string_view text,
                         const std::function<std::string(std::string_view name)>& of) {
  std::string whole;
  while (true) {
    const std::size_t begin = text.find(kMark);
    const std::size_t end = begin == std::string_view::npos ? begin : text.find(kMark, begin + 1);
    if (end == std::string_view::npos) {
      return whole.append(text);
    }
    whole.append(text.substr(0, begin)).append(of(text.substr(begin + 1, end - begin - 1)));
    text.remove_prefix(end + 1);
  }
}

}  // namespace hpdl::rt
