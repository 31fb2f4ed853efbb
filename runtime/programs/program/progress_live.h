#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_PROGRESS_LIVE_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_PROGRESS_LIVE_H_

#include <memory>

#include "runtime/programs/program/progress.h"

namespace hpdl::rt {

std::unique_ptr<ProgressView> MakeLiveProgress(ProgressSetup setup, Output* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_PROGRESS_LIVE_H_
