#include "stdlib/local/secret_text.h"

#include <algorithm>

#include "runtime/ground/base/lower_case.h"

namespace hpdl::stdlib {

namespace {

constexpr std::string_view kMask = "***";

/// Appends VALUE if `setting` is NAME=VALUE and NAME ends in "password".
void AddValue(std::string_view setting, std::vector<std::string>* secrets) {
  const std::size_t equals = setting.find('=');
  if (equals != std::string_view::npos && equals + 1 < setting.size() &&
      setting.find_first_of(";?#&,") > equals &&
      LowerCase(setting.substr(0, equals)).ends_with("password")) {
    secrets->emplace_back(setting.substr(equals + 1));
  }
}

}  // namespace

std::vector<std::string> SecretsIn(std::string_view url) {
  std::vector<std::string> secrets;
  AddValue(url, &secrets);
  // Databases use different separators between settings. The URL is split twice, each time with a
  // different set of separators. So a value that contains `&` or a comma is hidden, too.
  for (const std::string_view separators : {";?#", ";?#&,"}) {
    std::string_view left = url;
    while (!left.empty()) {
      const std::string_view setting = left.substr(0, left.find_first_of(separators));
      AddValue(setting, &secrets);
      left.remove_prefix(std::min(setting.size() + 1, left.size()));
    }
  }
  return secrets;
}

std::string WithoutSecrets(std::string_view text, std::vector<std::string> secrets) {
  std::erase(secrets, "");
  // The longest secret comes first, because a shorter secret may be a part of it.
  std::sort(secrets.begin(), secrets.end(),
            [](const auto& a, const auto& b) { return a.size() > b.size(); });
  std::string result;
  while (!text.empty()) {
    const auto here = std::find_if(secrets.begin(), secrets.end(),
                                   [&](const auto& each) { return text.starts_with(each); });
    if (here == secrets.end()) {
      result += text.front();
      text.remove_prefix(1);
    } else {
      result += kMask;
      text.remove_prefix(here->size());
    }
  }
  return result;
}

}  // namespace hpdl::stdlib
