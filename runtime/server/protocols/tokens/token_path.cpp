#include "runtime/server/protocols/tokens/token_path.h"

#include <iterator>
#include <utility>
#include <vector>

#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kVersion = "/v3", kBegin = "/namespaces/";

std::string_view WithoutVersion(std::string_view path) {
  if (path.starts_with(kVersion) && path.substr(kVersion.size()).starts_with(kBegin)) {
    path.remove_prefix(kVersion.size());
  }
  return path;
}

}  // namespace

bool IsTokenPath(std::string_view path) {
  return WithoutVersion(path).starts_with(kBegin);
}

std::optional<TokenPath> ReadTokenPath(std::string_view path) {
  if (!IsTokenPath(path)) {
    return std::nullopt;
  }
  TokenPath read;
  const std::pair<std::string_view, std::string*> kWords[] = {{"namespaces", &read.name_space},
                                                              {"apps", &read.app},
                                                              {"workflows", &read.workflow},
                                                              {"runs", &read.run},
                                                              {"nodes", &read.node}};
  const std::vector<std::string_view> parts = Split(WithoutVersion(path).substr(1), '/');
  const std::size_t pairs = parts.size() / 2;
  const bool odd = parts.size() % 2 == 1 && parts.back() == "token";
  if (!odd || pairs < std::size(kWords) - 1 || pairs > std::size(kWords)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < pairs; ++i) {
    std::optional<std::string> value = PercentDecoded(parts[2 * i + 1]);
    if (parts[2 * i] != kWords[i].first || !value || value->empty()) {
      return std::nullopt;
    }
    *kWords[i].second = std::move(*value);
  }
  return read;
}

}  // namespace hpdl::rt
