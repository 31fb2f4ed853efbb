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

/// Files in the work directory. A user's program reads kJavaConfiguration and writes kJavaOutput.
inline constexpr const char* kJavaConfiguration = "oozie-action.conf.xml";
inline constexpr const char* kJavaOutput = "output.properties";

/// Returns -D options for the Java system properties that users' programs read. `work` is the
/// programs' working directory.
std::vector<std::string> SystemProperties(const rt::ActionContext& ctx, const std::string& work);

/// Prepares the files that the action's JVM needs, and returns the command that starts the JVM. A
/// resumed attempt may call this function again while the JVM runs.
rt::Result<rt::Command> ArrangeJava(rt::ActionContext& ctx, const JavaArgs& args);

/// Returns the absolute path of the file in which the launcher records how main ended. The file is
/// beside the attempt's output.
std::string NotePath(const rt::ActionContext& ctx);
/// Returns the path of the file into which the action writes its captured properties.
rt::Result<std::string> OutputPropertiesPath(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_JAVA_COMMAND_H_
