#ifndef HPDL_COMPILER_ANALYSIS_ANALYZE_H_
#define HPDL_COMPILER_ANALYSIS_ANALYZE_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "compiler/sema/check.h"

/// What is allowed and yet not meant. Sema says whether a definition can be a program; the analyses
/// say where one that can will not do what its author wants. They only warn.
namespace hpdl::analysis {

/// Where a property stands in its file.
struct PropertyPlace {
  Range name;
  Range value;
};

/// A definition that sema has found to be without errors. `checked.hir` has been folded, so that a
/// predicate that is always true is the constant "true".
struct Subject {
  const ast::Workflow& workflow;
  const sema::Checked& checked;
  /// Given by -D and --config; null if neither was given.
  const std::map<std::string, std::string>* properties = nullptr;
  /// Names given by -D for this definition alone; null if there are none.
  const std::set<std::string>* defined = nullptr;
  /// Whether `files` are all of the application; false if the definition was named alone.
  bool has_all_files = false;
  std::span<const hir::File> files;
  /// The bytes of one of `files`, none if it cannot be read. Empty: nobody can.
  std::function<std::optional<std::string>(const hir::File& file)> read = {};
  /// The file that hir().defaults are from, or null, and the place in it of each of them.
  const SourceBuffer* defaults_source = nullptr;
  std::span<const PropertyPlace> default_places;
  const Reporter& reporter;

  const sema::Graph& graph() const { return checked.graph; }
  const hir::Workflow& hir() const { return *checked.hir; }
  /// The lowered form of an ast node that start leads to.
  const hir::Node& Lowered(std::uint32_t node) const {
    return checked.hir->nodes[checked.nodes[node].index];
  }
};

/// Hides the passwords, keys and tokens that the definition has in plain text (Diagnostics::Hide),
/// also where it has errors: any message may show the line that one stands on.
void HideSecrets(const ast::Workflow& workflow, const Reporter& reporter);
/// The same in a file that is no XML, by the look of the text.
void HideSecretsInText(const Reporter& reporter);

/// Runs all of analyses.h. Time and memory grow with the size of the definition, or not much
/// faster; where that cannot be had for certain an analysis bounds its work and says less.
void Analyze(const Subject& subject);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_ANALYZE_H_
