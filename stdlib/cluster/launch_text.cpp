#include "stdlib/cluster/launch_text.h"

#include <charconv>
#include <optional>

namespace hpdl::stdlib {

namespace {

constexpr std::size_t kMostDescription = std::size_t{4} << 20;
constexpr std::string_view kFirstLine = "hpdl-result 1\n";

class Fields {
 public:
  void Add(char letter, std::string_view text) {
    whole_ = whole_ && text.find('\0') == std::string_view::npos;
    text_ += letter;
    text_ += text;
    text_ += '\0';
  }
  bool whole() const { return whole_; }
  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
  bool whole_ = true;
};

/// Parses a result from its start.
class Reader {
 public:
  explicit Reader(std::string_view text) : left_(text) {}

  /// Returns the text before the next `end`. Removes that text and `end`.
  std::optional<std::string_view> Until(char end) {
    const std::size_t at = left_.find(end);
    if (at == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view part = left_.substr(0, at);
    left_.remove_prefix(at + 1);
    return part;
  }

  std::optional<std::int64_t> Number(char end) {
    const auto part = Until(end);
    std::int64_t number = 0;
    if (!part || part->empty() || part->front() == '-') {
      return std::nullopt;
    }
    const auto parsed = std::from_chars(part->data(), part->data() + part->size(), number);
    const bool all = parsed.ec == std::errc() && parsed.ptr == part->data() + part->size();
    return all ? std::optional(number) : std::nullopt;
  }

  /// Returns the next `size` bytes. Removes them and the line feed after them.
  std::optional<std::string_view> Bytes(std::int64_t size) {
    if (size < 0 || static_cast<std::uint64_t>(size) >= left_.size() ||
        left_[static_cast<std::size_t>(size)] != '\n') {
      return std::nullopt;
    }
    const std::string_view bytes = left_.substr(0, static_cast<std::size_t>(size));
    left_.remove_prefix(bytes.size() + 1);
    return bytes;
  }

  bool ended() const { return left_.empty(); }

 private:
  std::string_view left_;
};

bool ReadEnd(Reader* reader, LaunchResult* result) {
  const auto word = reader->Until(' ');
  const auto number = reader->Number('\n');
  constexpr std::int64_t kMost = 4095;  // the largest errno of Linux; exit codes are smaller
  if (!word || !number || *number > kMost) {
    return false;
  }
  int* const to = *word == "exit"        ? &result->exit_code
                  : *word == "signal"    ? &result->signal
                  : *word == "unstarted" ? &result->not_started
                                         : nullptr;
  if (to == nullptr) {
    return false;
  }
  *to = static_cast<int>(*number);
  return true;
}

bool ReadFile(Reader* reader, LaunchResult* result) {
  const auto name = reader->Until(' ');
  const auto taken = reader->Number(' ');
  const auto size = reader->Number('\n');
  const auto bytes = taken ? reader->Bytes(*taken) : std::nullopt;
  if (!name || !size || !bytes) {
    return false;
  }
  return result->files.emplace(*name, LaunchedFile{std::string(*bytes), *size}).second;
}

bool ReadLost(Reader* reader, LaunchResult* result) {
  const auto name = reader->Until(' ');
  const auto error = reader->Number('\n');
  return name && error && result->lost.emplace(*name, static_cast<int>(*error)).second;
}

bool ReadAll(Reader* reader, LaunchResult* result) {
  if (!ReadEnd(reader, result)) {
    return false;
  }
  for (;;) {
    // All lines except the last line, which is "end", have a blank.
    const auto word = reader->Until(' ');
    if (!word) {
      const auto last = reader->Until('\n');
      return last && *last == "end" && reader->ended();
    }
    if (!(*word == "file" ? ReadFile(reader, result)
                          : *word == "lost" && ReadLost(reader, result))) {
      return false;
    }
  }
}

}  // namespace

std::string InContainer(std::string_view variable) {
  return "\001" + std::string(variable) + "\002";
}

rt::Result<std::string> DescriptionText(const LaunchDescription& description) {
  Fields fields;
  fields.Add('h', "pdl-launch 1");
  for (const std::string& word : description.master) {
    fields.Add('m', word);
  }
  for (const LaunchWord& word : description.command) {
    fields.Add(word.replaced ? 'A' : 'a', word.text);
  }
  for (const LaunchWord& word : description.environment) {
    fields.Add(word.replaced ? 'E' : 'e', word.text);
  }
  for (const LaunchFile& file : description.files) {
    fields.Add(file.tail ? 't' : 'h',
               file.name + " " + std::to_string(file.limit) + " " + file.path);
  }
  fields.Add('.', "");
  std::string text = fields.Take();
  if (!fields.whole()) {
    return rt::ActionError(
        "an argument or variable of the command has a zero byte, which is not allowed");
  }
  if (text.size() > kMostDescription) {
    return rt::ActionError("the command, its arguments and its environment have " +
                           std::to_string(text.size()) +
                           " bytes together, which is more than a cluster node accepts");
  }
  return text;
}

rt::Result<LaunchResult> ReadLaunchResult(std::string_view text) {
  LaunchResult result;
  if (text.starts_with(kFirstLine)) {
    Reader reader(text.substr(kFirstLine.size()));
    if (ReadAll(&reader, &result)) {
      return result;
    }
  }
  return rt::ActionError("the container did not return a launcher's result");
}

}  // namespace hpdl::stdlib
