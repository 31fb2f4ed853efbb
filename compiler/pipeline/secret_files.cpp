#include "compiler/pipeline/secret_files.h"

#include <fnmatch.h>

#include <algorithm>
#include <span>
#include <string>

#include "runtime/ground/base/lower_case.h"

namespace hpdl::pipeline {
namespace {

constexpr const char* kSecretNames[] = {
    "*.keytab", "*password*", "*passwd*",    "*.jceks",   "*.jks",  "*.p12",        "*.pfx",
    "*.key",    "id_rsa*",    "id_ed25519*", "id_ecdsa*", ".netrc", "*credential*", "*secret*"};
// Code that works with secrets is no secret.
constexpr const char* kCodeNames[] = {"*.class", "*.jar"};

bool MatchesOneOf(std::span<const char* const> patterns, const std::string& name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const char* pattern) { return ::fnmatch(pattern, name.c_str(), 0) == 0; });
}

}  // namespace

bool LooksSecret(std::string_view path) {
  // Without a '/' the offset is 0, because npos + 1 is 0.
  const std::string name = LowerCase(path.substr(path.rfind('/') + 1));
  return MatchesOneOf(kSecretNames, name) && !MatchesOneOf(kCodeNames, name);
}

}  // namespace hpdl::pipeline
