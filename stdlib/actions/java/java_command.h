#ifndef HPDL_STDLIB_ACTIONS_JAVA_JAVA_COMMAND_H_
#define HPDL_STDLIB_ACTIONS_JAVA_JAVA_COMMAND_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/java/java.kind.h"

namespace hpdl::stdlib {

/// Returns the java program for the actions of this job: from the setting hpdl.java.home, or else
/// from JAVA_HOME, or else from PATH. The error "JA018" names the places that were searched.
rt::Result<std::string> FindJava(const rt::ActionContext& ctx);

/// Names of files in the work directory that users' programs read or write.
inline constexpr const char* kJavaConfiguration = "oozie-action.conf.xml";
inline constexpr const char* kJavaOutput = "output.properties";

/// Returns -D options for the system properties of Java that users' programs read. `work` is the
/// directory of the programs.
std::vector<std::string> SystemProperties(const rt::ActionContext& ctx, const std::string& work);

/// Puts the files that the action's JVM needs in place, and returns the command that starts the
/// JVM. A resumed attempt may call this function again while the JVM runs.
rt::Result<rt::Command> ArrangeJava(rt::ActionContext& ctx, const JavaArgs& args);

/// Returns the path of the file in which the launcher records how main ended. The path is absolute
/// and beside the attempt's output.
std::string NotePath(const rt::ActionContext& ctx);
/// Returns the path of the file in which the action writes the properties that are captured.
rt::Result<std::string> OutputPropertiesPath(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_JAVA_COMMAND_H_
