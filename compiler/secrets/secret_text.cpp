#include "compiler/secrets/secret_text.h"

#include <re2/re2.h>

#include <algorithm>

#include "runtime/ground/base/secret_name.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::secrets {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

/// A pattern for a secret inside a text.
struct Look {
  RE2 pattern;
  /// The groups of the pattern. `name` is the group that matches the name of the secret, or 0.
  /// `secret` is the group that matches the secret. If this group matches an empty text, the secret
  /// begins there, and ValueAt() finds its end.
  int name = 0, secret = 1;
  const char* what = "";  ///< the words in messages for a secret without a name

  Look(const char* text, int name_group, int secret_group, const char* what_text)
      : pattern(text, RE2::Latin1), name(name_group), secret(secret_group), what(what_text) {}
};

/// The patterns. The time for a pattern is proportional to the length of the text.
struct Patterns {
  // The patterns for names apply to names in the form that Words() returns.

  /// Names that contain the name of a secret but do not name a secret. The last word may make the
  /// name a property of a secret, as in "password.file". In other cases the name only resembles the
  /// name of a secret. Examples are "unk_token" (a token of a vocabulary), "first_pass" (a pass of
  /// a computation) and "old_pwd" (a working directory).
  RE2 about{
      R"((?:^|\.)(?:file|path|dir|directory|location|class|provider|alias|url|uri|endpoint|enabled)"
      R"(|required|renewer|interval|lifetime|expiry|timeout|type|algorithm|kind|service|name|ids?)"
      R"(|length|size|count|max|min|policy|encoding|format|field|column|header|separator|delimiter)"
      R"(|store|version|scope|region|backend|arn|cmd|command|manager|source|ref|mode|ttl|days)"
      R"(|reference|rotation)"
      R"(|(?:pad|padding|unk|unknown|mask|cls|sep|bos|eos|oov)\.[^.]*token)"
      R"(|(?:first|second|third|last|next|one|two|multi|single|num|final|by|per|max)\.pass)"
      R"(|(?:current|old|work|working)\.pwd)$|azure\.sas\..*\.provider\.)",
      RE2::Latin1};
  /// Names of secrets that rt::IsSecretName() does not recognize. In the names of Azure storage
  /// keys, the account or container follows the kind of the key.
  RE2 secret{R"(token$|\.pass$|(?:^|\.)(?:(?:key|store|db)pass|(?:db)?pwd|encryption\.key)"
             R"(|oauth2\.credential)$)"
             R"(|(?:^|\.)azure\.(?:account\.key|sas(?:\..*)?\.core\.windows\.net)(?:\.|$))",
             RE2::Latin1};
  RE2 token{"[a-z0-9]*token[a-z0-9]*", RE2::Latin1};

  /// Values that do not contain the secret itself. They are expressions, shell variables, paths,
  /// counts, switches, files, classes and references to a secret that is stored elsewhere. Rows of
  /// asterisks and template placeholders (@name@, {{ name }}, __NAME__, <name>) also match.
  RE2 elsewhere{
      R"(\$\{|#\{|://|^[$/%`]|^[0-9]{1,3}$|^(?i:true|false|yes|no|none|null|on|off)$)"
      R"(|\.(?i:jceks|jks|p12|pem|key|txt|xml|file|keytab|password|properties)$)"
      R"(|^(?i:(?:org|com|io|net|java|javax)\.|(?:file|env|arn|vault):|alias/)|^[*xX.-]*$)"
      R"(|^(?:@[\w. -]+@|__[\w. -]+__|<[\w. -]+>)$|^\{\{)",
      RE2::Latin1};

  Look looks[7] = {
      {R"((?:-D|-+)?([\w.-]+)=(=|))", 1, 2, ""},
      {R"((?:^|[ \t\r\n])(-[^ \t\r\n=]*)[ \t\r\n]+()[^ \t\r\n-])", 1, 2, ""},
      {R"(://[^:/?# \t\r\n"'<>,;]*:([^/?# \t\r\n"'<>,;]+)@)", 0, 1, "the password in this URL"},
      {R"(jdbc:oracle:[^/@ \t\r\n"'<>]*/([^@ \t\r\n"'<>]+)@)", 0, 1, "the password in this URL"},
      {R"((?i:authorization): *(?i:bearer|basic|token|apikey) +()[^ ])", 0, 1,
       "the secret in this Authorization header"},
      {R"((?:^|[^A-Z0-9])(A[KS]IA[A-Z0-9]{16})(?:[^A-Z0-9]|$))", 0, 1, "an access key of AWS"},
      {R"((-----BEGIN [^\n]*PRIVATE KEY-----[^\n]*(?s:.*?))(?:-----END |\z))", 0, 1,
       "a private key"},
  };
  /// The first group is the URL, and the second group is its host.
  RE2 http{R"((http://([^/?# \t\r\n"'<>,;]*)[^ \t\r\n"'<>]*))", RE2::Latin1};
  RE2 parameter{R"([?&;]([^?&;=]*)=)", RE2::Latin1};
  RE2 this_machine{R"(^(?:.*@)?(?:localhost|127\.|\[::1\]))", RE2::Latin1};
};

const Patterns& Known() {
  static const Patterns patterns;
  return patterns;
}

std::string_view View(const re2::StringPiece& piece) {
  return {piece.data(), piece.size()};
}

bool Matches(const re2::StringPiece& text, const RE2& pattern) {
  return RE2::PartialMatch(text, pattern);
}

/// Returns a name as lower-case words with points: "db.password" for "dbPassword", "db.password"
/// and "DB_PASSWORD".
std::string Words(std::string_view name) {
  std::string words;
  bool capital = true;  // true if the previous letter was a capital
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool letter = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if ((!letter || (upper && !capital)) && !words.empty() && words.back() != '.') {
      words += '.';
    }
    if (letter) {
      words += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    capital = upper;
  }
  if (words.ends_with('.')) {
    words.pop_back();
  }
  return words;
}

SecretPart PartOf(std::size_t begin, std::size_t end, Message what = {}) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), std::move(what)};
}

std::string_view Slice(std::string_view text, const SecretPart& part) {
  return text.substr(part.begin, part.end - part.begin);
}

/// Returns the value of NAME=VALUE or of an option. The value ends at a blank, a separator or its
/// closing quote.
SecretPart ValueAt(std::string_view text, std::size_t begin) {
  if (begin < text.size() && (text[begin] == '"' || text[begin] == '\'')) {
    const std::size_t end = text.find(text[begin], begin + 1);
    return PartOf(begin + 1, std::min(end, text.size()));
  }
  return PartOf(begin, std::min(text.find_first_of(" \t\r\n;&,\"'<>", begin), text.size()));
}

void FindLook(const Look& look, std::string_view text, std::vector<SecretPart>* found) {
  re2::StringPiece groups[3];
  const auto end_of = [&](const re2::StringPiece& group) {
    return static_cast<std::size_t>(group.data() - text.data()) + group.size();
  };
  for (std::size_t at = 0; look.pattern.Match(text, at, text.size(), RE2::UNANCHORED, groups, 3);) {
    const re2::StringPiece& group = groups[look.secret];
    const std::string_view name = View(groups[look.name]);
    if (look.name != 0 && (!group.empty() || !NamesSecret(name))) {
      at = group.empty() ? end_of(groups[look.name]) : end_of(group);
      continue;
    }
    SecretPart part = group.empty() ? ValueAt(text, end_of(group))
                                    : PartOf(end_of(group) - group.size(), end_of(group));
    at = part.end;
    if (IsLiteralSecret(Slice(text, part))) {
      part.what = look.name == 0          ? Message(look.what)
                  : name.starts_with('-') ? "the value of " + Message(name)
                                          : "the value of " + Quoted(name);
      found->push_back(std::move(part));
    }
  }
}

/// Finds the password of `curl -u NAME:PASSWORD` in each command.
void FindLogins(std::string_view text, std::vector<SecretPart>* found) {
  bool curl = false;
  for (std::size_t at = 0; (at = text.find_first_not_of(kBlanks, at)) != kNone;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end;
    curl = IsCurl(word) ||
           (curl && !word.ends_with(';') && word != "|" && word != "||" && word != "&&");
    const std::size_t next = text.find_first_not_of(kBlanks, end);
    if (curl && next != kNone && IsLoginOption(word)) {
      const SecretPart login = ValueAt(text, next);
      const SecretPart password = PasswordOfLogin(Slice(text, login));
      if (password.end > password.begin) {
        found->push_back(
            PartOf(login.begin + password.begin, login.begin + password.end, password.what));
      }
    }
  }
}

}  // namespace

bool NamesSecret(std::string_view name) {
  std::string words = Words(name);
  // PWD is not a secret, because this shell variable holds the working directory.
  if (words.empty() || name == "PWD" || Matches(words, Known().about)) {
    return false;
  }
  if (Matches(words, Known().secret)) {
    return true;
  }
  // A name that ends with the word "token" names a secret. A name with "token" elsewhere, such as
  // "tokenizer" or "token.signature", names no secret. The words that rt::IsSecretName() knows make
  // a name secret wherever the words are in the name.
  RE2::GlobalReplace(&words, Known().token, "");
  return rt::IsSecretName(words);
}

bool IsLiteralSecret(std::string_view value) {
  value = Trimmed(value);
  return !value.empty() && !Matches(value, Known().elsewhere);
}

bool HoldsSecret(std::string_view name, std::string_view value) {
  return (NamesSecret(name) && IsLiteralSecret(value)) || !FindSecrets(value).empty();
}

bool IsSecretOption(std::string_view text) {
  return text.starts_with('-') && text.find_first_of("= \t\r\n") == kNone && NamesSecret(text);
}

bool IsCurl(std::string_view word) {
  return word == "curl" || word.ends_with("/curl") || word.ends_with("(curl");
}

bool IsLoginOption(std::string_view text) {
  return text == "-u" || text == "--user" || text == "-U" || text == "--proxy-user";
}

SecretPart PasswordOfLogin(std::string_view login) {
  const std::size_t colon = login.find(':');
  if (colon == kNone || !IsLiteralSecret(login.substr(colon + 1))) {
    return {};
  }
  return PartOf(colon + 1, login.size(), "the password of this login");
}

std::vector<SecretPart> FindSecrets(std::string_view text) {
  std::vector<SecretPart> found;
  for (const Look& look : Known().looks) {
    FindLook(look, text, &found);
  }
  FindLogins(text, &found);
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

SecretPart FindInsecureUrl(std::string_view text) {
  re2::StringPiece left(text), url, machine, name;
  while (RE2::FindAndConsume(&left, Known().http, &url, &machine)) {
    re2::StringPiece parameters(machine.end(), static_cast<std::size_t>(url.end() - machine.end()));
    const bool login = machine.find('@') != kNone && machine.find(':') < machine.find('@');
    bool secret = login;
    while (!secret && RE2::FindAndConsume(&parameters, Known().parameter, &name)) {
      secret = NamesSecret(View(name));
    }
    if (secret && !Matches(machine, Known().this_machine)) {
      const auto begin = static_cast<std::size_t>(url.data() - text.data());
      return PartOf(begin, begin + url.size(),
                    login ? "a user's name and password" : "a secret among its parameters");
    }
  }
  return {};
}

}  // namespace hpdl::secrets
