#ifndef HPDL_COMPILER_CORE_TERMS_H_
#define HPDL_COMPILER_CORE_TERMS_H_

#include <cstdint>

/// The terms of the language that mean the same in the definition as written and in the checked
/// program, so that later rooms need not see the former.
namespace hpdl {

/// Which of the two languages a workflow is written in.
enum class Dialect : std::uint8_t { kOozie, kHws };

/// What a node of a workflow is. `kKill` is also the fail node of HWS.
enum class NodeType : std::uint8_t { kStart, kEnd, kKill, kFork, kJoin, kDecision, kAction };

/// What an element of a coordinator's input-logic asks for.
enum class LogicKind : std::uint8_t { kAnd, kOr, kCombine, kDataIn };

/// An operator of the expression language. kNegate, kNot and kEmpty have one operand, the others
/// two.
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
