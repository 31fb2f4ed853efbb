#include "compiler/secrets/secret_text.h"

#include <algorithm>

#include "runtime/base/secret_name.h"

namespace hpdl::secrets {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kNone = std::string_view::npos;

bool IsUpper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
bool IsLetter(char c) {
  return IsUpper(c) || (c >= 'a' && c <= 'z');
}
bool IsNameCharacter(char c) {
  return IsLetter(c) || IsDigit(c) || c == '_' || c == '.' || c == '-';
}

/// The words of "dbPassword", "db.password", "DB_PASSWORD", in small letters.
std::vector<std::string> Words(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!IsLetter(name[i]) && !IsDigit(name[i])) {
      words.emplace_back();
      continue;
    }
    if (IsUpper(name[i]) && i > 0 && !IsUpper(name[i - 1])) {
      words.emplace_back();
    }
    words.back() += IsUpper(name[i]) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  std::erase_if(words, [](const std::string& word) { return word.empty(); });
  return words;
}

/// Last words that make a name one of something about a secret.
constexpr std::string_view kAbout[] = {
    "file",   "path",    "dir",      "directory", "location",  "class",     "provider", "alias",
    "url",    "uri",     "endpoint", "enabled",   "required",  "renewer",   "interval", "lifetime",
    "expiry", "timeout", "type",     "algorithm", "kind",      "service",   "name",     "id",
    "ids",    "length",  "size",     "count",     "max",       "min",       "policy",   "encoding",
    "format", "field",   "column",   "header",    "separator", "delimiter", "store",    "version",
    "scope",  "region",  "backend",  "arn",       "cmd",       "command",   "manager",  "source",
    "ref",    "mode",    "ttl",      "days",      "reference", "rotation"};

bool IsOneOf(std::string_view word, auto& list) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

/// Words before "token" where it is a word of a language, and before "pass" where it is a turn.
constexpr std::string_view kOfLanguage[] = {"pad", "padding", "unk", "unknown", "mask",
                                            "cls", "sep",     "bos", "eos",     "oov"};
constexpr std::string_view kOfTurns[] = {"first", "second", "third", "last",  "next", "one", "two",
                                         "multi", "single", "num",   "final", "by",   "per", "max"};

/// What a "pwd" of that sort is: a folder.
constexpr std::string_view kOfFolders[] = {"current", "old", "work", "working"};

bool HasWords(const std::vector<std::string>& words, std::initializer_list<std::string_view> part) {
  return std::search(words.begin(), words.end(), part.begin(), part.end()) != words.end();
}

/// Keys of Azure's storage: the name of the account or container comes after what they are.
bool NamesKeyOfAzure(const std::vector<std::string>& words) {
  return HasWords(words, {"azure", "account", "key"}) ||
         (HasWords(words, {"azure", "sas"}) && HasWords(words, {"core", "windows", "net"}) &&
          !HasWords(words, {"provider"}));
}

/// What the words of rt::IsSecretName do not say: "db_pass", "pwd", "encryption.key".
bool EndsInSecret(const std::vector<std::string>& words) {
  const std::string_view last = words.back();
  const std::string_view before = words.size() > 1 ? words[words.size() - 2] : std::string_view();
  return (last == "pass" && !before.empty() && !IsOneOf(before, kOfTurns)) || last == "keypass" ||
         last == "storepass" || last == "dbpass" || last == "dbpwd" ||
         (last == "pwd" && !IsOneOf(before, kOfFolders)) ||
         (last == "key" && before == "encryption") || (last == "credential" && before == "oauth2");
}

/// The word is one of a name such as "authToken", and not of "pad_token" or "token.signature".
bool EndsInToken(const std::vector<std::string>& words) {
  return words.back().ends_with("token") &&
         (words.size() == 1 || !IsOneOf(words[words.size() - 2], kOfLanguage));
}

constexpr std::string_view kFileEnds[] = {".jceks",  ".jks",      ".p12",       ".pem",
                                          ".key",    ".txt",      ".xml",       ".file",
                                          ".keytab", ".password", ".properties"};
/// Beginnings of names of classes, and of what says where the secret is.
constexpr std::string_view kElsewhere[] = {"org.",  "com.", "io.",  "net.",   "java.", "javax.",
                                           "file:", "env:", "arn:", "vault:", "alias/"};
constexpr std::string_view kSwitches[] = {"true", "false", "yes", "no",
                                          "none", "null",  "on",  "off"};

/// Where the value of NAME=VALUE or of an option ends: at a blank or a separator, or at its quote.
SecretPart ValueAt(std::string_view text, std::size_t begin) {
  std::size_t end = 0;
  if (begin < text.size() && (text[begin] == '"' || text[begin] == '\'')) {
    const char quote = text[begin++];
    end = text.find(quote, begin);
  } else {
    end = text.find_first_of(" \t\r\n;&,\"'<>", begin);
  }
  return {static_cast<std::uint32_t>(begin),
          static_cast<std::uint32_t>(std::min(end, text.size())),
          {}};
}

/// What a template has in place of a secret: @name@, {{ name }}, __NAME__, <name>.
bool IsPlaceholder(std::string_view value) {
  const auto between = [value](std::string_view begin, std::string_view end) {
    return value.size() > begin.size() + end.size() && value.starts_with(begin) &&
           value.ends_with(end) &&
           std::all_of(value.begin() + static_cast<std::ptrdiff_t>(begin.size()),
                       value.end() - static_cast<std::ptrdiff_t>(end.size()),
                       [](char c) { return IsNameCharacter(c) || c == ' '; });
  };
  return value.starts_with("{{") || between("@", "@") || between("__", "__") || between("<", ">");
}

std::string_view Slice(std::string_view text, const SecretPart& part) {
  return text.substr(part.begin, part.end - part.begin);
}

/// A name that ends at `end`, without the dashes and the D of -DNAME=VALUE.
std::string_view NameBefore(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && IsNameCharacter(text[begin - 1])) {
    --begin;
  }
  std::string_view name = text.substr(begin, end - begin);
  if (name.starts_with("-D")) {
    name.remove_prefix(2);
  }
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  return name;
}

void FindAssignments(std::string_view text, std::vector<SecretPart>* found) {
  constexpr std::size_t kLongestName = 200;
  for (std::size_t at = 0; (at = text.find('=', at)) != kNone;) {
    const std::size_t from = at > kLongestName ? at - kLongestName : 0;
    const std::string_view name = NameBefore(text.substr(from, at - from), at - from);
    ++at;
    if (at < text.size() && text[at] == '=') {
      ++at;  // a comparison
      continue;
    }
    if (!NamesSecret(name)) {
      continue;
    }
    SecretPart value = ValueAt(text, at);
    at = value.end;
    if (IsLiteralSecret(Slice(text, value))) {
      value.what = "the value of " + Quoted(name);
      found->push_back(std::move(value));
    }
  }
}

void FindOptions(std::string_view text, std::vector<SecretPart>* found) {
  for (std::size_t at = 0; (at = text.find('-', at)) != kNone;) {
    if (at > 0 && kBlanks.find(text[at - 1]) == kNone) {
      ++at;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    const std::size_t next = text.find_first_not_of(kBlanks, end);
    if (next != kNone && IsSecretOption(text.substr(at, end - at)) && text[next] != '-') {
      SecretPart value = ValueAt(text, next);
      if (IsLiteralSecret(Slice(text, value))) {
        value.what = "the value of " + std::string(text.substr(at, end - at));
        found->push_back(std::move(value));
      }
    }
    at = end;
  }
}

/// The end of the part of a URL that names the machine; `at` is behind "://".
std::size_t AuthorityEnd(std::string_view text, std::size_t at) {
  return std::min(text.find_first_of("/?# \t\r\n\"'<>,;", at), text.size());
}

void FindInUrls(std::string_view text, std::vector<SecretPart>* found) {
  for (std::size_t at = 0; (at = text.find("://", at)) != kNone;) {
    at += 3;
    const std::string_view authority = text.substr(at, AuthorityEnd(text, at) - at);
    const std::size_t sign = authority.rfind('@');
    const std::size_t colon = authority.find(':');
    if (sign == kNone || colon == kNone || colon > sign) {
      continue;
    }
    const auto begin = static_cast<std::uint32_t>(at + colon + 1);
    const auto end = static_cast<std::uint32_t>(at + sign);
    if (IsLiteralSecret(text.substr(begin, end - begin))) {
      found->push_back({begin, end, "the password in this URL"});
    }
  }
}

/// jdbc:oracle:thin:USER/PASSWORD@...
void FindInOracleUrls(std::string_view text, std::vector<SecretPart>* found) {
  constexpr std::string_view kScheme = "jdbc:oracle:";
  for (std::size_t at = 0; (at = text.find(kScheme, at)) != kNone;) {
    at += kScheme.size();
    const std::size_t sign = std::min(text.find_first_of("@ \t\r\n\"'<>", at), text.size());
    const std::string_view login = text.substr(at, sign - at);
    const std::size_t slash = login.find('/');
    if (slash != kNone && sign < text.size() && text[sign] == '@' &&
        IsLiteralSecret(login.substr(slash + 1))) {
      found->push_back({static_cast<std::uint32_t>(at + slash + 1),
                        static_cast<std::uint32_t>(sign), "the password in this URL"});
    }
    at = sign;
  }
}

/// `Authorization: Bearer TOKEN`
void FindInHeaders(std::string_view text, std::vector<SecretPart>* found) {
  constexpr std::string_view kHeader = "uthorization:";
  constexpr std::string_view kSchemes[] = {"bearer", "basic", "token", "apikey"};
  constexpr std::size_t kLongestScheme = 6;
  for (std::size_t at = 0; (at = text.find(kHeader, at)) != kNone;) {
    at = std::min(text.find_first_not_of(' ', at + kHeader.size()), text.size());
    const std::size_t length = text.substr(at, kLongestScheme + 1).find(' ');
    std::string scheme(text.substr(at, length == kNone ? 0 : length));
    std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                   [](char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; });
    const std::size_t begin = text.find_first_not_of(' ', at + scheme.size());
    if (begin == kNone || !IsOneOf(scheme, kSchemes)) {
      continue;
    }
    const SecretPart value = ValueAt(text, begin);
    if (IsLiteralSecret(Slice(text, value))) {
      found->push_back({value.begin, value.end, "what this Authorization header sends"});
    }
  }
}

/// `curl -u NAME:PASSWORD`, up to what ends the command.
void FindLogins(std::string_view text, std::vector<SecretPart>* found) {
  bool curl = false;
  for (std::size_t at = 0; (at = text.find_first_not_of(kBlanks, at)) != kNone;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end;
    if (word == "curl" || word.ends_with("/curl") || word.ends_with("(curl")) {
      curl = true;
      continue;
    }
    curl = curl && !word.ends_with(';') && word != "|" && word != "||" && word != "&&";
    const std::size_t next = text.find_first_not_of(kBlanks, end);
    if (!curl || next == kNone || !IsLoginOption(word)) {
      continue;
    }
    const SecretPart login = ValueAt(text, next);
    const SecretPart password = PasswordOfLogin(Slice(text, login));
    if (password.end > password.begin) {
      found->push_back({login.begin + password.begin, login.begin + password.end, password.what});
    }
  }
}

/// Access key ids of AWS: AKIA or ASIA and sixteen capitals and digits.
void FindAwsKeys(std::string_view text, std::vector<SecretPart>* found) {
  constexpr std::size_t kLength = 20;
  const auto belongs = [](char c) { return IsUpper(c) || IsDigit(c); };
  for (std::size_t at = 0; (at = text.find("IA", at)) != kNone; ++at) {
    const std::size_t begin = at - 2;
    if (at < 2 || begin + kLength > text.size() || text[begin] != 'A' ||
        (text[begin + 1] != 'K' && text[begin + 1] != 'S')) {
      continue;
    }
    const std::string_view key = text.substr(begin, kLength);
    const bool alone = (begin == 0 || !belongs(text[begin - 1])) &&
                       (begin + kLength == text.size() || !belongs(text[begin + kLength]));
    if (alone && std::all_of(key.begin(), key.end(), belongs)) {
      found->push_back({static_cast<std::uint32_t>(begin),
                        static_cast<std::uint32_t>(begin + kLength), "an access key of AWS"});
    }
  }
}

void FindPrivateKeys(std::string_view text, std::vector<SecretPart>* found) {
  constexpr std::string_view kBegin = "-----BEGIN ", kKey = "PRIVATE KEY-----", kEnd = "-----END ";
  for (std::size_t at = 0; (at = text.find(kBegin, at)) != kNone;) {
    const std::size_t begin = at;
    const std::size_t line = std::min(text.find('\n', at), text.size());
    at = line;
    if (text.substr(begin, line - begin).find(kKey) == kNone) {
      continue;
    }
    at = std::min(text.find(kEnd, line), text.size());
    found->push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at), "a private key"});
  }
}

bool IsThisMachine(std::string_view authority) {
  const std::size_t sign = authority.rfind('@');
  const std::string_view host = sign == kNone ? authority : authority.substr(sign + 1);
  return host.starts_with("localhost") || host.starts_with("127.") || host.starts_with("[::1]");
}

/// `query` begins with the '?', if there is one.
bool HasSecretParameter(std::string_view query) {
  while (!query.empty()) {
    query.remove_prefix(1);
    const std::size_t end = std::min(query.find_first_of("?&;"), query.size());
    const std::string_view parameter = query.substr(0, end);
    const std::size_t equals = parameter.find('=');
    if (equals != kNone && NamesSecret(parameter.substr(0, equals))) {
      return true;
    }
    query.remove_prefix(end);
  }
  return false;
}

}  // namespace

bool NamesSecret(std::string_view name) {
  const std::vector<std::string> words = Words(name);
  if (words.empty()) {
    return false;
  }
  if (NamesKeyOfAzure(words)) {
    return true;
  }
  // The variable PWD is where a shell is.
  if (IsOneOf(words.back(), kAbout) || name == "PWD") {
    return false;
  }
  if (EndsInSecret(words)) {
    return true;
  }
  // "tokenizer" and "token.signature" are no tokens; the other words mean a secret wherever they
  // stand.
  std::string others;
  for (const std::string& word : words) {
    others += word.find("token") == std::string::npos ? word : "";
  }
  return rt::IsSecretName(others) || (rt::IsSecretName(name) && EndsInToken(words));
}

bool IsLiteralSecret(std::string_view value) {
  const std::size_t first = value.find_first_not_of(kBlanks);
  if (first == kNone) {
    return false;
  }
  value = value.substr(first, value.find_last_not_of(kBlanks) - first + 1);
  constexpr std::size_t kLongestCount = 3;
  if (value.size() <= kLongestCount && std::all_of(value.begin(), value.end(), &IsDigit)) {
    return false;
  }
  std::string lower(value);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; });
  const auto ends = [&](std::string_view end) { return lower.ends_with(end); };
  const auto starts = [&](std::string_view begin) { return lower.starts_with(begin); };
  return value.find("${") == kNone && value.find("#{") == kNone && value[0] != '$' &&
         value[0] != '/' && value[0] != '%' && value[0] != '`' && value.find("://") == kNone &&
         value.find_first_not_of("*xX.-") != kNone && !IsOneOf(lower, kSwitches) &&
         std::none_of(std::begin(kFileEnds), std::end(kFileEnds), ends) &&
         std::none_of(std::begin(kElsewhere), std::end(kElsewhere), starts) &&
         !IsPlaceholder(value);
}

bool HoldsSecret(std::string_view name, std::string_view value) {
  return (NamesSecret(name) && IsLiteralSecret(value)) || !FindSecrets(value).empty();
}

bool IsSecretOption(std::string_view text) {
  return text.starts_with('-') && text.find('=') == kNone && text.find_first_of(kBlanks) == kNone &&
         NamesSecret(text);
}

bool IsLoginOption(std::string_view text) {
  return text == "-u" || text == "--user" || text == "-U" || text == "--proxy-user";
}

SecretPart PasswordOfLogin(std::string_view login) {
  const std::size_t colon = login.find(':');
  if (colon == kNone || !IsLiteralSecret(login.substr(colon + 1))) {
    return {};
  }
  return {static_cast<std::uint32_t>(colon + 1), static_cast<std::uint32_t>(login.size()),
          "the password of this login"};
}

std::vector<SecretPart> FindSecrets(std::string_view text) {
  std::vector<SecretPart> found;
  FindAssignments(text, &found);
  FindOptions(text, &found);
  FindInUrls(text, &found);
  FindInOracleUrls(text, &found);
  FindInHeaders(text, &found);
  FindLogins(text, &found);
  FindAwsKeys(text, &found);
  FindPrivateKeys(text, &found);
  std::stable_sort(found.begin(), found.end(),
                   [](const SecretPart& a, const SecretPart& b) { return a.begin < b.begin; });
  std::vector<SecretPart> apart;
  for (SecretPart& part : found) {
    if (apart.empty() || part.begin >= apart.back().end) {
      apart.push_back(std::move(part));
    }
  }
  return apart;
}

bool IsPlainHttp(std::string_view text) {
  constexpr std::string_view kScheme = "http://";
  return text.starts_with(kScheme) &&
         !IsThisMachine(
             text.substr(kScheme.size(), AuthorityEnd(text, kScheme.size()) - kScheme.size()));
}

SecretPart FindInsecureUrl(std::string_view text) {
  for (std::size_t at = 0; (at = text.find("http://", at)) != kNone;) {
    const std::size_t begin = at;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n\"'<>", at), text.size());
    const std::string_view url = text.substr(begin, end - begin);
    at = end;
    const std::size_t authority_end = AuthorityEnd(url, 7);
    const std::string_view authority = url.substr(7, authority_end - 7);
    const bool login = authority.find('@') != kNone && authority.find(':') < authority.find('@');
    if (IsPlainHttp(url) && (login || HasSecretParameter(url.substr(authority_end)))) {
      return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
              login ? "a user's name and password" : "a secret among its parameters"};
    }
  }
  return {};
}

}  // namespace hpdl::secrets
