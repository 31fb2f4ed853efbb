#ifndef HPDL_STDLIB_ACTIONS_HTTP_HTTP_PARTS_H_
#define HPDL_STDLIB_ACTIONS_HTTP_HTTP_PARTS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// The parts of the http action that need no network.
namespace hpdl::stdlib {

/// What an http action remembers in the journal while it is under way, over its attempts.
struct HttpProgress {
  /// The Idempotency-Key of a request that nobody answered: the next one has the same.
  std::string key;
  /// The tag of the attempt whose request was answered, and when; "" if none was.
  std::string answered;
  std::int64_t answered_ms = 0;

  std::string ToText() const;
  /// Nothing is remembered where the text is none of ToText().
  static HttpProgress Of(std::string_view text);
};

/// `http://host:8080` of an URL: what messages may show of it, as user, path and query may hold
/// secrets.
std::string OriginOf(std::string_view url);

/// Whether a media type can stand in a header: something, and no control characters.
bool IsHeaderText(std::string_view text);

/// The properties in a payload (HWS 3.2.7): of type x-application/java-properties, at most `limit`
/// bytes. An empty payload has none, of whatever type. Errors: kError "HTTP005".
rt::Result<rt::Properties> ReadPayload(std::string_view content_type, std::string_view payload,
                                       std::int64_t limit);

/// What a status of HTTP means for the action: nothing if it is 2xx; kTransient for 5xx and the
/// ones that ask to come again (408, 425, 429); else kError. "HTTP004".
rt::Result<void> JudgeStatus(int status, const std::string& origin);

/// What a callback's status means: OK or ERROR, as HWS 3.2.7 wants it; all others are errors too.
/// kError "HTTP008".
rt::Result<void> JudgeCallbackStatus(std::string_view status);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HTTP_HTTP_PARTS_H_
