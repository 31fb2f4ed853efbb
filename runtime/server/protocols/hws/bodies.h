#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_BODIES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_BODIES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// Readers of request bodies, which are JSON objects without unknown members. Errors: kNoJson if
/// the body is not JSON or is nested too deep, kWrongWords for any other fault.
namespace hpdl::rt::hws {

inline constexpr const char* kNoJson = "no JSON";
inline constexpr const char* kWrongWords = "wrong words";

/// A body `{"application":"NAME","properties":{"NAME":"VALUE"},"start":true}`; numbers and booleans
/// become property values as they are written in the body.
struct SubmissionBody {
  std::string application;
  Properties properties;
  bool start = false;
};
Result<SubmissionBody> ReadSubmission(std::string_view body);

/// A body `{"skip":["NODE"],"properties":{}}`.
struct ResubmissionBody {
  std::vector<std::string> skip;
  Properties properties;
};
Result<ResubmissionBody> ReadResubmission(std::string_view body);

/// Reads `{"olderThanDays":30}`; returns 30 if the member is missing.
Result<std::int64_t> ReadPurgeDays(std::string_view body);

/// Accepts "" or `{}`, the body of a verb without arguments.
Result<void> ReadNothing(std::string_view body);

}  // namespace hpdl::rt::hws

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_BODIES_H_
