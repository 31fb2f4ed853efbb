#ifndef HPDL_STDLIB_LOCAL_LOCAL_TOOL_H_
#define HPDL_STDLIB_LOCAL_LOCAL_TOOL_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/site/site.h"

/// Tools that are installed on this machine, for actions with --local.
namespace hpdl::stdlib {

/// A program of a tool.
struct LocalTool {
  std::string program;  ///< absolute
  std::string home;     ///< whose bin/ it is in; "" if it was found in PATH
};

/// bin/NAME in the place that `home` of the site or the job says, else in that of the environment's
/// `variable`, else NAME in PATH. "JA018" names what was looked at.
rt::Result<LocalTool> FindLocalTool(const rt::ActionContext& ctx, rt::Setting home,
                                    const std::string& variable, const std::string& name);

/// Puts the files of the application's lib/ and the <file> entries into the attempt's directory,
/// as a container has them; gives the directory, absolute. Errors: those of PlaceFile().
rt::Result<std::string> PlaceToolFiles(rt::ActionContext& ctx,
                                       const std::vector<std::string>& files);

/// Writes files that only the user may read into the command's directory, and adds their paths to
/// `secret_files`, before it does. Errors: those of KeepFile().
rt::Result<void> KeepSecretFiles(const std::map<std::string, std::string>& files,
                                 const std::string& directory,
                                 std::vector<std::string>* secret_files);

/// The environment of a tool of Hadoop's: that of any attempt, its home under the name `variable`,
/// and the user of the job where the environment does not say one.
std::vector<std::string> ToolVariables(const rt::ActionContext& ctx, const LocalTool& tool,
                                       const std::string& variable);

/// What the end of a tool means; none if it is good. "JA018" with the lines of its output that say
/// most (failure_lines.h), or with why UnpackFirst() did not come to start it. In place of the
/// secrets there is ***.
std::optional<rt::Error> ErrorOfLocalTool(const rt::ExitStatus& status,
                                          const rt::ActionContext& ctx, const std::string& what,
                                          const std::vector<std::string>& secrets = {});

/// The jars among the files in a directory, by name.
std::vector<std::string> JarsIn(const std::string& directory);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_LOCAL_TOOL_H_
