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

/// The severity of a diagnostic. A remark is only information and never makes a command fail, not
/// even with -Werror.
enum class Severity : std::uint8_t { kError, kWarning, kRemark };
inline constexpr std::string_view kSeverityWords[] = {"error", "warning", "remark"};
inline std::string_view WordOf(Severity severity) {
  return kSeverityWords[static_cast<std::size_t>(severity)];
}

/// The entry of kinds.def for a kind.
struct DiagnosticKindInfo {
  std::string_view name;        ///< the name, for example "ForkJoinCount"
  Severity severity;            ///< the severity before -Werror
  std::string_view oozie_code;  ///< the code of Oozie, for example "E0730"; may be empty
  std::string_view summary;     ///< one sentence for `explain` and docs
  /// False if the kind has no place in the definition, so that no comment can silence it.
  bool in_definition = true;
  /// True if hpdlc finds this mistake only when it checks several definitions together.
  bool of_several = false;
  /// True if the text of a run shows only the first diagnostic of the kind.
  bool once = false;
};
const DiagnosticKindInfo& InfoOf(DiagnosticKind kind);
/// Returns the kind with exactly this name, or nullopt if no kind has this name.
std::optional<DiagnosticKind> KindOf(std::string_view name);
/// Returns the names of the kinds that can be silenced: all kinds that are not errors.
std::vector<std::string_view> SilenceableKinds();

/// A second place that a diagnostic involves, for example the fork of a join, or the first
/// definition of a name that is defined twice.
struct DiagnosticNote {
  const SourceBuffer* source = nullptr;
  Range range;
  Message text;
};

/// A correction that replaces ranges of the diagnostic's source by texts. The edits are in order
/// and do not overlap.
struct Fix {
  struct Edit {
    Range range;
    std::string text;  ///< the text as in the file, with XML escapes where XML needs them
  };
  Message title;  ///< the effect of the fix, for example "rename to 'arg'"
  std::vector<Edit> edits;
  /// True if the fix certainly keeps the meaning of the definition, or if the author can have meant
  /// nothing else. `verify --fix` applies safe fixes.
  bool safe = false;
  /// True if an edit contains a secret, so that only --fix may use the edit. Diagnostics::Sorted()
  /// sets this member.
  bool shows_secret = false;
};

/// One finding: the mistake, its place, and perhaps a fix.
struct Diagnostic {
  DiagnosticKind kind;
  Severity severity = Severity::kError;
  /// The code of Oozie; may be more precise than the code of the kind.
  std::string_view oozie_code;
  const SourceBuffer* source = nullptr;  ///< null if the finding has no place in a file
  std::string file;                      ///< the name of the file if `source` is null
  Range range;
  Message text;  ///< the finding, then the rule, in lower case and without a full stop
  std::vector<DiagnosticNote> notes;
  std::optional<Fix> fix;
  /// The parts of all files that are never shown; null if no secrets are known. The class
  /// Diagnostics owns these secrets and sets the pointer.
  const Secrets* secrets = nullptr;
};

/// Collects the findings of the compiler's phases. A phase continues after an error and returns its
/// structure with an error node in place of the wrong part. The driver owns one object for each
/// definition. The class is not thread-safe.
class Diagnostics {
 public:
  /// The options of the command line: the kinds that -Wno-KIND turns off, and -Werror.
  struct Options {
    std::set<std::string, std::less<>> silenced;
    bool warnings_are_errors = false;
  };

  Diagnostics() = default;
  explicit Diagnostics(Options options) : options_(std::move(options)) {}

  /// Adds a diagnostic and returns it, so that the caller can add notes. The reference is valid
  /// until the next call.
  Diagnostic& Emit(DiagnosticKind kind, const SourceBuffer* source, Range range, Message text);

  /// From now on drops diagnostics of `kind` that begin in `range` of `source`, unless the kind is
  /// an error. `place` is the comment that silences the kind.
  void Silence(DiagnosticKind kind, const SourceBuffer* source, Range range, Range place) {
    silences_.Add(kind, source, range, place);
  }
  /// Emits a remark for each silencing comment that had no effect. The caller calls this function
  /// after all phases.
  void EmitUselessSilences();

  /// Shows `range` of `source` as asterisks in every diagnostic.
  void Hide(const SourceBuffer* source, Range range) { secrets_.Add(source, range); }
  /// Shows `text` as asterisks wherever a diagnostic quotes it.
  void Hide(std::string_view text) { secrets_.Add(text); }
  const Secrets& secrets() const { return secrets_; }

  /// Replaces the Oozie code of `kind` from now on. Some codes depend on the type of the
  /// definition.
  void GiveCode(DiagnosticKind kind, std::string_view code) { codes_[kind] = code; }

  bool HasErrors() const { return errors_ > 0; }
  std::size_t error_count() const { return errors_; }
  std::size_t warning_count() const { return warnings_; }
  std::size_t remark_count() const { return found_.size() - errors_ - warnings_; }

  /// Returns all diagnostics. Diagnostics without a place come first, then the others by file and
  /// place; equal places keep the order of emission. Secrets in the values of the messages are
  /// asterisks. The results refer to secrets(), so this object must outlive them.
  std::vector<Diagnostic> Sorted() const;

 private:
  bool Silenced(const Diagnostic& diagnostic);

  Options options_;
  std::map<DiagnosticKind, std::string_view> codes_;  ///< codes that replace the codes of kinds.def
  Silences silences_;
  std::vector<Diagnostic> found_;
  Secrets secrets_;
  Diagnostic silenced_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_DIAGNOSTICS_H_
