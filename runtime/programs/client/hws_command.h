#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_HWS_COMMAND_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_HWS_COMMAND_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/client/answer.h"
#include "runtime/programs/client/arguments.h"
#include "runtime/programs/client/failure.h"
#include "runtime/programs/client/settings.h"

/// The command `hpdl hws VERB ...`, which uses the HWS API of an hpdld (docs/hws-api.md).
namespace hpdl::client {

/// Returns the declaration of the command `hws`, with all options of all verbs.
const CommandDecl& HwsDecl();

/// One verb of the command.
struct HwsVerb {
  std::string_view name;
  std::string_view operands;  ///< the operands as help shows them, such as "JOB NODE"
  std::string_view about;
  std::string_view method;
  std::string_view path;     ///< the request's path, with a '%' for each operand
  std::string_view options;  ///< the verb's own options, each between blanks: " state owner "
  enum class Body { kNone, kPackage, kSubmission, kResubmission, kPurge } body = Body::kNone;
};
std::span<const HwsVerb> HwsVerbs();

/// True if an operand of `suspend` is the id of a workflow job, which begins with a number and a
/// time. Otherwise the operand is the name of an application.
bool NamesJob(std::string_view word);

/// Runs `words`. The first word is "hws".
Result<void> HwsCommand(const Settings& settings, const std::vector<std::string>& words);

/// Returns an answer as text for people. The answer is an application, a job, a list, or counts.
/// Leaves out the warnings of a deployment.
std::string HwsText(const Json& answer);
/// Returns the warnings of a deployment in the form of hpdlc, each on its own line.
std::string HwsWarnings(const Json& answer);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_HWS_COMMAND_H_
