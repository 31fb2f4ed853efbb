#ifndef HPDL_COMPILER_ANALYSIS_PREDICATES_H_
#define HPDL_COMPILER_ANALYSIS_PREDICATES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "compiler/hir/hir.h"

namespace hpdl::analysis {

/// A condition, or the opposite of one. Equal ones mean the same.
struct Condition {
  std::uint32_t term = 0;
  bool negated = false;

  Condition operator!() const { return {term, !negated}; }
  friend auto operator<=>(const Condition&, const Condition&) = default;
};

/// The predicates of a definition in a normal form: what means the same is the same, however it is
/// spelt. `${x}` is `wf:conf('x')`; of `x eq 'a'`, `'a' eq x` and `x ne 'a'` the first stays, with
/// or without a negation; `or` and `?:` are made of `and` and negations; a value that stands for a
/// condition is one that is compared with 'true'.
class Predicates {
 public:
  enum class Reading : std::uint8_t {
    kExact,
    kMeant,  ///< as authors mean it: it does not tell nothing from empty text, 'TRUE' from 'true',
             ///< or what is neither 'true' nor 'false' from 'false'
  };

  enum class Relation : std::uint8_t { kEqual, kLess, kLessEqual };

  /// What a value may be compared with besides other expressions.
  static constexpr std::uint32_t kNothing = UINT32_MAX;
  static constexpr std::uint32_t kTrue = UINT32_MAX - 1;

  /// Two values compared. Expressions are indices of hir::Workflow::exprs, of equal ones the first;
  /// what is compared for equality with a constant stands on the left.
  struct Atom {
    Relation relation = Relation::kEqual;
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    friend auto operator<=>(const Atom&, const Atom&) = default;
  };

  enum class TermKind : std::uint8_t { kTrue, kAtom, kAnd };

  struct Term {
    TermKind kind = TermKind::kTrue;
    Atom atom;
    Condition first, second;  ///< of kAnd
    std::uint32_t size = 1;   ///< terms that it is made of, at most kLargest
    friend auto operator<=>(const Term&, const Term&) = default;
  };

  /// What is made of more is an atom.
  static constexpr std::uint32_t kLargest = 64;

  /// Of a workflow, which must outlive it. O(n log n).
  Predicates(const hir::Workflow& workflow, Reading reading);

  Condition Of(hir::ExprId predicate) const { return conditions_[predicate.index]; }
  const std::vector<Term>& terms() const { return terms_; }

  /// Both atoms cannot hold.
  bool Exclude(const Atom& one, const Atom& other) const;

 private:
  using Shape =
      std::tuple<hir::ExprKind, Op, const stdlib::FunctionDecl*, std::vector<std::uint32_t>>;

  const hir::Expr& At(std::uint32_t id) const { return workflow_.exprs[id]; }
  std::uint32_t FirstLike(std::uint32_t id);
  std::optional<bool> AsBoolean(const hir::Expr& expr) const;
  bool IsTooLarge(const hir::Expr& expr) const;
  Condition Lower(std::uint32_t id);
  Condition Equals(hir::ExprId left, hir::ExprId right);
  Condition Compare(Relation relation, hir::ExprId left, hir::ExprId right);
  Condition Holds(std::uint32_t id);
  Condition And(Condition first, Condition second);
  Condition Make(const Term& term);
  bool IsOutput(hir::ExprId id) const;

  const hir::Workflow& workflow_;
  const Reading reading_;
  std::vector<std::uint32_t> first_like_;  ///< of each expression
  std::vector<Condition> conditions_;      ///< of each expression
  std::map<std::string_view, std::uint32_t> properties_;
  std::map<Shape, std::uint32_t> shapes_;
  std::vector<Term> terms_;
  std::map<Term, std::uint32_t> ids_;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_PREDICATES_H_
