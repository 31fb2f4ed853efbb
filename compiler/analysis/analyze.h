#ifndef HPDL_COMPILER_ANALYSIS_ANALYZE_H_
#define HPDL_COMPILER_ANALYSIS_ANALYZE_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "compiler/sema/check.h"

/// Analyses of valid definitions. Sema decides whether a definition is valid. The analyses warn of
/// places where a valid definition probably does not do what its author wants.
namespace hpdl::analysis {

/// The place of a property in its file.
struct PropertyPlace {
  Range name;
  Range value;
};

/// A definition in which sema has found no errors. Constant expressions in `checked.hir` have been
/// replaced by their values, so a predicate that is always true is the constant "true".
struct Subject {
  const ast::Workflow& workflow;
  const sema::Checked& checked;
  /// Properties given by -D and --config; null if neither was given.
  const std::map<std::string, std::string>* properties = nullptr;
  /// The names of the properties that -D gives. Null if -D gives no properties, or if other
  /// definitions read these properties too.
  const std::set<std::string>* defined = nullptr;
  /// True if `files` are all files of the application; false if only the definition was given.
  bool has_all_files = false;
  std::span<const hir::File> files;
  /// Returns the bytes of one of `files`, or nullopt if the file cannot be read. The function is
  /// empty if no file can be read.
  std::function<std::optional<std::string>(const hir::File& file)> read = {};
  /// The file that contains hir().defaults; null if there is no such file. `default_places` holds
  /// the place of each default in this file.
  const SourceBuffer* defaults_source = nullptr;
  std::span<const PropertyPlace> default_places;
  const Reporter& reporter;

  const sema::Graph& graph() const { return checked.graph; }
  const hir::Workflow& hir() const { return *checked.hir; }
  /// Returns the lowered form of a reachable node. `node` is the node's index in
  /// ast::Workflow::nodes.
  const hir::Node& Lowered(std::uint32_t node) const {
    return checked.hir->nodes[checked.nodes[node].index];
  }
};

/// Hides the passwords, keys and tokens that the definition has in plain text (Diagnostics::Hide).
/// A definition with errors needs this call too, because any message may show a line that contains
/// a secret.
void HideSecrets(const ast::Workflow& workflow, const Reporter& reporter);
/// Hides the secrets in a file that is not XML: all texts that look like a password, key or token.
void HideSecretsInText(const Reporter& reporter);

/// Runs all analyses of analyses.h. Time and memory grow linearly with the size of the definition,
/// or not much faster. An analysis that could need more steps stops at a limit and then reports
/// less.
void Analyze(const Subject& subject);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_ANALYZE_H_
