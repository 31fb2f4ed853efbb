#ifndef HPDL_COMPILER_DIAGNOSTICS_DIAGNOSTICS_H_
#define HPDL_COMPILER_DIAGNOSTICS_DIAGNOSTICS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/message.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/silences.h"
#include "compiler/secrets/masking.h"

namespace hpdl {

/// A remark is good to know and never makes a command fail, not even with -Werror.
enum class Severity : std::uint8_t { kError, kWarning, kRemark };
inline constexpr std::string_view kSeverityWords[] = {"error", "warning", "remark"};
inline std::string_view WordOf(Severity severity) {
  return kSeverityWords[static_cast<std::size_t>(severity)];
}

/// What kinds.def says of a kind.
struct DiagnosticKindInfo {
  std::string_view name;        ///< "ForkJoinCount"
  Severity severity;            ///< before -Werror
  std::string_view oozie_code;  ///< "E0730", or empty
  std::string_view summary;     ///< one sentence for `explain` and docs
  bool in_definition = true;    ///< false: it has no place there, where a comment could silence it
  bool of_several = false;      ///< found after the phases of a definition, with others at hand
};
const DiagnosticKindInfo& InfoOf(DiagnosticKind kind);
/// The kind of this very name.
std::optional<DiagnosticKind> KindOf(std::string_view name);
/// The names of the kinds that can be silenced: those that are no errors.
std::vector<std::string_view> SilenceableKinds();

/// The other place involved: the fork of a join, the first of two definitions.
struct DiagnosticNote {
  const SourceBuffer* source = nullptr;
  Range range;
  Message text;
};

/// A correction: these ranges of the diagnostic's source become these texts. Edits do not overlap
/// and are in order.
struct Fix {
  struct Edit {
    Range range;
    std::string text;  ///< as it would stand in the file, escaped where XML wants it
  };
  Message title;  ///< what it does: "rename to 'arg'"
  std::vector<Edit> edits;
  /// Certain to mean the same, or the only thing that can have been meant: `verify --fix` applies
  /// it.
  bool safe = false;
  bool shows_secret = false;  ///< an edit has one: for --fix only. Set by Diagnostics::Sorted().
};

/// One finding: what is wrong, where, and what would mend it.
struct Diagnostic {
  DiagnosticKind kind;
  Severity severity = Severity::kError;
  std::string_view oozie_code;           ///< may be sharper than the kind's own
  const SourceBuffer* source = nullptr;  ///< null: not about a place in a file
  std::string file;                      ///< name if `source` is null
  Range range;
  Message text;  ///< lower case, no full stop: what was found, then the rule
  std::vector<DiagnosticNote> notes;
  std::optional<Fix> fix;
  /// What of any file is never shown; null if nothing is known. Owned by Diagnostics, which sets
  /// it.
  const Secrets* secrets = nullptr;
};

/// Collects what the phases find. A phase goes on after an error and returns its structure with an
/// error node in place of the wrong part. Owned by the driver; one per definition; not thread-safe.
class Diagnostics {
 public:
  /// Kinds that -Wno-KIND turned off, and whether warnings are errors.
  struct Options {
    std::set<std::string, std::less<>> silenced;
    bool warnings_are_errors = false;
  };

  Diagnostics() = default;
  explicit Diagnostics(Options options) : options_(std::move(options)) {}

  /// Adds one and returns it, so that notes can be added; valid until the next call.
  Diagnostic& Emit(DiagnosticKind kind, const SourceBuffer* source, Range range, Message text);

  /// From now on, what is emitted of a kind that is no error and begins in `range` of `source` is
  /// left out. `place` is where the file says so.
  void Silence(DiagnosticKind kind, const SourceBuffer* source, Range range, Range place) {
    silences_.Add(kind, source, range, place);
  }
  /// Emits a remark for each silence that has silenced nothing. For the end of all phases.
  void EmitUselessSilences();

  /// Has `range` of `source` shown as asterisks, whatever is found and whatever is silenced.
  void Hide(const SourceBuffer* source, Range range) { secrets_.Add(source, range); }
  /// The same for a text wherever it is quoted.
  void Hide(std::string_view text) { secrets_.Add(text); }
  const Secrets& secrets() const { return secrets_; }

  /// From now on `kind` has this code of Oozie, which depends on what the definition is.
  void GiveCode(DiagnosticKind kind, std::string_view code) { codes_[kind] = code; }

  bool HasErrors() const { return errors_ > 0; }
  std::size_t error_count() const { return errors_; }
  std::size_t warning_count() const { return warnings_; }
  std::size_t remark_count() const { return found_.size() - errors_ - warnings_; }

  /// All that were found: first what is about no place, then file by file by place; equal places
  /// keep the order of emission. Secrets among the values of messages are asterisks by now. They
  /// refer to secrets(), and so to this object.
  std::vector<Diagnostic> Sorted() const;

 private:
  bool Silenced(const Diagnostic& diagnostic);

  Options options_;
  std::map<DiagnosticKind, std::string_view> codes_;  ///< in place of those of the kinds
  Silences silences_;
  std::vector<Diagnostic> found_;
  Secrets secrets_;
  Diagnostic silenced_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_DIAGNOSTICS_H_
