#include "compiler/secrets/markup.h"

#include <algorithm>

#include "compiler/base/markup.h"
#include "compiler/secrets/secret_text.h"

namespace hpdl::secrets {
namespace {

/// Goes through texts and tags, whether or not they are XML that one could read.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Range> Scan() {
    while (at_ < text_.size()) {
      if (text_[at_] != '<') {
        const std::size_t begin = at_;
        at_ = std::min(text_.find('<', at_), text_.size());
        Text(begin, at_);
      } else if (const std::string_view rest = text_.substr(at_); rest.starts_with("<![CDATA[")) {
        const std::size_t begin = at_ + std::string_view("<![CDATA[").size();
        SkipTo("]]>");
        Text(begin, std::max(begin, at_ - std::string_view("]]>").size()));
      } else if (rest.starts_with("<!--")) {
        SkipTo("-->");
      } else {
        // A tag ends at its first '>': a quote that is left open must not swallow all that follows.
        SkipTo(">");
        Tag(rest);
      }
    }
    return std::move(found_);
  }

 private:
  void SkipTo(std::string_view mark) {
    const std::size_t end = text_.find(mark, at_);
    at_ = end == std::string_view::npos ? text_.size() : end + mark.size();
  }

  void Tag(std::string_view rest) {
    if (rest.starts_with("</")) {
      --depth_;
      left_ = depth_ < name_depth_ - 1 ? 0 : left_;  // what the name belongs to has ended
    } else if (!rest.starts_with("<?") && !rest.starts_with("<!") && text_[at_ - 2] != '/') {
      ++depth_;
    }
  }

  void Text(std::size_t begin, std::size_t end) {
    std::string_view text = text_.substr(begin, end - begin);
    const std::size_t first = text.find_first_not_of(kMarkupBlanks);
    if (first == std::string_view::npos) {
      return;
    }
    if (left_ > 0) {
      --left_;
      Value(begin, end);
      return;
    }
    text = text.substr(first, text.find_last_not_of(kMarkupBlanks) + 1 - first);
    if (text.find_first_of(kMarkupBlanks) == std::string_view::npos && NamesSecret(text)) {
      left_ = kValues;
      name_depth_ = depth_;
    }
  }

  /// Expressions in a value are no secrets.
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

  /// A value, and one more: it may stand there twice, or beside something that does not belong.
  static constexpr int kValues = 2;

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Range> found_;
  std::int64_t depth_ = 0;
  std::int64_t name_depth_ = 0;  ///< where the latest name of a secret stood
  int left_ = 0;                 ///< texts to come that may be its value
};

}  // namespace

std::vector<Range> FindNamedInMarkup(std::string_view text) {
  return Scanner(text).Scan();
}

std::vector<Range> FindInFile(std::string_view text) {
  std::vector<Range> found = FindNamedInMarkup(text);
  for (const SecretPart& part : FindSecrets(text)) {
    found.push_back({part.begin, part.end});
  }
  return found;
}

}  // namespace hpdl::secrets
