#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_CELOS_COMMAND_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_CELOS_COMMAND_H_

#include <string>
#include <vector>

#include "runtime/programs/client/arguments.h"
#include "runtime/programs/client/settings.h"

/// Celos' CI tool: deploys workflows where a Celos server, and HDFS, look for them.
namespace hpdl::client {

const CommandDecl& CelosDeployDecl();
const CommandDecl& CelosUndeployDecl();

/// `celos-deploy NAME ...` and `celos-undeploy NAME ...`. The exit code: 0, or 1 for any failure.
int CelosCommand(const Settings& settings, const std::vector<std::string>& words);

/// The same under the name `celos-ci`, with the options of Celos' own tool; `words` are those
/// behind the name.
int RunCelosCi(std::vector<std::string> words);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_CELOS_COMMAND_H_
