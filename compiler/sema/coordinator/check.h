#ifndef HPDL_COMPILER_SEMA_COORDINATOR_CHECK_H_
#define HPDL_COMPILER_SEMA_COORDINATOR_CHECK_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "compiler/ast/bundle.h"
#include "compiler/ast/coordinator.h"
#include "compiler/diagnostics/reporter.h"
#include "compiler/hir/coordinator.h"
#include "compiler/sema/check.h"

/// Lowers coordinators and bundles from ast to hir, with the checks that Oozie makes at submission.
namespace hpdl::sema {

/// A file of data sets that a coordinator includes directly, or through another included file.
struct IncludedFile {
  const ast::DatasetsFile* file = nullptr;  ///< not owned
  const SourceBuffer* source = nullptr;     ///< not owned
  Range place;                              ///< the <include> in the coordinator's own file
};

/// The inputs of the check of a coordinator or bundle.
struct SubmitOptions {
  CheckOptions check;
  /// The known properties, with defaults. The references in their values are resolved.
  std::map<std::string, std::string> values;
  /// The time of the check, in seconds since 1970; nullopt if it is not known. Late actions are
  /// made at this time, and coord:latest counts from this time.
  std::optional<std::int64_t> now;
  /// The included files of a coordinator.
  std::span<const IncludedFile> included;
  /// True if an <include> names a file that is not available. Data sets may then be missing.
  bool misses_files = false;
};

/// Returns the checked coordinator, or null after an error. Reports all errors that can be found
/// with the known values in `options`.
std::unique_ptr<hir::Coordinator> CheckCoordinator(const ast::Coordinator& written,
                                                   const SubmitOptions& options,
                                                   const Reporter& reporter);

/// Returns the checked bundle, or null after an error. Reports all errors that can be found with
/// the known values in `options`.
std::unique_ptr<hir::Bundle> CheckBundle(const ast::Bundle& written, const SubmitOptions& options,
                                         const Reporter& reporter);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_COORDINATOR_CHECK_H_
