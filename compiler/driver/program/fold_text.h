#ifndef HPDL_COMPILER_DRIVER_PROGRAM_FOLD_TEXT_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_FOLD_TEXT_H_

#include <optional>
#include <string>

#include "compiler/hir/hir.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::driver {

/// What a value will be when the program runs, as far as `properties` and `app_path` tell it now.
/// Nothing if it depends on more: other properties, the job, its nodes, a file system, the clock.
std::optional<std::string> FoldText(const hir::Workflow& workflow, const hir::Value& value,
                                    const rt::Properties& properties, const std::string& app_path);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_FOLD_TEXT_H_
