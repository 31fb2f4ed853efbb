#include <unistd.h>

#include <boost/uuid/detail/sha1.hpp>
#include <charconv>
#include <cstdio>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/job_view.h"
#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {
namespace {

Error Wrong(std::string_view option, std::string_view text, const char* expected) {
  std::string message(option);
  message.append(" '").append(text.substr(0, 100)).append("': expected ").append(expected);
  for (char& c : message) {
    c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return {ErrorClass::kError, "", std::move(message)};
}

/// Accepts digits and dots, or in brackets the characters of an IPv6 address. An accepted text that
/// is no address is refused later, when the port is bound.
bool IsAddress(std::string_view host, bool bracketed) {
  const std::string_view allowed = bracketed ? "0123456789abcdefABCDEF:.%" : "0123456789.";
  return !host.empty() && host.find_first_not_of(allowed) == std::string_view::npos;
}

}  // namespace

Result<CallbackPlace> ReadCallbackPlace(std::string_view text) {
  constexpr const char* kExpected =
      "HOST:PORT, such as 127.0.0.1:0, [::1]:8123, localhost:8123 or *:8123";
  CallbackPlace place;
  const std::size_t colon = text.rfind(':');
  std::string_view host = colon == std::string_view::npos ? "localhost" : text.substr(0, colon);
  const std::string_view port = colon == std::string_view::npos ? text : text.substr(colon + 1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), place.port);
  if (error != std::errc() || end != port.data() + port.size()) {
    return Wrong("--callback-listen", text, kExpected);
  }
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  host = bracketed ? host.substr(1, host.size() - 2) : host;
  if (host == "*") {
    place.host = "0.0.0.0";
  } else if (IsAddress(host, bracketed)) {
    place.host = host;
  } else if (host != "localhost") {
    return Wrong("--callback-listen", text, kExpected);
  }
  return place;
}

std::string HashOfToken(std::string_view token) {
  constexpr char kHex[] = "0123456789abcdef";
  boost::uuids::detail::sha1 hash;
  hash.process_bytes(token.data(), token.size());
  unsigned int words[5] = {};
  hash.get_digest(words);
  std::string text;
  for (const unsigned int word : words) {
    for (int shift = 28; shift >= 0; shift -= 4) {
      text.push_back(kHex[(word >> static_cast<unsigned>(shift)) & 15U]);
    }
  }
  return text;
}

Result<void> CheckCallbackUrl(std::string_view url) {
  std::string_view rest = url;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (rest.starts_with(scheme)) {
      rest.remove_prefix(scheme.size());
      break;
    }
  }
  bool fine = rest.size() != url.size() && !rest.empty() && rest.front() != '/' &&
              rest.front() != ':' && rest.find_first_of("?#@\"<>\\") == std::string_view::npos;
  for (const char c : rest) {
    fine = fine && c > 0x20 && c < 0x7f;
  }
  return fine ? Result<void>()
              : Wrong("--callback-url", url, "a URL such as https://gate.example.org/flows");
}

std::vector<std::string> CallbackUses(const hpdl_program& program) {
  std::vector<std::string> uses;
  for (std::uint32_t w = 0; w < program.workflow_count; ++w) {
    const hpdl_workflow& workflow = program.workflows[w];
    for (std::uint32_t i = 0; i < workflow.expr_count; ++i) {
      const hpdl_expr& expression = workflow.exprs[i];
      if (expression.fn != nullptr &&
          ToView(expression.text).find("wf:callback") != std::string_view::npos) {
        uses.push_back(std::string(ToView(workflow.file_name)) + ":" +
                       std::to_string(expression.line));
      }
    }
  }
  return uses;
}

}  // namespace hpdl::rt
