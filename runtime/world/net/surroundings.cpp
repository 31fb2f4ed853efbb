#include "runtime/world/net/surroundings.h"

#include <unistd.h>

#include <cstdlib>

namespace hpdl::rt {
namespace {

/// The files with the trusted certificates, in this order: Debian and its relatives; Fedora and
/// RHEL; openSUSE; RHEL 7; Alpine and the BSDs; OpenELEC.
constexpr const char* kRootFiles[] = {
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
    "/etc/pki/tls/cacert.pem",
};

std::string FromEnvironment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

TrustedRoots FindTrustedRoots() {
  TrustedRoots roots{FromEnvironment("SSL_CERT_FILE"), FromEnvironment("SSL_CERT_DIR")};
  if (!roots.file.empty() || !roots.directory.empty()) {
    return roots;
  }
  for (const char* file : kRootFiles) {
    if (access(file, R_OK) == 0) {
      roots.file = file;
      return roots;
    }
  }
  if (access("/etc/ssl/certs", R_OK | X_OK) == 0) {
    roots.directory = "/etc/ssl/certs";
  }
  return roots;
}

std::string HostsWithoutProxy() {
  std::string named = FromEnvironment("no_proxy");
  if (named.empty()) {
    named = FromEnvironment("NO_PROXY");
  }
  if (named == "*") {  // libcurl does not understand `*` in a list with other hosts
    return named;
  }
  std::string hosts = "localhost,127.0.0.0/8,::1";
  return named.empty() ? hosts : hosts + "," + named;
}

}  // namespace hpdl::rt
