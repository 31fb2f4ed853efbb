#include "compiler/survey/addresses.h"

#include <algorithm>
#include <utility>

#include "compiler/secrets/secret_text.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::survey {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
/// Characters that end a URI in a text.
constexpr std::string_view kEnds = " \t\r\n\"'<>`";
constexpr std::string_view kJdbc = "jdbc:";
/// The most characters of a host, a scheme and a URI. A longer text may be a password.
constexpr std::size_t kLongestHost = 253;
constexpr std::size_t kLongestScheme = 16;
constexpr std::size_t kLongestUri = 2048;

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
bool IsAlnum(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool IsSchemeLetter(char c) {
  return IsAlnum(c) || c == '+' || c == '-' || c == '.';
}

/// Returns the length of the `${name}` at the start of a text, or 0 if the text does not begin with
/// a variable.
std::size_t VariableAt(std::string_view text) {
  if (!text.starts_with("${")) {
    return 0;
  }
  std::size_t at = 2;
  while (at < text.size() && (IsAlnum(text[at]) || text[at] == '_' || text[at] == '.')) {
    ++at;
  }
  return at > 2 && at < text.size() && text[at] == '}' ? at + 1 : 0;
}

/// True for a host name, with or without a port. Parts of the name and of the port may be
/// variables.
bool IsHostAndPort(std::string_view text) {
  if (text.empty() || text.size() > kLongestHost) {
    return false;
  }
  if (text.front() == '[') {  // an IPv6 address
    const std::size_t end = text.find(']');
    const std::string_view inside = text.substr(1, end == kNone ? 0 : end - 1);
    if (inside.empty() || inside.find_first_not_of("0123456789abcdefABCDEF:.") != kNone) {
      return false;
    }
    text.remove_prefix(end + 1);
    return text.empty() || (text.front() == ':' && IsHostAndPort("x" + std::string(text)));
  }
  bool port = false;
  bool any = false;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t variable = VariableAt(text.substr(at)); variable != 0) {
      at += variable;
    } else if (text[at] == ':' && !port && any) {
      port = true;
      any = false;
      ++at;
      continue;
    } else if (port ? IsDigit(text[at])
                    : IsAlnum(text[at]) || text[at] == '.' || text[at] == '-' || text[at] == '_') {
      ++at;
    } else {
      return false;
    }
    any = true;
  }
  return any;
}

/// Finds the next occurrence of a text. The caller only searches forwards, so all calls together
/// take linear time.
class Search {
 public:
  Search(std::string_view text, std::string_view what) : text_(text), what_(what) {}

  std::size_t From(std::size_t at) {
    if (!looked_ || found_ < at) {
      found_ = text_.find(what_, at);
      looked_ = true;
    }
    return found_;
  }

 private:
  std::string_view text_;
  std::string_view what_;
  std::size_t found_ = 0;
  bool looked_ = false;
};

/// A URI in a text, without its scheme.
struct Uri {
  std::string_view rest;
  std::size_t end = 0;    ///< the end of the URI in the text
  bool doubtful = false;  ///< true if the text after `end` may be the rest of a password
};

/// Finds the URIs of one text.
class Uris {
 public:
  explicit Uris(std::string_view text) : text_(text) {}

  Uri At(std::size_t begin) {
    Uri uri;
    uri.end = std::min(text_.find_first_of(kEnds, begin), text_.size());
    uri.rest = text_.substr(begin, uri.end - begin);
    uri.doubtful = uri.rest.size() > kLongestUri ||
                   logins_.From(uri.end) < std::min(schemes_.From(uri.end), text_.size());
    return uri;
  }

 private:
  std::string_view text_;
  Search logins_{text_, "@"};
  Search schemes_{text_, "://"};
};

/// Returns HOST:PORT of a URI. If `list` is true, returns all hosts, separated by commas. Returns
/// kHidden if a host may be part of a password, and "" if the URI has no host.
std::string HostOf(const Uri& uri, bool list) {
  std::string_view rest = uri.rest;
  if (uri.rest.size() > kLongestUri || (uri.doubtful && rest.find_first_of(":@") != kNone)) {
    return std::string(kHidden);
  }
  if (const std::size_t login = rest.find('@'); login != kNone) {
    // A password may contain any character. The '@' certainly ends the password only if the text
    // has no other '@' and no character before the '@' that can end a host.
    if (rest.find('@', login + 1) != kNone || rest.find_first_of("/?#;&=,|\\") < login) {
      return std::string(kHidden);
    }
    rest.remove_prefix(login + 1);
  }
  std::string_view hosts = rest.substr(0, rest.find_first_of("/?#;|\\"));
  std::string shown;
  while (!hosts.empty()) {
    const std::size_t comma = hosts.find(',');
    const std::string_view host = hosts.substr(0, comma);
    if (!IsHostAndPort(host)) {
      return std::string(kHidden);
    }
    shown.append(shown.empty() ? "" : ",").append(host);
    if (!list || comma == kNone) {
      break;
    }
    hosts.remove_prefix(comma + 1);
  }
  return shown;
}

/// Returns the address after `jdbc:`, or "" if no name of a driver follows.
std::string JdbcAddress(const Uri& uri) {
  std::size_t end = 0;
  while (end < uri.rest.size() && end < kLongestScheme && IsAlnum(uri.rest[end])) {
    ++end;
  }
  if (end == 0 || end == uri.rest.size() || uri.rest[end] != ':') {
    return {};
  }
  std::string address = std::string(kJdbc).append(uri.rest.substr(0, end));
  Uri rest = uri;
  rest.rest.remove_prefix(end);
  if (rest.rest.starts_with("://")) {
    rest.rest.remove_prefix(3);
    return address + "://" + HostOf(rest, true);
  }
  // From jdbc:oracle:thin:NAME/PASSWORD@HOST:PORT:SID and similar forms, only the host and port
  // after '@' are shown. If the text has several '@', no host is shown.
  const std::size_t login = rest.rest.find('@');
  if (login == kNone || rest.doubtful || rest.rest.find('@', login + 1) != kNone ||
      rest.rest.find("://") != kNone || rest.rest.find_first_of("?;&=") < login) {
    return address + ":" + std::string(kHidden);
  }
  std::string_view host = rest.rest.substr(login + 1);
  host.remove_prefix(std::min(host.find_first_not_of('/'), host.size()));
  host = host.substr(0, host.find_first_of("/?#;|\\"));
  const std::size_t port = host.find(':');
  host = host.substr(0, port == kNone ? kNone : host.find(':', port + 1));
  return address + ":@" + std::string(IsHostAndPort(host) ? host : kHidden);
}

AddressRole RoleOf(std::string_view scheme) {
  if (scheme.starts_with("jdbc:")) {
    return AddressRole::kJdbc;
  }
  if (scheme == "thrift" || scheme == "hcat") {
    return AddressRole::kMetastore;
  }
  if (scheme == "http" || scheme == "https") {
    return AddressRole::kHttp;
  }
  if (scheme == "ssh" || scheme == "sftp" || scheme == "scp" || scheme == "ftp") {
    return AddressRole::kSsh;
  }
  return AddressRole::kFileSystem;
}

/// The role of an address in the value of an element or a property with this name.
struct NameRole {
  std::string_view name;
  AddressRole role;
};
constexpr NameRole kNameRoles[] = {
    {"job-tracker", AddressRole::kResourceManager},
    {"resource-manager", AddressRole::kResourceManager},
    {"jobtracker", AddressRole::kResourceManager},
    {"resourcemanager", AddressRole::kResourceManager},
    {"yarn.resourcemanager.address", AddressRole::kResourceManager},
    {"mapred.job.tracker", AddressRole::kResourceManager},
    {"mapreduce.jobtracker.address", AddressRole::kResourceManager},
    {"pig-host", AddressRole::kSsh},
    {"host", AddressRole::kSsh},
};

}  // namespace

std::vector<Address> FindAddresses(std::string_view text) {
  std::vector<Address> found;
  Search drivers(text, kJdbc);
  Search schemes(text, "://");
  Uris uris(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t jdbc = drivers.From(at);
    const std::size_t slashes = schemes.From(at);
    if (jdbc == kNone && slashes == kNone) {
      break;
    }
    if (jdbc < slashes) {  // the scheme of jdbc has colons and may lack slashes
      const Uri uri = uris.At(jdbc + kJdbc.size());
      if (const std::string shown = JdbcAddress(uri); !shown.empty()) {
        found.push_back({AddressRole::kJdbc, shown});
      }
      at = uri.end;
      continue;
    }
    std::size_t begin = slashes;
    while (begin > at && IsSchemeLetter(text[begin - 1])) {
      --begin;
    }
    const std::string scheme = LowerCase(text.substr(begin, slashes - begin));
    const Uri uri = uris.At(slashes + 3);
    const std::string shown = HostOf(uri, false);
    // If the host may be part of a password, the rest of the URI may be part of the password too.
    // The search then continues after the URI.
    at = shown == kHidden ? uri.end : slashes + 3;
    if (!shown.empty() && !scheme.empty() && scheme.size() <= kLongestScheme && scheme != "file") {
      found.push_back({RoleOf(scheme), scheme + "://" + shown});
    }
  }
  return found;
}

std::vector<Address> AddressesOf(std::string_view name, std::string_view text) {
  std::vector<Address> found = FindAddresses(text);
  const std::string lower = LowerCase(name);
  const auto* known = std::find_if(std::begin(kNameRoles), std::end(kNameRoles),
                                   [&](const NameRole& each) { return each.name == lower; });
  if (!found.empty() || known == std::end(kNameRoles)) {
    for (Address& each : found) {
      const bool manager = known != std::end(kNameRoles) && each.role == AddressRole::kHttp;
      each.role = manager ? known->role : each.role;
    }
    return found;
  }
  std::string_view host = Trimmed(text);
  if (const std::size_t login = host.find('@'); login != kNone) {
    if (host.find('@', login + 1) != kNone || host.find(':') < login) {
      return {{known->role, std::string(kHidden)}};
    }
    host.remove_prefix(login + 1);
  }
  if (IsHostAndPort(host) && host != "local" && VariableAt(host) != host.size()) {
    found.push_back({known->role, std::string(host)});
  }
  return found;
}

std::string ShownPath(std::string_view text) {
  const std::size_t slashes = text.find("://");
  const std::size_t login = text.find('@', slashes == kNone ? 0 : slashes);
  std::string shown;
  if (slashes != kNone && login != kNone) {
    const std::string_view name = text.substr(slashes + 3, login - slashes - 3);
    shown.append(text.substr(0, slashes + 3)).append(kHidden);
    if (name.find_first_of("/?#;&=,|\\") != kNone || text.find('@', login + 1) != kNone) {
      return shown;
    }
    text.remove_prefix(login);
  } else if (login != kNone && text.find(':') < login) {
    return std::string(kHidden);
  }
  text = text.substr(0, text.find_first_of("?;"));
  std::size_t at = 0;
  for (const secrets::SecretPart& part : secrets::FindSecrets(text)) {
    shown.append(text.substr(at, part.begin - at)).append(kHidden);
    at = part.end;
  }
  return shown.append(text.substr(at));
}

}  // namespace hpdl::survey
