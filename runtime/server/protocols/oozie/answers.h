#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ANSWERS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ANSWERS_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/server/protocols/oozie/oozie_request.h"

namespace hpdl::rt {

/// The refusal of a request in Oozie's form: a status, a code and a message.
struct Refusal {
  int status = 400;
  std::string code;     ///< "": no code, and no headers about the error
  std::string message;  ///< the whole message; it begins with the code if Oozie's message does
};

/// Returns "CODE: text" with the status 400.
Refusal Refuse(std::string_view code, std::string_view text);
/// Returns the refusal for an error of the runtime. The status is 401 if the caller has no
/// permission, 503 if a later attempt may succeed, 400 otherwise. An error without a code gets
/// E0307.
Refusal RefusalOf(const Error& error);
/// Returns the refusal for a caller who may not act for another user (ProxyUsers::ActAs()).
Refusal RefusalOfActing(const Error& error);
/// Returns "Invalid parameter [text]".
Refusal InvalidParameter(std::string_view text);
/// Returns "Invalid parameter value, [name] = [value]".
Refusal InvalidValue(std::string_view name, std::string_view value);
/// Returns "Invalid resource [name]".
Refusal InvalidResource(std::string_view name);
/// Returns Java's message about a text that is not a number, with Oozie's code for wrong arguments.
Refusal NotANumber(std::string_view text);
inline constexpr const char* kWrongArgument = "E1603";

OozieAnswer JsonAnswer(std::string json, int status = 200);
OozieAnswer TextAnswer(std::string text);
OozieAnswer XmlAnswer(std::string xml);
/// Returns an empty answer, for a successful PUT.
OozieAnswer EmptyAnswer();
/// Returns the answer of an error. The header has the plain message. The body has the message as
/// HTML; only GET and POST have a body.
OozieAnswer ErrorAnswer(const Refusal& refusal, std::string_view method);
/// Returns the answer for an unknown path.
OozieAnswer NotFoundAnswer(std::string_view method);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ANSWERS_H_
