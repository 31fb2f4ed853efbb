#ifndef HPDL_COMPILER_BASE_BUDGET_H_
#define HPDL_COMPILER_BASE_BUDGET_H_

#include <cstdint>

namespace hpdl {

/// Counts the steps that a piece of work may still take. A budget bounds work that could grow
/// faster than its input. When the steps are used up, the caller stops its work. An analysis then
/// reports less, but nothing wrong.
class Budget {
 public:
  explicit Budget(std::uint64_t steps) : left_(steps) {}

  /// Takes `steps` and returns true if at least `steps` are left. Otherwise the budget is used up
  /// and every later call returns false.
  bool Take(std::uint64_t steps = 1) {
    used_up_ = used_up_ || steps > left_;
    left_ -= used_up_ ? 0 : steps;
    return !used_up_;
  }
  bool IsUsedUp() const { return used_up_; }
  std::uint64_t left() const { return used_up_ ? 0 : left_; }

 private:
  std::uint64_t left_;
  bool used_up_ = false;
};

/// Returns the budget for "did you mean" hints: the number of comparisons for all hints together.
/// Each hint compares one word with all names. In a file full of mistakes, only the first mistakes
/// get hints.
inline Budget HintBudget() {
  return Budget(500'000);
}

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_BUDGET_H_
