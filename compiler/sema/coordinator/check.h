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

/// Coordinators and bundles: ast -> hir, with the checks that Oozie makes when one is submitted.
namespace hpdl::sema {

/// A file of data sets that a coordinator includes, itself or by way of another one.
struct IncludedFile {
  const ast::DatasetsFile* file = nullptr;  ///< not owned
  const SourceBuffer* source = nullptr;     ///< not owned
  Range place;                              ///< the coordinator's own <include>
};

/// What a coordinator or bundle is checked with.
struct SubmitOptions {
  CheckOptions check;
  /// The properties that are known, with defaults, and references in their values resolved.
  std::map<std::string, std::string> values;
  /// When it is checked, seconds since 1970: what is missed is made at once, and `latest` counts
  /// from then. Nothing: that is not known.
  std::optional<std::int64_t> now;
  /// Of a coordinator.
  std::span<const IncludedFile> included;
  /// An <include> names a file that is not at hand, so that data sets may be missing.
  bool misses_files = false;
};

/// The checked coordinator, or null after an error. Reports all that is wrong as far as it depends
/// on nothing that `options` does not have.
std::unique_ptr<hir::Coordinator> CheckCoordinator(const ast::Coordinator& written,
                                                   const SubmitOptions& options,
                                                   const Reporter& reporter);

/// The same for a bundle.
std::unique_ptr<hir::Bundle> CheckBundle(const ast::Bundle& written, const SubmitOptions& options,
                                         const Reporter& reporter);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_COORDINATOR_CHECK_H_
