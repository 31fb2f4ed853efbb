#ifndef HPDL_STDLIB_ACTIONS_JAVA_JAVA_COMMAND_H_
#define HPDL_STDLIB_ACTIONS_JAVA_JAVA_COMMAND_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/java/java.kind.h"

namespace hpdl::stdlib {

/// The java program that actions of this job run with: the setting hpdl.java.home, else JAVA_HOME,
/// else PATH. "JA018" names what was looked at.
rt::Result<std::string> FindJava(const rt::ActionContext& ctx);

/// Files in the work directory, by the names that programs know.
inline constexpr const char* kJavaConfiguration = "oozie-action.conf.xml";
inline constexpr const char* kJavaOutput = "output.properties";

/// -D options for what programs ask java.lang.System for; `work` is their directory.
std::vector<std::string> SystemProperties(const rt::ActionContext& ctx, const std::string& work);

/// Everything that the action's JVM needs in place, and the command that starts it. May be called
/// again for a resumed attempt, beside the running JVM.
rt::Result<rt::Command> ArrangeJava(rt::ActionContext& ctx, const JavaArgs& args);

/// Where the launcher notes how main ended: absolute, beside the attempt's output.
std::string NotePath(const rt::ActionContext& ctx);
/// Where the action writes the properties that it wants captured.
rt::Result<std::string> OutputPropertiesPath(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_JAVA_COMMAND_H_
