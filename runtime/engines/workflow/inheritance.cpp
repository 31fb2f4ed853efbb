#include "runtime/engines/workflow/inheritance.h"

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

bool InheritsLibrary(const Site& site, const Properties& job) {
  const auto found = job.find("oozie.wf.subworkflow.classpath.inheritance");
  const std::string value = found == job.end() ? "" : LowerCase(Trimmed(found->second));
  if (value == "true" || value == "false") {
    return value == "true";
  }
  return site.Flag(Setting::kInheritsLibrary);
}

}  // namespace hpdl::rt
