#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_ANSWERS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_ANSWERS_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/server/protocols/oozie/oozie_request.h"

/// What the HWS API answers: JSON, also where it refuses.
namespace hpdl::rt::hws {

inline constexpr const char* kInactive = "HWS009";
inline constexpr const char* kWrongRequest = "HWS010";
inline constexpr const char* kNoResource = "HWS012";
inline constexpr const char* kNobody = "HWS013";

/// What is wrong with a request.
struct Refusal {
  int status = 400;
  std::string code, message;
  std::string fields;  ///< further ones of the header
};

/// 422: words that are none of this API.
Refusal WrongWords(std::string message);
/// The status is that of the error's code; 409 what is not for the state that something is in.
Refusal RefusalOf(const Error& error);

OozieAnswer JsonAnswer(std::string json, int status = 200);
/// `{"error":{"code","message"}}`; of a definition that does not compile also `diagnostics`.
OozieAnswer AnswerOf(const Refusal& refusal);

}  // namespace hpdl::rt::hws

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_ANSWERS_H_
