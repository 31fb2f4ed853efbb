#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_WRITTEN_TEXTS_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_WRITTEN_TEXTS_H_

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/abi/hpdl_coordinator.h"

namespace hpdl::rt {

/// The expressions of a definition that a test writes: constant texts and calls of functions.
class WrittenTexts {
 public:
  /// Adds a constant text and returns its index in the table.
  std::uint32_t Add(std::string text) { return Add(nullptr, std::move(text)); }
  /// Adds a call of `function` and returns its index; `text` is the expression's source.
  std::uint32_t Add(hpdl_expr_fn function, std::string text) {
    texts_.push_back(std::move(text));
    functions_.push_back(function);
    return static_cast<std::uint32_t>(texts_.size() - 1);
  }
  /// Sets the table of expressions in the definition. The table is valid until the next Add() or
  /// the end of this object.
  void SetIn(hpdl_definition* definition) {
    exprs_.clear();
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      hpdl_expr& expr = exprs_.emplace_back();
      expr.fn = functions_[i];
      expr.text = {texts_[i].data(), texts_[i].size()};
    }
    definition->exprs = exprs_.data();
  }

 private:
  std::deque<std::string> texts_;
  std::vector<hpdl_expr_fn> functions_;
  std::vector<hpdl_expr> exprs_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_WRITTEN_TEXTS_H_
