#include "compiler/survey/known_properties.h"

#include "compiler/secrets/secret_text.h"

namespace hpdl::survey {

void KnownProperties::Add(std::string_view name, std::string_view value) {
  if (value.size() <= kMostResolved && !secrets::NamesSecret(name) &&
      secrets::FindSecrets(value).empty()) {
    values_.try_emplace(std::string(name), value);
  }
}

std::string KnownProperties::Resolve(std::string_view text) const {
  std::string resolved;
  // Limits the number of replacements. The limit of length is not enough, because replacements by
  // empty values do not lengthen the text.
  Budget steps(kMostResolved);
  return Append(text, 0, &steps, &resolved) ? resolved : std::string(text);
}

bool KnownProperties::Append(std::string_view text, int depth, Budget* steps,
                             std::string* resolved) const {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find("${", at);
    resolved->append(text.substr(at, begin == std::string_view::npos ? begin : begin - at));
    if (begin == std::string_view::npos || resolved->size() > kMostResolved) {
      break;
    }
    const std::size_t end = text.find('}', begin);
    const auto value = end == std::string_view::npos
                           ? values_.end()
                           : values_.find(text.substr(begin + 2, end - begin - 2));
    if (value == values_.end()) {
      resolved->append("${");
      at = begin + 2;
    } else if (depth == kDeepest || !steps->Take() ||
               !Append(value->second, depth + 1, steps, resolved)) {
      return false;
    } else {
      at = end + 1;
    }
  }
  return resolved->size() <= kMostResolved;
}

}  // namespace hpdl::survey
