#include "stdlib/actions/java/java_command.h"

namespace hpdl::stdlib {

std::vector<std::string> SystemProperties(const rt::ActionContext& ctx, const std::string& work) {
  return {
      "-Doozie.job.id=" + ctx.job().id,
      "-Doozie.action.id=" + ctx.job().id + "@" + std::string(ctx.node()),
      "-Doozie.action.conf.xml=" + work + "/" + kJavaConfiguration,
      "-Doozie.action.output.properties=" + work + "/" + kJavaOutput,
      "-Doozie.action.stats.properties=" + work + "/stats.properties",
      "-Doozie.action.externalChildIDs=" + work + "/externalChildIDs",
      "-Doozie.action.newId=" + work + "/newId",
      "-Dhpdl.tag=" + ctx.tag(),
  };
}

}  // namespace hpdl::stdlib
