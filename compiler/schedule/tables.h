#ifndef HPDL_COMPILER_SCHEDULE_TABLES_H_
#define HPDL_COMPILER_SCHEDULE_TABLES_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "compiler/hir/coordinator.h"
#include "compiler/sema/coordinator/known.h"
#include "runtime/ground/abi/hpdl_coordinator.h"

namespace hpdl::schedule {

/// The tables that the program of a coordinator would have, of what its times and its data depend
/// on: controls but for the throttle, input logic, application and configuration are not in them,
/// nor are data sets that no event uses. Expressions have the numbers of the values of the hir.
class Tables {
 public:
  /// `coordinator` is borrowed; `known`: what is known of its texts.
  Tables(const hir::Coordinator& coordinator, const sema::KnownTexts& known);
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  const hpdl_coordinator& coordinator() const { return table_; }

 private:
  std::vector<hpdl_event> Events(const std::vector<hir::DataEvent>& events);

  std::vector<hpdl_expr> exprs_;
  std::vector<hpdl_dataset> datasets_;
  std::deque<std::vector<hpdl_instance>>
      instances_;  ///< of one event each; they stay where they are
  std::vector<std::uint32_t> arguments_;
  std::vector<hpdl_event> inputs_, outputs_;
  hpdl_coordinator table_{};
};

}  // namespace hpdl::schedule

#endif  // HPDL_COMPILER_SCHEDULE_TABLES_H_
