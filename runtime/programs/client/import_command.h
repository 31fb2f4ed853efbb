#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_COMMAND_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_COMMAND_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/client/arguments.h"
#include "runtime/programs/client/failure.h"
#include "runtime/programs/client/import_run.h"
#include "runtime/programs/client/settings.h"

/// The command `hpdl import --from URL [ID...]`. It moves coordinators from an old server to a new
/// server.
namespace hpdl::client {

const CommandDecl& ImportDecl();

/// Runs `words`. The first word is "import". Returns the exit code.
Result<int> ImportCommand(const Settings& settings, const std::vector<std::string>& words);

// ---- The texts that `import` prints

/// An entry of the list: a live coordinator of the old server.
struct ListedJob {
  SeenCoordinator seen;
  std::string here;            ///< the result of this coordinator's import: the id of the new job,
                               ///< "interrupted", or an error; "": no import
  std::optional<Error> error;  ///< the reason why the actions of the job could not be read
};
struct ListedBundle {
  std::string id, name, user, status;
};
std::string ListText(const std::vector<ListedJob>& jobs, const std::vector<ListedBundle>& bundles);
Json ListJson(const std::vector<ListedJob>& jobs, const std::vector<ListedBundle>& bundles);

/// The URLs of the two servers, for commands that undo an import.
struct ImportPlaces {
  std::string from, to;
};
/// Returns the lines that report an import on standard output. For a failed import, returns "": the
/// report is the text of OutcomeFailure(), on standard error.
std::string OutcomeText(const ImportOutcome& outcome, const ImportPlaces& places);
std::string OutcomeFailure(const ImportOutcome& outcome);
Json OutcomeJson(const ImportOutcome& outcome, const ImportPlaces& places);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_COMMAND_H_
