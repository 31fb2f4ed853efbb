#include <utility>

#include "runtime/net/callback_server.h"

namespace hpdl::rt {
namespace {

int HexDigit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

bool Decode(std::string_view text, std::string* out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      *out += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? HexDigit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? HexDigit(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      return false;
    }
    *out += static_cast<char>(high << 4 | low);
    i += 2;
  }
  return true;
}

}  // namespace

bool ReadCallbackQuery(std::string_view query, CallbackRequest* request) {
  bool has_id = false;
  bool has_status = false;
  while (!query.empty()) {
    const std::string_view item = query.substr(0, query.find('&'));
    query.remove_prefix(item.size() == query.size() ? item.size() : item.size() + 1);
    const std::size_t equals = item.find('=');
    std::string name;
    std::string value;
    if (!Decode(item.substr(0, equals), &name) ||
        (equals != std::string_view::npos && !Decode(item.substr(equals + 1), &value))) {
      return false;
    }
    bool* const has = name == "id" ? &has_id : name == "status" ? &has_status : nullptr;
    if (has == nullptr) {
      continue;
    }
    if (std::exchange(*has, true)) {
      return false;
    }
    (name == "id" ? request->id : request->status) = std::move(value);
  }
  return !request->id.empty();
}

bool HasCallbackToken(std::string_view target, std::string_view token) {
  constexpr std::string_view kPath = "/callback/";
  const std::string_view path = target.substr(0, target.find('?'));
  if (token.empty() || path.size() < kPath.size() + token.size()) {
    return false;
  }
  const std::string_view given = path.substr(path.size() - token.size());
  unsigned different = 0;
  for (std::size_t i = 0; i < token.size(); ++i) {
    different |= static_cast<unsigned char>(given[i] ^ token[i]);
  }
  return different == 0 && path.substr(0, path.size() - token.size()).ends_with(kPath);
}

}  // namespace hpdl::rt
