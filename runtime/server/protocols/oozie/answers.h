#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ANSWERS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ANSWERS_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/server/protocols/oozie/oozie_request.h"

namespace hpdl::rt {

/// What is wrong with a request, as Oozie says it: a status, a code, and the message without it.
struct Refusal {
  int status = 400;
  std::string code;     ///< "": none, then its headers are not there
  std::string message;  ///< whole: with the code in front of it where Oozie has it there
};

/// "CODE: text" with the status 400.
Refusal Refuse(std::string_view code, std::string_view text);
/// The same of an error of the runtime: 401 for what the caller may not do or read, 503 for what
/// may work later, 400 for all else. An error without a code has E0307.
Refusal RefusalOf(const Error& error);
/// "Invalid parameter [text]"
Refusal InvalidParameter(std::string_view text);
/// "Invalid parameter value, [name] = [value]"
Refusal InvalidValue(std::string_view name, std::string_view value);
/// "Invalid resource [name]"
Refusal InvalidResource(std::string_view name);
/// What Java says of a number that is none; its code is that of any wrong argument.
Refusal NotANumber(std::string_view text);
inline constexpr const char* kWrongArgument = "E1603";

OozieAnswer JsonAnswer(std::string json, int status = 200);
OozieAnswer TextAnswer(std::string text);
OozieAnswer XmlAnswer(std::string xml);
/// What a PUT that was done answers: nothing.
OozieAnswer EmptyAnswer();
/// The message is in the header as it is, and in the body as HTML; only GET and POST have a body.
OozieAnswer ErrorAnswer(const Refusal& refusal, std::string_view method);
/// There is no such path.
OozieAnswer NotFoundAnswer(std::string_view method);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ANSWERS_H_
