#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_CELOS_COMMAND_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_CELOS_COMMAND_H_

#include <string>
#include <vector>

#include "runtime/programs/client/arguments.h"
#include "runtime/programs/client/settings.h"

/// Celos' CI tool. It puts the scripts of workflows into the folders of a Celos server, and their
/// files into HDFS.
namespace hpdl::client {

const CommandDecl& CelosDeployDecl();
const CommandDecl& CelosUndeployDecl();

/// Runs `celos-deploy NAME ...` and `celos-undeploy NAME ...`. Returns the exit code: 0, or 1 for
/// any failure.
int CelosCommand(const Settings& settings, const std::vector<std::string>& words);

/// Runs the tool under the name `celos-ci`, with the options of Celos' own tool. `words` are the
/// arguments behind the name. Returns the exit code.
int RunCelosCi(std::vector<std::string> words);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_CELOS_COMMAND_H_
