#include "runtime/server/hpdld/daemon_configuration.h"

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <utility>

#include "runtime/ground/base/checked_file.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/server/hpdld/this_process.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kSecondMs = 1000;

Error WrongConfiguration(std::string message) {
  return {ErrorClass::kError, "", std::move(message)};
}

Result<std::optional<TlsFiles>> TlsOf(const Site& site, const DaemonOptions& options) {
  const auto path = [&](const std::string& option, Setting setting) {
    return option.empty() ? std::string(hpdl::Trimmed(site.Text(setting))) : option;
  };
  TlsFiles files{path(options.tls_certificate, Setting::kTlsCertificate),
                 path(options.tls_key, Setting::kTlsKey)};
  if (files.certificates.empty() != files.key.empty()) {
    return WrongConfiguration(
        "TLS needs both --tls-certificate and --tls-key (hpdl.server.tls.certificate, "
        "hpdl.server.tls.key)");
  }
  if (files.key.empty()) {
    return site.Flag(Setting::kHttps) ? WrongConfiguration(
                                            "oozie.https.enabled needs --tls-certificate and "
                                            "--tls-key; hpdld does not read Java's key stores")
                                      : Result<std::optional<TlsFiles>>(std::nullopt);
  }
  HPDL_TRY(CheckOwnKey(files.key));
  HPDL_TRY(CheckTls(files));
  return std::optional(std::move(files));
}

Result<std::optional<PasswordFile>> PasswordsOf(const Site& site) {
  const std::string_view type = hpdl::Trimmed(site.Text(Setting::kAuthentication));
  if (type == "simple") {
    return std::optional<PasswordFile>();
  }
  if (type != "basic") {
    return WrongConfiguration("oozie.authentication.type '" + std::string(type) +
                              "': expected 'simple' or 'basic'");
  }
  const std::string path(hpdl::Trimmed(site.Text(Setting::kPasswordFile)));
  if (path.empty()) {
    return WrongConfiguration(
        "oozie.authentication.type 'basic' needs a password file; set hpdl.server.password.file");
  }
  Result<PasswordFile> file = PasswordFile::Open(path);
  HPDL_TRY(file);
  return std::optional(std::move(*file));
}

/// If other machines can reach the server, checks that callers need passwords and that TLS encrypts
/// them.
Result<void> CheckReach(const DaemonConfiguration& all, const DaemonOptions& options) {
  if (IsLoopback(options.host)) {
    return {};
  }
  const std::string listen = "--listen " + options.host + ": ";
  if (!all.passwords) {
    return WrongConfiguration(
        listen +
        "'simple' authentication trusts every name, so hpdld listens on loopback only; other "
        "addresses need passwords (oozie.authentication.type 'basic') and TLS");
  }
  if (!all.tls) {
    return WrongConfiguration(listen +
                              "passwords need TLS on addresses other than loopback; give "
                              "--tls-certificate and --tls-key");
  }
  if (all.url.empty() && IsAnyAddress(options.host)) {
    return WrongConfiguration(listen +
                              "set hpdl.server.url to the URL at which callers reach this server");
  }
  return {};
}

/// Returns the site's URL, such as `https://oozie.example:11443`, without a path; "" if it is not
/// set. A server without TLS may have an https URL, because a gateway in front of it may use TLS.
Result<std::string> UrlOf(const Site& site, bool tls) {
  std::string url(hpdl::Trimmed(site.Text(Setting::kServerUrl)));
  const std::size_t begin = url.starts_with("https://")          ? 8
                            : url.starts_with("http://") && !tls ? 7
                                                                 : url.size();
  const std::string_view place = std::string_view(url).substr(begin);
  if (!url.empty() &&
      (place.empty() || place.find_first_of("/?#@\" \r\n") != std::string_view::npos)) {
    return WrongConfiguration("hpdl.server.url '" + url + "': expected " +
                              (tls ? "https" : "http or https") + "://HOST:PORT, without a path");
  }
  return url;
}

/// True if hpdld runs as root and serves all users of the machine. It then acts as any user whom a
/// caller names. So the function returns an error if callers need no passwords.
Result<bool> ServesManyUsers(const Site& site, const DaemonOptions& options, bool passwords) {
  if (geteuid() != 0 || options.one_user || site.Flag(Setting::kOneUser)) {
    return false;
  }
  if (!passwords) {
    return WrongConfiguration(
        "hpdld runs as root, so it runs each job as the job's user and needs passwords "
        "(oozie.authentication.type 'basic'); to run without passwords, start hpdld as a user "
        "other than root, or give --one-user (hpdl.server.one.user) to run all jobs as root");
  }
  return true;
}

}  // namespace

Result<void> CheckOwnKey(const std::string& path) {
  constexpr std::size_t kMostKey = 1 << 20;
  // The path may be a link: programs that renew keys often make a link to the newest key.
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr),
                                                         &std::free);
  const Result<std::optional<std::string>> key =
      ReadChecked(real == nullptr ? path : real.get(), kMostKey, FileReaders::kOwner);
  return key && *key
             ? Result<void>()
             : WrongConfiguration(path + ": " + (key ? "no such file" : key.error().message));
}

Result<DaemonConfiguration> Configure(const DaemonOptions& options) {
  DaemonConfiguration all;
  Result<std::string> state = DaemonState(options.state);
  HPDL_TRY(state);
  all.setup.state_path = std::move(*state);
  all.setup.site_path = Site::Locate(options.site);
  Result<Site> site = Site::Load(all.setup.site_path);
  HPDL_TRY(site);
  Result<std::optional<PasswordFile>> passwords = PasswordsOf(*site);
  HPDL_TRY(passwords);
  all.passwords = std::move(*passwords);
  Result<std::optional<TlsFiles>> tls = TlsOf(*site, options);
  HPDL_TRY(tls);
  all.tls = std::move(*tls);
  Result<std::string> url = UrlOf(*site, all.tls.has_value());
  HPDL_TRY(url);
  all.url = std::move(*url);
  HPDL_TRY(CheckReach(all, options));
  const Result<bool> many_users = ServesManyUsers(*site, options, all.passwords.has_value());
  HPDL_TRY(many_users);
  all.many_users = *many_users;
  Result<AuthorizationRules> rules = ReadAuthorizationRules(*site, all.setup.site_path);
  HPDL_TRY(rules);
  all.setup.authorization = std::move(*rules);
  Result<ProxyRules> proxies = ReadProxyRules(*site);
  HPDL_TRY(proxies);
  all.setup.proxies = std::move(*proxies);
  all.gate.secure = all.tls.has_value();
  all.gate.anonymous = site->Flag(Setting::kAnonymous);
  all.gate.validity_ms = site->Number(Setting::kTokenValidity) * kSecondMs;
  all.host_names = site->Text(Setting::kServerHosts);
  if (!all.url.empty()) {
    all.host_names += "," + HostName(all.url.substr(all.url.find("://") + 3));
  }
  all.hosts.Add(all.host_names);
  all.setup.site = std::move(*site);
  all.setup.hpdlc = CompilerBeside();
  all.setup.local = options.local;
  all.setup.log = LogOf("");
  all.logs.log = options.log;
  all.logs.access_log = options.access_log;
  return all;
}

}  // namespace hpdl::rt
