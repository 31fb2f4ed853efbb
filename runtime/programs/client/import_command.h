#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_COMMAND_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_COMMAND_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/client/arguments.h"
#include "runtime/programs/client/failure.h"
#include "runtime/programs/client/import_run.h"
#include "runtime/programs/client/settings.h"

/// `hpdl import --from URL [ID...]`: coordinators of an old server go on here.
namespace hpdl::client {

const CommandDecl& ImportDecl();

/// Runs `words`, of which the first is "import". The exit code.
Result<int> ImportCommand(const Settings& settings, const std::vector<std::string>& words);

// ---- What it prints

/// A live job of the old server, as it is listed.
struct ListedJob {
  SeenCoordinator seen;
  std::string here;            ///< how far its import is, and the job: "done 0000001-..-C"
  std::optional<Error> error;  ///< the server does not say how far it is
};
struct ListedBundle {
  std::string id, name, user, status;
};
std::string ListText(const std::vector<ListedJob>& jobs, const std::vector<ListedBundle>& bundles);
Json ListJson(const std::vector<ListedJob>& jobs, const std::vector<ListedBundle>& bundles);

/// Where the two servers are, for commands that take an import back.
struct ImportPlaces {
  std::string from, to;
};
/// Of a coordinator that is not taken, its line is on standard error.
std::string OutcomeText(const ImportOutcome& outcome, const ImportPlaces& places);
std::string OutcomeFailure(const ImportOutcome& outcome);
Json OutcomeJson(const ImportOutcome& outcome, const ImportPlaces& places);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_COMMAND_H_
