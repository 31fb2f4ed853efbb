#ifndef HPDL_COMPILER_ANALYSIS_ANALYZE_H_
#define HPDL_COMPILER_ANALYSIS_ANALYZE_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "compiler/sema/check.h"

/// Warnings about definitions that are valid but probably mistaken. Sema decides whether a
/// definition is valid. The analyses find places where a valid definition probably does not do what
/// its author wants. The analyses only warn.
namespace hpdl::analysis {

/// The place of a property in its file.
struct PropertyPlace {
  Range name;
  Range value;
};

/// A definition in which sema has found no errors. `checked.hir` has been folded, so a predicate
/// that is always true is the constant "true".
struct Subject {
  const ast::Workflow& workflow;
  const sema::Checked& checked;
  /// Properties given by -D and --config; null if neither was given.
  const std::map<std::string, std::string>* properties = nullptr;
  /// Names of properties that -D gives, if only this definition reads the properties of -D. Null if
  /// other definitions read them too, or if there are none.
  const std::set<std::string>* defined = nullptr;
  /// True if `files` are all files of the application; false if only the definition was given.
  bool has_all_files = false;
  std::span<const hir::File> files;
  /// Returns the bytes of one of `files`, or nullopt if the file cannot be read. The function is
  /// empty if no file can be read.
  std::function<std::optional<std::string>(const hir::File& file)> read = {};
  /// The file that contains hir().defaults, or null. `default_places` has the place of each default
  /// in this file.
  const SourceBuffer* defaults_source = nullptr;
  std::span<const PropertyPlace> default_places;
  const Reporter& reporter;

  const sema::Graph& graph() const { return checked.graph; }
  const hir::Workflow& hir() const { return *checked.hir; }
  /// Returns the hir node of a reachable ast node.
  const hir::Node& Lowered(std::uint32_t node) const {
    return checked.hir->nodes[checked.nodes[node].index];
  }
};

/// Hides the passwords, keys and tokens that the definition has in plain text (Diagnostics::Hide).
/// Also works for a definition with errors, because any message may show the line of a secret.
void HideSecrets(const ast::Workflow& workflow, const Reporter& reporter);
/// Hides the secrets in a file that is not XML: all texts that look like a password, key or token.
void HideSecretsInText(const Reporter& reporter);

/// Runs all analyses of analyses.h. Time and memory grow linearly with the size of the definition,
/// or not much faster. An analysis that cannot guarantee this bounds its work and reports less.
void Analyze(const Subject& subject);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_ANALYZE_H_
