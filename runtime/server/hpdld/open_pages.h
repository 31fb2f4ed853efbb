#ifndef HPDL_RUNTIME_SERVER_HPDLD_OPEN_PAGES_H_
#define HPDL_RUNTIME_SERVER_HPDLD_OPEN_PAGES_H_

#include <string_view>

#include "runtime/world/http/http_server.h"

namespace hpdl::rt {

/// A page that is the same for all callers and needs no authentication: /health, /ready,
/// /openapi.json, /hws/openapi.json.
struct OpenPage {
  std::string_view path, content_type, text;
};

/// Returns the open page of a path; null if no open page has this path.
const OpenPage* FindOpenPage(std::string_view path);

HttpAnswer AnswerOf(const OpenPage& page);

/// True for GET and HEAD, the methods of pages that can only be read.
bool Reads(std::string_view method);
/// Returns the answer 405 to a method that is neither GET nor HEAD.
HttpAnswer OnlyRead();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_OPEN_PAGES_H_
