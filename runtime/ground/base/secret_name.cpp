#include "runtime/ground/base/secret_name.h"

#include <algorithm>
#include <string>

#include "runtime/ground/base/global_property.h"
#include "runtime/ground/base/lower_case.h"

namespace hpdl::rt {
namespace {

/// A name that contains any of these words is the name of a secret. In the name, separators may
/// divide the word, as in "pass-word".
constexpr std::string_view kParts[] = {"password", "passwd",    "passphrase", "secret",
                                       "token",    "apikey",    "accesskey",  "privatekey",
                                       "authkey",  "signingkey"};

}  // namespace

bool IsSecretName(std::string_view name) {
  std::string letters;  // the name in small letters, without the separators between its words
  for (const char c : name) {
    if (c != '.' && c != '_' && c != '-' && c != ' ') {
      letters += LowerCase(c);
    }
  }
  // The URL of a notification and the <global> of a parent may contain a password or a key.
  return name.ends_with(".notification.url") || name == kGlobalProperty ||
         std::any_of(std::begin(kParts), std::end(kParts), [&](std::string_view part) {
           return letters.find(part) != std::string::npos;
         });
}

}  // namespace hpdl::rt
