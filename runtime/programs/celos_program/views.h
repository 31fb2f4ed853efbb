#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_VIEWS_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_VIEWS_H_

#include <string>
#include <vector>

#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/slot_store.h"
#include "runtime/rules/celos/trigger_status.h"

/// The output of the commands `info` and `trigger` in programs made from Celos scripts, as text and
/// as JSON.
namespace hpdl::rt::celos {

/// A workflow of the scripts and its slots in a range of time.
struct WorkflowView {
  const Workflow* workflow = nullptr;
  bool paused = false;
  /// Path of the workflow in this program that slots start; "": slots start workflows at an Oozie.
  std::string own;
  std::string service;  ///< URL of the Oozie
  std::vector<SlotState> slots;
};
Result<WorkflowView> ViewOf(SlotReader& slots, const Configuration& configuration,
                            const Workflow& workflow, ScheduledTime start, ScheduledTime end);

std::string WorkflowsText(const std::vector<WorkflowView>& workflows, ScheduledTime now);
std::string WorkflowsJson(const std::vector<WorkflowView>& workflows, ScheduledTime now);

std::string SlotsText(const WorkflowView& view);
std::string SlotsJson(const WorkflowView& view);

std::string TriggerText(const TriggerStatus& status);
std::string TriggerJson(const TriggerStatus& status);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_VIEWS_H_
