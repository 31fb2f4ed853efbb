#ifndef HPDL_RUNTIME_WORLD_MAIL_BODY_H_
#define HPDL_RUNTIME_WORLD_MAIL_BODY_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::mail {

/// A body ready to be sent.
struct EncodedBody {
  std::string headers;  ///< Content-Type and Content-Transfer-Encoding, with CRLF
  std::string text;     ///< ends with CRLF unless empty
};

/// The UTF-8 text `body` as `content_type` asks for it ("" is text/plain). Texts get
/// `charset=UTF-8` if they name none; US-ASCII and ISO-8859-1 can be asked for. Sent as it is if it
/// is short lines of ASCII, else quoted-printable, or base64 where that is shorter. Errors: kError
/// "EM005".
Result<EncodedBody> EncodeBody(std::string_view content_type, std::string_view body);

}  // namespace hpdl::rt::mail

#endif  // HPDL_RUNTIME_WORLD_MAIL_BODY_H_
