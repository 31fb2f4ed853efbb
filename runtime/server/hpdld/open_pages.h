#ifndef HPDL_RUNTIME_SERVER_HPDLD_OPEN_PAGES_H_
#define HPDL_RUNTIME_SERVER_HPDLD_OPEN_PAGES_H_

#include <string_view>

#include "runtime/world/http/http_server.h"

namespace hpdl::rt {

/// A page that is the same for everybody, and needs no name: /health, /ready, /openapi.json,
/// /hws/openapi.json.
struct OpenPage {
  std::string_view path, content_type, text;
};

/// Null: there is none of this path.
const OpenPage* FindOpenPage(std::string_view path);

HttpAnswer AnswerOf(const OpenPage& page);

/// What is only read has GET and HEAD.
bool Reads(std::string_view method);
/// 405, to other methods.
HttpAnswer OnlyRead();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_OPEN_PAGES_H_
