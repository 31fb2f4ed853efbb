#ifndef HPDL_STDLIB_ACTIONS_HTTP_HTTP_PARTS_H_
#define HPDL_STDLIB_ACTIONS_HTTP_HTTP_PARTS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// The parts of the http action that need no network.
namespace hpdl::stdlib {

/// The facts that an http action records in the journal for its next attempts.
struct HttpProgress {
  /// The Idempotency-Key of a request without an answer. The next request gets the same key.
  std::string key;
  /// The tag of the attempt whose request was answered, and the time of the answer. The tag is ""
  /// if no request was answered.
  std::string answered;
  std::int64_t answered_ms = 0;

  std::string ToText() const;
  /// Reads the result of ToText(). Returns an empty object for other texts.
  static HttpProgress Of(std::string_view text);
};

/// Returns the part of a URL that messages may show: `http://host:8080`. User, path and query may
/// contain secrets.
std::string OriginOf(std::string_view url);

/// True if a media type can stand in a header: it is not empty and has no control characters.
bool IsHeaderText(std::string_view text);

/// Returns the properties in a payload (HWS 3.2.7) of type x-application/java-properties with at
/// most `limit` bytes. An empty payload of any type has no properties. Fails with kError "HTTP005"
/// for all other payloads.
rt::Result<rt::Properties> ReadPayload(std::string_view content_type, std::string_view payload,
                                       std::int64_t limit);

/// Returns the error of an action whose request got this HTTP status. 2xx is not an error. The
/// error is kTransient for 5xx and for statuses that ask for a later request (408, 425, 429), and
/// kError for all other statuses. Its code is "HTTP004".
rt::Result<void> JudgeStatus(int status, const std::string& origin);

/// Returns the error of an action whose callback had this status. OK is not an error. ERROR (HWS
/// 3.2.7) and all other statuses are kError "HTTP008".
rt::Result<void> JudgeCallbackStatus(std::string_view status);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HTTP_HTTP_PARTS_H_
