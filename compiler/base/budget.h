#ifndef HPDL_COMPILER_BASE_BUDGET_H_
#define HPDL_COMPILER_BASE_BUDGET_H_

#include <cstdint>

namespace hpdl {

/// The steps that a piece of work may take where it could grow faster than what it looks at. When
/// they are used up the work is left undone: an analysis then says less, and nothing wrong.
class Budget {
 public:
  explicit Budget(std::uint64_t steps) : left_(steps) {}

  /// Takes `steps` if as many are left; otherwise it is used up from then on.
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

/// For "did you mean": each looks at all names, so their number times that of the names is bounded,
/// and a file full of mistakes gets hints for the first of them.
inline Budget HintBudget() {
  return Budget(500'000);
}

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_BUDGET_H_
