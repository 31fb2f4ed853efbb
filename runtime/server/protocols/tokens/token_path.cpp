#include "runtime/server/protocols/tokens/token_path.h"

#include <span>
#include <utility>
#include <vector>

#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kVersion = "/v3", kBegin = "/namespaces/", kBeginApps = "/apps/";

bool Begins(std::string_view path) {
  return path.starts_with(kBegin) || path.starts_with(kBeginApps);
}

std::string_view WithoutVersion(std::string_view path) {
  if (path.starts_with(kVersion) && Begins(path.substr(kVersion.size()))) {
    path.remove_prefix(kVersion.size());
  }
  return path;
}

}  // namespace

bool IsTokenPath(std::string_view path) {
  return Begins(WithoutVersion(path));
}

std::optional<TokenPath> ReadTokenPath(std::string_view path) {
  if (!IsTokenPath(path)) {
    return std::nullopt;
  }
  path = WithoutVersion(path);
  TokenPath read;
  const std::pair<std::string_view, std::string*> kWords[] = {{"namespaces", &read.name_space},
                                                              {"apps", &read.app},
                                                              {"workflows", &read.workflow},
                                                              {"runs", &read.run},
                                                              {"nodes", &read.node}};
  std::span<const std::pair<std::string_view, std::string*>> words = kWords;
  if (path.starts_with(kBeginApps)) {
    read.name_space = kDefaultNamespace;
    words = words.subspan(1);
  }
  const std::vector<std::string_view> parts = Split(path.substr(1), '/');
  const std::size_t pairs = parts.size() / 2;
  const bool odd = parts.size() % 2 == 1 && parts.back() == "token";
  if (!odd || pairs + 1 < words.size() || pairs > words.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < pairs; ++i) {
    std::optional<std::string> value = PercentDecoded(parts[2 * i + 1]);
    if (parts[2 * i] != words[i].first || !value || value->empty()) {
      return std::nullopt;
    }
    *words[i].second = std::move(*value);
  }
  return read;
}

}  // namespace hpdl::rt
