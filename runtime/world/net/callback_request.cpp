#include <optional>
#include <utility>

#include "runtime/ground/base/percent.h"
#include "runtime/world/net/callback_server.h"

namespace hpdl::rt {

bool ReadCallbackQuery(std::string_view query, CallbackRequest* request) {
  bool has_id = false;
  bool has_status = false;
  while (!query.empty()) {
    const std::string_view item = query.substr(0, query.find('&'));
    query.remove_prefix(item.size() == query.size() ? item.size() : item.size() + 1);
    const std::size_t equals = item.find('=');
    const std::optional<std::string> name = FormDecoded(item.substr(0, equals));
    std::optional<std::string> value =
        equals == std::string_view::npos ? "" : FormDecoded(item.substr(equals + 1));
    if (!name || !value) {
      return false;
    }
    bool* const has = *name == "id" ? &has_id : *name == "status" ? &has_status : nullptr;
    if (has == nullptr) {
      continue;
    }
    if (std::exchange(*has, true)) {
      return false;
    }
    (*name == "id" ? request->id : request->status) = std::move(*value);
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
