#ifndef HPDL_COMPILER_CORE_TERMS_H_
#define HPDL_COMPILER_CORE_TERMS_H_

#include <cstdint>

/// Enumerations that the definition as written (ast) and the checked program (hir) share. Code that
/// reads only the checked program need not include the definition as written.
namespace hpdl {

/// The language of a workflow.
enum class Dialect : std::uint8_t { kOozie, kHws };

/// The type of a workflow node. `kKill` is also the fail node of HWS.
enum class NodeType : std::uint8_t { kStart, kEnd, kKill, kFork, kJoin, kDecision, kAction };

/// The operator of an element in a coordinator's input-logic.
enum class LogicKind : std::uint8_t { kAnd, kOr, kCombine, kDataIn };

/// An operator of the expression language. kNegate, kNot and kEmpty have one operand; all other
/// operators have two operands.
enum class Op : std::uint8_t {
  kNone,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAnd,
  kOr,
  kNegate,
  kNot,
  kEmpty,
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_CORE_TERMS_H_
