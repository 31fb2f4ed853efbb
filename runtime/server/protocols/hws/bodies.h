#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_BODIES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_BODIES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// Bodies of requests: JSON objects whose members are all known. Errors: kNoJson, what is no JSON,
/// or is too deep; kWrongWords, what else is wrong.
namespace hpdl::rt::hws {

inline constexpr const char* kNoJson = "no JSON";
inline constexpr const char* kWrongWords = "wrong words";

/// `{"application":"NAME","properties":{"NAME":"VALUE"},"start":true}`; numbers and booleans are
/// values as they are written.
struct SubmissionBody {
  std::string application;
  Properties properties;
  bool start = false;
};
Result<SubmissionBody> ReadSubmission(std::string_view body);

/// `{"skip":["NODE"],"properties":{}}`.
struct ResubmissionBody {
  std::vector<std::string> skip;
  Properties properties;
};
Result<ResubmissionBody> ReadResubmission(std::string_view body);

/// `{"olderThanDays":30}`; 30 days if it does not say so.
Result<std::int64_t> ReadPurgeDays(std::string_view body);

/// "" or `{}`: of verbs that need no words.
Result<void> ReadNothing(std::string_view body);

}  // namespace hpdl::rt::hws

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_BODIES_H_
