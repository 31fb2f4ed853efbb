#ifndef HPDL_COMPILER_SEMA_COORDINATOR_KNOWN_H_
#define HPDL_COMPILER_SEMA_COORDINATOR_KNOWN_H_

#include <map>
#include <string>

#include "compiler/hir/hir.h"
#include "runtime/rules/coordinator/view.h"

namespace hpdl::sema {

/// The value that a text has when a job is submitted, if this value is known before the submission.
struct KnownText {
  enum class State : std::uint8_t { kUnknown, kKnown, kFails };
  State state = State::kUnknown;
  std::string text;  ///< the value if it is known; the reason if the evaluation fails
  rt::CoordinatorNotes notes;

  explicit operator bool() const { return state == State::kKnown; }
};

/// Evaluates texts that depend only on given properties. Uses the functions of the runtime.
class KnownTexts {
 public:
  /// The arguments must outlive the object; `values` are the properties.
  KnownTexts(const hir::Expressions& expressions, const std::map<std::string, std::string>& values)
      : expressions_(expressions), values_(values) {}

  KnownText Of(hir::ValueId id) const;

 private:
  bool IsKnowable(hir::ExprId id) const;

  const hir::Expressions& expressions_;
  const std::map<std::string, std::string>& values_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_COORDINATOR_KNOWN_H_
