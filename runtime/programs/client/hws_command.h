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

/// `hpdl hws VERB ...`: the HWS API of an hpdld (docs/hws-api.md).
namespace hpdl::client {

/// All options of all verbs.
const CommandDecl& HwsDecl();

/// One verb.
struct HwsVerb {
  std::string_view name;
  std::string_view operands;  ///< "JOB NODE"
  std::string_view about;
  std::string_view method;
  std::string_view path;     ///< of the request, with a '%' for each operand
  std::string_view options;  ///< its own, each between blanks: " state owner "
  enum class Body { kNone, kPackage, kSubmission, kResubmission, kPurge } body = Body::kNone;
};
std::span<const HwsVerb> HwsVerbs();

/// True if an operand of `suspend` is the id of a workflow's job, which begins with a number and a
/// time; false if it is the name of an application.
bool NamesJob(std::string_view word);

/// Runs `words`, of which the first is "hws".
Result<void> HwsCommand(const Settings& settings, const std::vector<std::string>& words);

/// An answer for people: an application, a job, a list, counts.
std::string HwsText(const Json& answer);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_HWS_COMMAND_H_
