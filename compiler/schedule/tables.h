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

/// The tables of a coordinator's program, limited to the parts on which times and data depend. The
/// tables leave out the controls (except the throttle), the input logic, the application, the
/// configuration, and data sets that no event uses. An expression in the tables is the index of its
/// value in the hir.
class Tables {
 public:
  /// Borrows `coordinator`. `known` evaluates the texts that do not depend on unknown properties.
  Tables(const hir::Coordinator& coordinator, const sema::KnownTexts& known);
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  const hpdl_coordinator& coordinator() const { return table_; }

 private:
  std::vector<hpdl_event> Events(const std::vector<hir::DataEvent>& events);

  std::vector<hpdl_expr> exprs_;
  std::vector<hpdl_dataset> datasets_;
  /// The instances of each event. The container is a deque, because a deque does not move its
  /// entries when it grows.
  std::deque<std::vector<std::uint32_t>> instances_;
  std::vector<hpdl_event> inputs_, outputs_;
  hpdl_coordinator table_{};
};

}  // namespace hpdl::schedule

#endif  // HPDL_COMPILER_SCHEDULE_TABLES_H_
