#ifndef HPDL_COMPILER_DRIVER_PROGRAM_FOLD_TEXT_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_FOLD_TEXT_H_

#include <optional>
#include <string>

#include "compiler/hir/hir.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::driver {

/// Returns the value that a text will have when the program runs, if the value follows from
/// `properties` and `app_path` alone. Returns nothing if the value depends on other properties, the
/// job, its nodes, a file system or the clock.
std::optional<std::string> FoldText(const hir::Workflow& workflow, const hir::Value& value,
                                    const rt::Properties& properties, const std::string& app_path);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_FOLD_TEXT_H_
