#ifndef HPDL_COMPILER_SEMA_COORDINATOR_TEXTS_H_
#define HPDL_COMPILER_SEMA_COORDINATOR_TEXTS_H_

#include <optional>
#include <span>
#include <vector>

#include "compiler/ast/coordinator.h"
#include "compiler/diagnostics/reporter.h"
#include "compiler/hir/coordinator.h"
#include "compiler/sema/expression.h"

namespace hpdl::sema {

/// The texts of one file -> values in the phases in which they are evaluated. What an earlier phase
/// checks is lowered for that one first, and reported as it is found there.
class TextLowering {
 public:
  /// What it is given must outlive it.
  TextLowering(const ast::ExprPool& pool, const Reporter& reporter, hir::Expressions& out);

  /// Invalid after an error.
  hir::ValueId Lower(const ast::Template& text);
  /// Invalid also if there is no text.
  hir::ValueId Lower(const std::optional<ast::Template>& text) {
    return text ? Lower(*text) : hir::ValueId();
  }
  hir::Instance LowerInstance(const ast::Template& text);
  std::vector<hir::GivenProperty> Lower(std::span<const ast::Property> properties);
  /// The arguments inside one, in preorder.
  void LowerChildren(const ast::Argument& parent, std::vector<hir::Arg>* out);

  /// A text as an early phase checks it: an entry of checked().values.
  struct Check {
    hir::ValueId value;
    Range range;
  };
  const std::vector<Check>& checks() const { return checks_; }
  const hir::Expressions& checked() const { return checked_; }
  /// The calls in texts that an early phase checks, as it sees them.
  const std::vector<Call>& checked_calls() const { return first_.calls(); }

  /// Reports what only a later phase has found. To be called once, at the end.
  void ReportLater();

 private:
  /// A value of this place: shared ones have that of their first text.
  hir::ValueId InPlace(hir::ValueId id, Range range);

  const ast::ExprPool& pool_;
  const Reporter& reporter_;
  hir::Expressions& out_;
  hir::Expressions checked_;
  Diagnostics found_later_, ignored_;
  ExpressionLowering first_;  ///< of a phase that checks what a later one evaluates
  ExpressionLowering only_;   ///< of the only phase of a text
  ExpressionLowering later_;  ///< of the phase that evaluates
  ExpressionLowering parts_;  ///< of parts of what was lowered before
  std::vector<Check> checks_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_COORDINATOR_TEXTS_H_
