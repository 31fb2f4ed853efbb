#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_RUNS_AGAIN_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_RUNS_AGAIN_H_

#include <string>
#include <vector>

#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Returns a line for each action that a resume of the job `id` would run again, although the
/// action's last attempt may have had its effect: the action waits for a person in START_MANUAL.
/// Includes the actions of sub-workflows that the same program runs. Returns no line if the journal
/// cannot be read. There are at most 20 lines.
std::vector<std::string> WhatRunsAgain(StateDirectory& state, const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_RUNS_AGAIN_H_
