#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/secret_text.h"

/// Secrets by the look of a file: nothing here asks whether it is XML that one could read.
namespace hpdl::analysis {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kNone = std::string_view::npos;

/// One piece of markup, or of what stands between two.
struct Piece {
  enum class Type { kText, kOpen, kClose, kOther } type = Type::kText;
  std::size_t begin = 0;
  std::size_t end = 0;  ///< of the content, without what marks a CDATA section
};

/// Unlike MarkupScanner it takes what is no XML: a tag ends at its first '>', so that a quote that
/// is left open does not make text of all tags behind it, and tags of all text.
class Pieces {
 public:
  explicit Pieces(std::string_view text) : text_(text) {}

  std::optional<Piece> Next() {
    if (at_ >= text_.size()) {
      return std::nullopt;
    }
    const std::size_t begin = at_;
    if (text_[at_] != '<') {
      at_ = std::min(text_.find('<', at_), text_.size());
      return Piece{Piece::Type::kText, begin, at_};
    }
    const std::string_view rest = text_.substr(at_);
    constexpr std::string_view kCdata = "<![CDATA[";
    if (rest.starts_with(kCdata)) {
      const Piece piece = UpTo("]]>", Piece::Type::kText);
      return Piece{piece.type, begin + kCdata.size(), piece.end};
    }
    if (rest.starts_with("<!--")) {
      return UpTo("-->", Piece::Type::kOther);
    }
    if (rest.starts_with("<?") || rest.starts_with("<!")) {
      return UpTo(">", Piece::Type::kOther);
    }
    const Piece tag = UpTo(">", rest.starts_with("</") ? Piece::Type::kClose : Piece::Type::kOpen);
    const bool empty = tag.type == Piece::Type::kOpen && text_[tag.end - 1] == '/';
    return Piece{empty ? Piece::Type::kOther : tag.type, tag.begin, tag.end};
  }

 private:
  /// Without an end that is there the piece is the rest.
  Piece UpTo(std::string_view mark, Piece::Type type) {
    const std::size_t begin = at_;
    const std::size_t end = text_.find(mark, at_);
    at_ = end == kNone ? text_.size() : end + mark.size();
    return {type, begin, std::min(end, text_.size())};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

class ValueHider {
 public:
  explicit ValueHider(const Reporter& reporter)
      : reporter_(reporter), text_(reporter.source->text()) {}

  void Hide() {
    Pieces pieces(text_);
    while (const std::optional<Piece> piece = pieces.Next()) {
      switch (piece->type) {
        case Piece::Type::kText:
          Text(*piece);
          break;
        case Piece::Type::kOpen:
          ++depth_;
          break;
        case Piece::Type::kClose:
          --depth_;
          // The element around the name has ended, and what belongs to it.
          left_ = depth_ < name_depth_ - 1 ? 0 : left_;
          break;
        case Piece::Type::kOther:
          break;
      }
    }
  }

 private:
  void Text(const Piece& piece) {
    std::string_view text = text_.substr(piece.begin, piece.end - piece.begin);
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == kNone) {
      return;
    }
    if (left_ > 0) {
      --left_;
      HideLiterals(piece);
      return;
    }
    text = text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
    if (text.find_first_of(kBlanks) == kNone && NamesSecret(text)) {
      left_ = kValues;
      name_depth_ = depth_;
    }
  }

  /// A value with expressions is hidden but for these.
  void HideLiterals(const Piece& piece) {
    const std::string_view value = text_.substr(piece.begin, piece.end - piece.begin);
    std::size_t at = 0;
    while (at < value.size()) {
      const std::size_t expression = std::min(value.find("${", at), value.size());
      if (IsLiteralSecret(value.substr(at, expression - at))) {
        reporter_.diagnostics->Hide(reporter_.source,
                                    {static_cast<std::uint32_t>(piece.begin + at),
                                     static_cast<std::uint32_t>(piece.begin + expression)});
      }
      const std::size_t close = value.find('}', expression);
      at = close == kNone ? value.size() : close + 1;
    }
  }

  /// A value, and one more: it may stand there twice, or beside something else that does not
  /// belong.
  static constexpr int kValues = 2;

  const Reporter& reporter_;
  std::string_view text_;
  std::int64_t depth_ = 0;
  std::int64_t name_depth_ = 0;  ///< where the latest name of a secret stood
  int left_ = 0;                 ///< texts to come that may be its value
};

}  // namespace

void HideNamedSecrets(const Reporter& reporter) {
  ValueHider(reporter).Hide();
}

void HideSecretsInText(const Reporter& reporter) {
  HideNamedSecrets(reporter);
  for (const SecretPart& part : FindSecrets(reporter.source->text())) {
    reporter.diagnostics->Hide(reporter.source, {part.begin, part.end});
  }
}

}  // namespace hpdl::analysis
