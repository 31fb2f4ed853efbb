#include "stdlib/cluster/launch_files.h"

namespace hpdl::stdlib {

std::string_view LaunchJar() {
  static constexpr char kBytes[] =
#include "stdlib/cluster/generated/launch_jar.inc"
      ;
  return {kBytes, sizeof kBytes - 1};
}

}  // namespace hpdl::stdlib
