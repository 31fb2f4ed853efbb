#include "runtime/server/hpdld/open_pages.h"

#include <string>

#include "openapi_text.h"
#include "runtime/server/protocols/hws/hws_api.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kLine = "text/plain; charset=UTF-8";

constexpr OpenPage kPages[] = {
    {"/health", kLine, "ok\n"},
    {"/ready", kLine, "ok\n"},
    {"/openapi.json", "application/json", kOpenApiText},
};

}  // namespace

const OpenPage* FindOpenPage(std::string_view path) {
  for (const OpenPage& page : kPages) {
    if (page.path == path) {
      return &page;
    }
  }
  static const OpenPage hws = {"/hws/openapi.json", "application/json", HwsOpenApi()};
  return path == hws.path ? &hws : nullptr;
}

bool Reads(std::string_view method) {
  return method == "GET" || method == "HEAD";
}

HttpAnswer OnlyRead() {
  HttpAnswer answer;
  answer.status = 405;
  answer.body = "GET\n";
  answer.fields = "Allow: GET, HEAD\r\n";
  return answer;
}

HttpAnswer AnswerOf(const OpenPage& page) {
  HttpAnswer answer;
  answer.body = page.text;
  answer.content_type = page.content_type;
  return answer;
}

}  // namespace hpdl::rt
