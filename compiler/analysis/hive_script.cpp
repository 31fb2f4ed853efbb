#include "compiler/analysis/hive_script.h"

#include <algorithm>

#include "runtime/ground/base/lower_case.h"

namespace hpdl::analysis {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f\v";
constexpr std::string_view kVariable = "hivevar:";

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

std::string_view NameAt(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && IsNameByte(text[end])) {
    ++end;
  }
  return text.substr(at, end - at);
}

std::size_t SkipSpace(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kSpace, at), text.size());
}

/// Finds the variables that a script reads. Skips comments: the text between /* and */, and the
/// text from `--` to the end of the line. Within quotes, only a `--` at the beginning of a line
/// begins a comment.
class Reads {
 public:
  Reads(std::string_view text, HiveScript* script) : text_(text), script_(script) {}

  void Find() {
    while (at_ < text_.size()) {
      if (const std::size_t end = CommentEnd(); end > at_) {
        Skip(end);
      } else if (text_[at_] == '\\' && quote_ != '\0') {
        Skip(at_ + 2);
      } else {
        Take();
      }
    }
  }

 private:
  std::size_t CommentEnd() const {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("--") && (quote_ == '\0' || only_space_)) {
      return std::min(text_.find('\n', at_), text_.size());
    }
    if (rest.starts_with("/*") && quote_ == '\0') {
      const std::size_t end = text_.find("*/", at_ + 2);
      return end == std::string_view::npos ? text_.size() : end + 2;
    }
    return at_;
  }

  void Take() {
    const char c = text_[at_];
    if (quote_ != '\0') {
      quote_ = c == quote_ ? '\0' : quote_;
    } else if (c == '\'' || c == '"') {
      quote_ = c;
    }
    if (c == '$' && text_.substr(at_).starts_with("${")) {
      TakeVariable();
    }
    Skip(at_ + 1);
  }

  void TakeVariable() {
    std::size_t begin = at_ + 2;
    if (text_.substr(begin).starts_with(kVariable)) {
      begin += kVariable.size();
    }
    const std::string_view name = NameAt(text_, begin);
    if (!name.empty() && text_.substr(begin + name.size()).starts_with('}')) {
      script_->read.emplace(name, line_);
    }
  }

  void Skip(std::size_t end) {
    for (end = std::min(end, text_.size()); at_ < end; ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        only_space_ = true;
      } else if (kSpace.find(text_[at_]) == std::string_view::npos) {
        only_space_ = false;
      }
    }
  }

  std::string_view text_;
  HiveScript* script_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  char quote_ = '\0';
  bool only_space_ = true;  ///< true if only blanks come before the current byte in its line
};

/// Finds statements that may set variables. Statements in comments count, too.
class Sets {
 public:
  Sets(std::string_view text, HiveScript* script) : text_(text), script_(script) {}

  void Find() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::string_view name = NameAt(text_, at);
      if (name.empty()) {
        ++at;
        continue;
      }
      const std::string word = name.size() > 6 ? "" : LowerCase(name);
      at += name.size();
      if (word == "set") {
        TakeSet(at);
      } else if ((word == "source" && BeginsLine(at - name.size())) ||
                 (word == "run" && FollowsMark(at - name.size()))) {
        script_->may_set_more = true;
      }
    }
  }

 private:
  /// True if the word at `at` is the first word of a statement or a line. A word in another place
  /// may be the name of a column.
  bool BeginsLine(std::size_t at) const {
    const std::size_t before = text_.find_last_not_of(" \t", at == 0 ? 0 : at - 1);
    return at == 0 || before == std::string_view::npos || text_[before] == '\n' ||
           text_[before] == ';';
  }
  bool FollowsMark(std::size_t at) const { return at > 0 && text_[at - 1] == '!'; }

  void TakeSet(std::size_t at) {
    std::size_t begin = SkipSpace(text_, at);
    if (begin == at) {
      return;
    }
    std::string_view name = NameAt(text_, begin);
    if (text_.substr(begin + name.size())
            .starts_with(':')) {  // a prefix such as hivevar: or hiveconf:
      begin += name.size() + 1;
      name = NameAt(text_, begin);
    }
    const std::size_t after = begin + name.size();
    if (text_.substr(after).starts_with("${") || name == "hive.variable.substitute") {
      script_->may_set_more = true;
    } else if (text_.substr(SkipSpace(text_, after)).starts_with('=')) {
      script_->set.emplace(name);
    }
  }

  std::string_view text_;
  HiveScript* script_;
};

}  // namespace

HiveScript ReadHiveScript(std::string_view text) {
  HiveScript script;
  Reads(text, &script).Find();
  Sets(text, &script).Find();
  return script;
}

}  // namespace hpdl::analysis
