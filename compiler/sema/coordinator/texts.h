#ifndef HPDL_COMPILER_SEMA_COORDINATOR_TEXTS_H_
#define HPDL_COMPILER_SEMA_COORDINATOR_TEXTS_H_

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "compiler/ast/coordinator.h"
#include "compiler/diagnostics/reporter.h"
#include "compiler/hir/coordinator.h"
#include "compiler/sema/expression.h"

namespace hpdl::sema {

/// Lowers the texts of one file to values for the phases in which Oozie evaluates them, such as
/// `coord-job-submit-data` and `coord-action-start`. Oozie checks some texts in one phase and
/// evaluates them in a later phase. TextLowering first lowers these texts for the earlier phase,
/// and reports the errors of that phase. A failure only in the later phase is a warning.
class TextLowering {
 public:
  /// The arguments must outlive the object.
  TextLowering(const ast::ExprPool& pool, const Reporter& reporter, hir::Expressions& out);

  /// Returns an invalid id after an error.
  hir::ValueId Lower(const ast::Template& text);
  /// Returns an invalid id if there is no text, or after an error.
  hir::ValueId Lower(const std::optional<ast::Template>& text) {
    return text ? Lower(*text) : hir::ValueId();
  }
  hir::Instance LowerInstance(const ast::Template& text);
  /// Returns the text of an instance that LowerInstance() returned, as a bound of a range: the
  /// value of each function of instances is its call. The value serves only for checks and is an
  /// entry of bounds().values. The id is invalid if the text cannot be a bound.
  hir::ValueId BoundOf(const hir::Instance& instance) const;
  const hir::Expressions& bounds() const { return bound_texts_; }
  std::vector<hir::GivenProperty> Lower(std::span<const ast::Property> properties);
  /// Appends the arguments inside `parent`, in preorder.
  void LowerChildren(const ast::Argument& parent, std::vector<hir::Arg>* out);

  /// Returns the calls in texts that an early phase checks. Each call is bound to a function of
  /// that phase.
  const std::vector<Call>& checked_calls() const { return first_.calls(); }

  /// Reports what the two phases have found. Call this function once, at the end.
  void Report();

 private:
  /// Returns the id of a value that equals the value `id` and has the place `range`. A copy is
  /// needed because equal texts share a value, which has the place of the first text.
  hir::ValueId InPlace(hir::ValueId id, Range range);

  const ast::ExprPool& pool_;
  const Reporter& reporter_;
  hir::Expressions& out_;
  hir::Expressions checked_, bound_texts_;
  Diagnostics found_first_, found_later_, ignored_;
  ExpressionLowering first_;  ///< lowers texts for an earlier phase, which only checks them
  ExpressionLowering only_;   ///< lowers texts that have only one phase
  /// Lowers the texts of `first_` a second time, for the later phase, which evaluates them.
  ExpressionLowering later_;
  ExpressionLowering bounds_;                       ///< lowers instances to `bound_texts_`
  std::map<std::uint32_t, hir::ValueId> bound_at_;  ///< by the place where an instance begins
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_COORDINATOR_TEXTS_H_
