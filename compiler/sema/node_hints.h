#ifndef HPDL_COMPILER_SEMA_NODE_HINTS_H_
#define HPDL_COMPILER_SEMA_NODE_HINTS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/base/budget.h"
#include "compiler/base/suggest.h"
#include "compiler/diagnostics/fixes.h"

namespace hpdl::sema {

/// Finds the hints "did you mean" for names of nodes.
class NodeHints {
 public:
  explicit NodeHints(const ast::Workflow& workflow) : workflow_(workflow) {}

  /// The hint for a wrong name of a node: a text for the end of the message, and a fix of the name.
  struct Hint {
    Message text;
    std::optional<Fix> fix;
  };
  Hint For(std::string_view wanted, Range place) {
    if (names_.empty()) {
      for (const ast::Node& node : workflow_.nodes) {
        if (node.type != ast::NodeType::kStart) {
          names_.push_back(node.name.text);
        }
      }
    }
    if (!budget_.Take(names_.size())) {
      return {};
    }
    return {DidYouMean(wanted, names_), RenameToNearestOwn(place, wanted, names_)};
  }

 private:
  const ast::Workflow& workflow_;
  std::vector<std::string_view> names_;
  Budget budget_ = HintBudget();
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_NODE_HINTS_H_
