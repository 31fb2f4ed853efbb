#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_ANSWERS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_ANSWERS_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/result.h"
#include "runtime/server/protocols/oozie/oozie_request.h"

/// All answers of the HWS API are JSON, refusals included.
namespace hpdl::rt::hws {

inline constexpr const char* kInactive = "HWS009";
inline constexpr const char* kWrongRequest = "HWS010";
inline constexpr const char* kNoResource = "HWS012";
inline constexpr const char* kNobody = "HWS013";
inline constexpr const char* kNotAdmitted = "HWS014";

/// An error answer: its HTTP status, code and message.
struct Refusal {
  int status = 400;
  std::string code, message;
  std::string fields;  ///< further header lines, each with its CRLF
};

/// Returns the refusal 422: the request has a name or a value that the API does not allow.
Refusal WrongWords(std::string message);
/// Returns the refusal for an error; the error's code decides the status, for example 409 if a job
/// is in the wrong state.
Refusal RefusalOf(const Error& error);
/// Returns the refusal for a caller who may not act for another user (ProxyUsers::ActAs()).
Refusal RefusalOfActing(const Error& error);

/// Writes an array with one object for each line of the texts of compile_errors.h. Each object has
/// a message, and the kind and the place of the diagnostic if the line has them.
void WriteDiagnostics(JsonWriter* json, std::string_view lines);

OozieAnswer JsonAnswer(std::string json, int status = 200);
/// Returns `{"error":{"code","message"}}`, with `diagnostics` if a definition did not compile.
OozieAnswer AnswerOf(const Refusal& refusal);

}  // namespace hpdl::rt::hws

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_ANSWERS_H_
