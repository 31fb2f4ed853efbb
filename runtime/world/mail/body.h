#ifndef HPDL_RUNTIME_WORLD_MAIL_BODY_H_
#define HPDL_RUNTIME_WORLD_MAIL_BODY_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::mail {

/// A body that is ready to be sent.
struct EncodedBody {
  std::string headers;  ///< Content-Type and Content-Transfer-Encoding, with CRLF
  std::string text;     ///< ends with CRLF unless it is empty
};

/// Encodes the UTF-8 text `body` for `content_type` ("": text/plain). A text type without a charset
/// gets `charset=UTF-8`; US-ASCII and ISO-8859-1 are supported too. Short lines of ASCII are sent
/// unchanged. Other bodies are sent as quoted-printable, or as base64 if base64 is shorter. Returns
/// error kError "EM005" if the type is invalid or cannot hold the body.
Result<EncodedBody> EncodeBody(std::string_view content_type, std::string_view body);

}  // namespace hpdl::rt::mail

#endif  // HPDL_RUNTIME_WORLD_MAIL_BODY_H_
