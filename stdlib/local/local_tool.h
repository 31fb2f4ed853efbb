#ifndef HPDL_STDLIB_LOCAL_LOCAL_TOOL_H_
#define HPDL_STDLIB_LOCAL_LOCAL_TOOL_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/site/site.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/settings.h"

/// Tools that are installed on this machine, for actions with --local.
namespace hpdl::stdlib {

/// A program of a tool.
struct LocalTool {
  std::string program;  ///< an absolute path
  std::string home;     ///< the directory that contains bin/; "": the program was found in PATH
};

/// Returns bin/NAME in the directory that the setting `home` of the site or of the job names. If
/// the setting is empty, returns bin/NAME in the directory that the environment's `variable` names,
/// or else NAME in PATH. The error "JA018" names the places that were searched.
rt::Result<LocalTool> FindLocalTool(const rt::ActionContext& ctx, rt::Setting home,
                                    const std::string& variable, const std::string& name);

/// Puts the files of the application's lib/ into `directory`, under the names that they have in a
/// YARN container. A native library libx.so.1 gets the name libx.so, too. Names that exist in the
/// directory, and the names in `taken`, are left out. Fails with the errors of PlaceOfBundled().
rt::Result<void> PlaceLibrary(const rt::ActionContext& ctx, const std::string& directory,
                              const std::vector<std::string>& taken);

/// Adds LD_LIBRARY_PATH and JAVA_LIBRARY_PATH if `directory` has native libraries: `directory`, and
/// then the value that this program's environment has.
void AddNativeLibraries(const std::string& directory, std::vector<std::string>* variables);

/// Returns FilesOf() with the libraries of oozie.libpath and the inherited ones.
NamedFiles ToolFilesOf(const rt::ActionContext& ctx, const std::vector<std::string>& job_xml,
                       std::vector<std::string> files, const std::vector<std::string>& archives);

/// Puts the files of the application's lib/, the <file> entries, and the LibraryFiles() with the
/// folders `shared` into the attempt's directory, under the names that they have in a YARN
/// container. No library gets the name of an entry of `archives`, which the caller unpacks later.
/// Returns the absolute path of the directory. Fails with the errors of PlaceFile().
rt::Result<std::string> PlaceToolFiles(rt::ActionContext& ctx,
                                       const std::vector<std::string>& files,
                                       const std::vector<std::string>& archives,
                                       const std::vector<std::string>& shared = {});

/// Writes files into the command's directory. Only the user may read them. Adds the path of each
/// file to `secret_files` before it writes the file. Fails with the errors of KeepFile().
rt::Result<void> KeepSecretFiles(const std::map<std::string, std::string>& files,
                                 const std::string& directory,
                                 std::vector<std::string>* secret_files);

/// Returns the configuration of a tool whose jobs run in the tool's own process: the result of
/// ClientConfiguration() without the addresses of a cluster, and mapreduce.framework.name `local`.
/// Hadoop writes the job's configuration and copies of its files into mapreduce.cluster.local.dir.
/// If the action does not set it, it is a folder of the attempt that only the user can read.
rt::Result<rt::Properties> LocalJobConfiguration(const rt::ActionContext& ctx,
                                                 const std::vector<std::string>& job_xml,
                                                 const Configuration& configuration,
                                                 const ClientSettings& settings);

/// Returns the environment of a tool of Hadoop: the variables of every attempt, and the tool's home
/// in `variable`. If the environment does not name a user, the job's user is added. The settings
/// hpdl.hadoop.home and hpdl.java.home become HADOOP_HOME and JAVA_HOME.
std::vector<std::string> ToolVariables(const rt::ActionContext& ctx, const LocalTool& tool,
                                       const std::string& variable);

/// Returns "VARIABLE=CLASSPATH". The class path is `directory`, the jars in it, and the value that
/// this program's environment has for `variable`.
std::string ToolClassPath(const std::string& variable, const std::string& directory);

/// Adds HADOOP_CLIENT_OPTS with the options of this program's environment and then `options`, for
/// the scripts of Hadoop. Adds nothing if there are no `options`. Fails with "JA018" if an option
/// has a blank, a tab, a line break, `*`, `?` or `[`: the scripts split the options there, or
/// replace the option by names of files.
rt::Result<void> AddClientOptions(const std::vector<std::string>& options,
                                  std::vector<std::string>* variables);

/// Returns the error of an attempt whose tool has ended, or nullopt if the tool succeeded. The
/// error is "JA018" with the important lines of the tool's output (failure_lines.h), or with the
/// reason why UnpackFirst() did not start the tool. The secrets are replaced by ***.
std::optional<rt::Error> ErrorOfLocalTool(const rt::ExitStatus& status,
                                          const rt::ActionContext& ctx, const std::string& what,
                                          const std::vector<std::string>& secrets = {});

/// Returns the names of the jars in a directory, sorted.
std::vector<std::string> JarsIn(const std::string& directory);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_LOCAL_TOOL_H_
