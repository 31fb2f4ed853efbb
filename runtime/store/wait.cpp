#include "runtime/store/wait.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "runtime/ground/base/hex.h"
#include "runtime/ground/base/percent.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kKindWords[Wait::kKinds] = {"time",   "yarn", "callback", "oozie",
                                                       "notice", "path", "job"};
/// The least number of words in Wait::what for each kind.
constexpr std::size_t kWordsOf[Wait::kKinds] = {0, 4, 1, 2, 0, 2, 2};

/// Adds the text as one word. Blanks, line ends and '%' are escaped; an empty text becomes "-".
void AddWord(std::string_view text, std::string* line) {
  line->append(line->empty() || line->ends_with('\n') ? "" : " ");
  if (text.empty()) {
    line->append("-");
    return;
  }
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f && c != '%' && text != "-") {
      line->push_back(c);
    } else {
      line->append("%").append(HexText(byte));
    }
  }
}

/// Reads the words of a line one after another. After the first malformed word, ok() stays false.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}
  bool empty() const { return rest_.empty(); }
  bool ok() const { return ok_; }

  std::string Text() {
    const std::string_view word = Next();
    std::optional<std::string> text = word == "-" ? "" : PercentDecoded(word);
    ok_ = ok_ && text;
    return text ? std::move(*text) : std::string();
  }

  std::int64_t Number() {
    const std::string_view word = Next();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    ok_ = ok_ && error == std::errc() && end == word.data() + word.size();
    return number;
  }

  Wait::Kind Kind() {
    const auto* const known = std::find(std::begin(kKindWords), std::end(kKindWords), Next());
    ok_ = ok_ && known != std::end(kKindWords);
    return ok_ ? static_cast<Wait::Kind>(known - std::begin(kKindWords)) : Wait::Kind::kTime;
  }

  Wait ReadWait() {
    Wait wait;
    wait.kind = Kind();
    wait.since_ms = Number();
    wait.until_ms = Number();
    while (ok_ && !empty()) {
      wait.what.push_back(Text());
    }
    ok_ = ok_ && wait.what.size() >= kWordsOf[static_cast<int>(wait.kind)];
    return wait;
  }

 private:
  std::string_view Next() {
    const std::string_view word = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(std::min(rest_.size(), word.size() + 1));
    ok_ = ok_ && !word.empty();
    return word;
  }

  std::string_view rest_;
  bool ok_ = true;
};

void AddWait(const Wait& wait, std::string* line) {
  AddWord(WordOf(wait.kind), line);
  AddWord(std::to_string(wait.since_ms), line);
  AddWord(std::to_string(wait.until_ms), line);
  for (const std::string& word : wait.what) {
    AddWord(word, line);
  }
}

}  // namespace

std::int64_t LeftOf(const Wait& wait, std::int64_t now_ms) {
  if (wait.until_ms == 0) {
    return -1;
  }
  const std::int64_t whole = std::max<std::int64_t>(wait.until_ms - wait.since_ms, 0);
  return std::clamp<std::int64_t>(wait.until_ms - now_ms, 0, whole);
}

bool IsReportedByCallback(const Wait& wait) {
  return wait.kind == Wait::Kind::kCallback || wait.kind == Wait::Kind::kOozie;
}

std::string EncodeWait(const Wait& wait) {
  std::string line;
  AddWait(wait, &line);
  return line;
}

std::optional<Wait> DecodeWait(std::string_view text) {
  Words words(text);
  Wait wait = words.ReadWait();
  return words.ok() ? std::optional(std::move(wait)) : std::nullopt;
}

std::string_view WordOf(Wait::Kind kind) {
  return kKindWords[static_cast<int>(kind)];
}

std::string DescribeWait(const Wait& wait) {
  switch (wait.kind) {
    case Wait::Kind::kTime:
      return "the next try";
    case Wait::Kind::kYarn:
      return wait.what[2] + " at " + wait.what[0];
    case Wait::Kind::kCallback:
      return "a callback";
    case Wait::Kind::kOozie:
      return "job " + wait.what[1] + " at " + wait.what[0];
    case Wait::Kind::kPath:
      return wait.what[1] + (wait.what.size() > 2 ? " or another path" : "");
    case Wait::Kind::kJob:
      return "job " + wait.what[0];
    case Wait::Kind::kNotice:
      break;
  }
  return "the next try of a notification";
}

std::string EncodeNote(const ParkingNote& note) {
  std::string text = std::to_string(note.since_ms);
  for (const ParkingNote::Entry& entry : note.entries) {
    text.append("\n");
    AddWord(std::to_string(entry.job), &text);
    AddWord(entry.node, &text);
    AddWait(entry.wait, &text);
  }
  return text;
}

std::optional<std::int64_t> TimeOfNote(std::string_view text) {
  Words head(text.substr(0, text.find('\n')));
  const std::int64_t since_ms = head.Number();
  return head.ok() && head.empty() ? std::optional(since_ms) : std::nullopt;
}

std::optional<ParkingNote> DecodeNote(std::string_view text) {
  ParkingNote note;
  const auto take_line = [&text] {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    return line;
  };
  const std::optional<std::int64_t> since_ms = TimeOfNote(take_line());
  if (!since_ms) {
    return std::nullopt;
  }
  note.since_ms = *since_ms;
  while (!text.empty()) {
    Words words(take_line());
    ParkingNote::Entry& entry = note.entries.emplace_back();
    entry.job = words.Number();
    entry.node = words.Text();
    entry.wait = words.ReadWait();
    if (!words.ok()) {
      return std::nullopt;
    }
  }
  return note;
}

}  // namespace hpdl::rt
