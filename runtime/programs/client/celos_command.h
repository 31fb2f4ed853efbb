#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_CELOS_COMMAND_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_CELOS_COMMAND_H_

#include <string>
#include <vector>

#include "runtime/programs/client/arguments.h"
#include "runtime/programs/client/settings.h"

/// The commands that do the work of Celos' CI tool. They put the scripts of workflows into the
/// folders of a Celos server, and the files of workflows into HDFS.
namespace hpdl::client {

const CommandDecl& CelosDeployDecl();
const CommandDecl& CelosUndeployDecl();

/// Runs `celos-deploy NAME ...` and `celos-undeploy NAME ...`. Returns the exit code: 0, or 1 for
/// any failure.
int CelosCommand(const Settings& settings, const std::vector<std::string>& words);

/// Runs celos-deploy or celos-undeploy with the options of Celos' own tool, for a client that was
/// started as `celos-ci`. `words` are the arguments behind that name. Returns the exit code.
int RunCelosCi(std::vector<std::string> words);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_CELOS_COMMAND_H_
