#include "compiler/secrets/markup.h"

#include <algorithm>

#include "compiler/base/markup.h"
#include "compiler/secrets/secret_text.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::secrets {
namespace {

/// Finds the values of secrets in the texts and tags of a file. The file may be XML that cannot be
/// parsed.
class NamedSecrets {
 public:
  explicit NamedSecrets(std::string_view text) : text_(text) {}

  std::vector<Range> Find() {
    constexpr std::string_view kBegin = "<![CDATA[", kEnd = "]]>";
    MarkupScanner scanner = MarkupScanner::OfAnyText(text_);
    Markup markup;
    std::size_t at = 0;  // the start of the current text
    while (scanner.Next(&markup)) {
      Text(at, markup.range.begin);
      at = markup.range.end;
      if (markup.type == Markup::Type::kCData) {
        const std::size_t begin = markup.range.begin + kBegin.size();
        const bool is_closed = text_.substr(begin, at - begin).ends_with(kEnd);
        Text(begin, is_closed ? at - kEnd.size() : at);
      } else if (markup.type != Markup::Type::kComment && text_[markup.range.begin + 1] != '!') {
        Tag(markup.type);
      }
    }
    Text(at, text_.size());
    return std::move(found_);
  }

 private:
  void Tag(Markup::Type type) {
    depth_ += type == Markup::Type::kStart ? 1 : type == Markup::Type::kEnd ? -1 : 0;
    // The name of a secret is in an element such as <name>. The value must be in the parent of this
    // element, so the search for the value stops at the end of the parent.
    left_ = depth_ < name_depth_ - 1 ? 0 : left_;
  }

  void Text(std::size_t begin, std::size_t end) {
    const std::string_view text = Trimmed(text_.substr(begin, end - begin));
    if (text.empty()) {
      return;
    }
    if (left_ > 0) {
      --left_;
      Value(begin, end);
      return;
    }
    if (text.find_first_of(kBlanks) == std::string_view::npos && NamesSecret(text)) {
      left_ = kValues;
      name_depth_ = depth_;
    }
  }

  /// Records the parts of a value that are not expressions, because an expression is not a secret.
  void Value(std::size_t at, std::size_t end) {
    while (at < end) {
      const std::size_t expression = std::min(text_.find("${", at), end);
      if (IsLiteralSecret(text_.substr(at, expression - at))) {
        found_.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(expression)});
      }
      const std::size_t close = text_.find('}', expression);
      at = close == std::string_view::npos ? end : close + 1;
    }
  }

  /// The number of texts after a secret's name that are treated as its value. The first text is not
  /// enough, because the value may come after an unrelated text or occur twice.
  static constexpr int kValues = 2;

  std::string_view text_;
  std::vector<Range> found_;
  std::int64_t depth_ = 0;
  std::int64_t name_depth_ = 0;  ///< the depth of the latest name of a secret
  int left_ = 0;  ///< the number of further texts that are treated as the value of a secret
};

}  // namespace

std::vector<Range> FindNamedInMarkup(std::string_view text) {
  return NamedSecrets(text).Find();
}

std::vector<Range> FindInFile(std::string_view text) {
  std::vector<Range> found = FindNamedInMarkup(text);
  for (const SecretPart& part : FindSecrets(text)) {
    found.push_back({part.begin, part.end});
  }
  return found;
}

}  // namespace hpdl::secrets
