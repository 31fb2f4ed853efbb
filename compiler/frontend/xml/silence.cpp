#include "compiler/frontend/xml/silence.h"

#include <algorithm>
#include <vector>

#include "compiler/base/markup.h"
#include "compiler/base/suggest.h"
#include "compiler/diagnostics/fixes.h"

namespace hpdl::frontend {
namespace {

constexpr std::string_view kMarker = "hpdlc:";
constexpr std::string_view kSeparators = " \t\r\n,";
constexpr std::size_t kCommentBegin = 4;  // the length of "<!--"
constexpr std::size_t kCommentEnd = 3;    // the length of "-->"

/// A word in a comment, such as no-Cycle, that names a kind to silence.
struct Silence {
  DiagnosticKind kind;
  Range place;
};

/// Walks over the tags and comments of one file and finds the ranges in which kinds are silenced.
class SilenceReader {
 public:
  SilenceReader(const SourceBuffer& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  void Read() {
    MarkupScanner scanner(source_.text());
    Markup markup;
    while (scanner.Next(&markup)) {
      switch (markup.type) {
        case Markup::Type::kComment:
          ReadComment(markup.range);
          break;
        case Markup::Type::kStart:
          Begin(markup.range.begin);
          break;
        case Markup::Type::kEmpty:
          Begin(markup.range.begin);
          End(markup.range.end);
          break;
        case Markup::Type::kEnd:
          End(markup.range.end);
          break;
        case Markup::Type::kCData:
          break;
      }
    }
    ReportUnknown();
    ReportBehindRoot();
  }

 private:
  /// An element that is not closed yet, and the silences that apply to it.
  struct Open {
    std::uint32_t begin;
    std::vector<Silence> silences;
  };
  /// A no-KIND word that silences nothing, with the text of the message about this word.
  struct Unknown {
    Range place;
    Message text;
    std::optional<Fix> fix;
  };

  void Begin(std::uint32_t begin) {
    if (open_.empty() && !root_seen_) {
      // The comments before the root apply to the whole file, including the places before the root
      // and the place at the end of the file.
      Apply(waiting_, {0, static_cast<std::uint32_t>(source_.text().size()) + 1});
      waiting_.clear();
      root_seen_ = true;
    }
    open_.push_back({begin, std::move(waiting_)});
    waiting_.clear();
  }

  void End(std::uint32_t end) {
    if (open_.empty()) {
      return;
    }
    std::vector<Silence>& silences = open_.back().silences;
    silences.insert(silences.end(), waiting_.begin(), waiting_.end());
    waiting_.clear();
    Apply(silences, {open_.back().begin, end});
    open_.pop_back();
  }

  void Apply(const std::vector<Silence>& silences, Range range) {
    for (const Silence& silence : silences) {
      diagnostics_.Silence(silence.kind, &source_, range, silence.place);
    }
  }

  void ReadComment(Range comment) {
    const std::string_view text = source_.text();
    std::size_t at = comment.begin + kCommentBegin;
    const std::size_t end = std::max<std::size_t>(at, comment.end - kCommentEnd);
    at = std::min(text.find_first_not_of(kMarkupBlanks, at), end);
    if (text.substr(at, kMarker.size()) != kMarker || at + kMarker.size() > end) {
      return;
    }
    bool any = false;
    for (at += kMarker.size();;) {
      at = std::min(text.find_first_not_of(kSeparators, at), end);
      const std::size_t word_end = std::min(text.find_first_of(kSeparators, at), end);
      const Range word = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(word_end)};
      if (word.empty() || source_.Slice(word) == "-") {
        break;  // the rest of the comment is the reason
      }
      any = true;
      if (!ReadWord(word)) {
        return;  // the other words are probably not kinds either
      }
      at = word_end;
    }
    if (!any) {
      unknown_.push_back({comment, "this comment names no kind of diagnostic; write no-KIND", {}});
    }
  }

  /// Reads one no-KIND word. Returns false if the word has another form.
  bool ReadWord(Range word) {
    const std::string_view text = source_.Slice(word);
    const Range place = {word.begin + 3, word.end};
    if (!text.starts_with("no-")) {
      unknown_.push_back(
          {word, Quoted(text) + " silences nothing; write no-KIND, and a reason after ' - '", {}});
      return false;
    }
    const std::string_view name = text.substr(3);
    const std::optional<DiagnosticKind> kind = KindOf(name);
    if (!kind) {
      const std::vector<std::string_view> names = SilenceableKinds();
      unknown_.push_back({place,
                          "no diagnostic has the kind " + Quoted(name) + DidYouMean(name, names),
                          RenameToNearest(place, name, names)});
    } else if (InfoOf(*kind).severity == Severity::kError) {
      unknown_.push_back({place, Message::Words(name) + " is an error and cannot be silenced", {}});
    } else {
      waiting_.push_back({*kind, place});
    }
    return true;
  }

  // Emit() compares each diagnostic with the silences. So this function is called after all
  // silences have been read.
  void ReportUnknown() {
    for (Unknown& unknown : unknown_) {
      diagnostics_
          .Emit(DiagnosticKind::kUnknownSilence, &source_, unknown.place, std::move(unknown.text))
          .fix = std::move(unknown.fix);
    }
  }

  void ReportBehindRoot() {
    for (const Silence& silence : waiting_) {
      diagnostics_.Emit(DiagnosticKind::kUselessSilence, &source_, silence.place,
                        "this comment is after the last element; put it before the element that it "
                        "is for");
    }
  }

  const SourceBuffer& source_;
  Diagnostics& diagnostics_;
  std::vector<Open> open_;
  std::vector<Silence> waiting_;  ///< silences for the next element, or for the enclosing element
  std::vector<Unknown> unknown_;
  bool root_seen_ = false;
};

}  // namespace

void ReadSilences(const SourceBuffer& source, Diagnostics& diagnostics) {
  if (source.text().find(kMarker) != std::string_view::npos) {
    SilenceReader(source, diagnostics).Read();
  }
}

}  // namespace hpdl::frontend
