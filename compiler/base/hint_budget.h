#ifndef HPDL_COMPILER_BASE_HINT_BUDGET_H_
#define HPDL_COMPILER_BASE_HINT_BUDGET_H_

#include <cstddef>

namespace hpdl {

/// Each "did you mean" looks at all names, so their number times the number of names is bounded: a
/// file full of mistakes gets hints for the first of them and stays linear.
class HintBudget {
 public:
  /// Whether there may be one more hint among so many names.
  bool Take(std::size_t names) {
    if (left_ < names) {
      return false;
    }
    left_ -= names;
    return true;
  }

 private:
  std::size_t left_ = 500'000;
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_HINT_BUDGET_H_
