#include "runtime/engines/workflow/inheritance.h"

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

bool InheritsLibrary(const Site& site, const Properties& job) {
  const auto found = job.find("oozie.wf.subworkflow.classpath.inheritance");
  if (found != job.end()) {
    for (const bool value : {true, false}) {
      if (IsInAnyCase(Trimmed(found->second), value ? "true" : "false")) {
        return value;
      }
    }
  }
  return site.Flag(Setting::kInheritsLibrary);
}

}  // namespace hpdl::rt
