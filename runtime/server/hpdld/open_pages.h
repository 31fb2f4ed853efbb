#ifndef HPDL_RUNTIME_SERVER_HPDLD_OPEN_PAGES_H_
#define HPDL_RUNTIME_SERVER_HPDLD_OPEN_PAGES_H_

#include <string_view>

#include "runtime/http/http_server.h"

namespace hpdl::rt {

/// A page that is the same for everybody, and needs no name: /health, /ready, /openapi.json.
struct OpenPage {
  std::string_view path, content_type, text;
};

/// Null: there is none of this path.
const OpenPage* FindOpenPage(std::string_view path);

/// 405 for other methods than GET and HEAD.
HttpAnswer AnswerOf(const OpenPage& page, std::string_view method);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_OPEN_PAGES_H_
