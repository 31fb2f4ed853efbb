#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_OVERVIEW_PAGE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_OVERVIEW_PAGE_H_

#include <map>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/server/protocols/celos_ui/columns.h"
#include "runtime/server/protocols/celos_ui/groups.h"
#include "runtime/server/protocols/celos_ui/server_answers.h"

namespace hpdl::rt::celos {

/// The data of the overview.
struct Overview {
  Columns columns;
  bool is_now = false;  ///< the overview ends at the present time, not at a fixed time
  ScheduledTime now;
  std::string hue;  ///< the URL of Hue; "": no Hue
  std::vector<ShownGroup> groups;
  /// For each workflow: its slots, or the reason why the slots could not be read.
  std::map<std::string, Result<WorkflowSlots>, std::less<>> workflows;
  std::vector<ScriptError> script_errors;
};

std::string OverviewPage(const Overview& overview);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_OVERVIEW_PAGE_H_
