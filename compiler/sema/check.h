#ifndef HPDL_COMPILER_SEMA_CHECK_H_
#define HPDL_COMPILER_SEMA_CHECK_H_

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "compiler/ast/ast.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/hir/hir.h"

namespace hpdl::sema {

struct CheckOptions {
  /// Properties given by -D and --config. Missing parameters are reported only if this is set.
  std::optional<std::map<std::string, std::string>> properties;
  /// config-default.xml / configuration.xml of the application.
  std::vector<hir::Property> defaults;
  /// False: oozie.wf.validate.ForkJoin=false was given; fork and join are paired at run time.
  bool validate_fork_join = true;
};

/// ast -> hir: names, reachability, cycles, fork/join shape, expression types, parameters. Reports
/// all that is wrong; null if any of it is an error. Linear in the size of the workflow.
std::unique_ptr<hir::Workflow> Check(const ast::Workflow& workflow, const SourceBuffer& source,
                                     const CheckOptions& options, Diagnostics& diagnostics);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_CHECK_H_
