#ifndef HPDL_COMPILER_SECRETS_SECRET_TEXT_H_
#define HPDL_COMPILER_SECRETS_SECRET_TEXT_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/base/message.h"

/// Recognizes passwords and keys in texts. The functions return offsets and no copies of secrets.
namespace hpdl::secrets {

/// A part of a text that is a secret. `begin` and `end` are offsets in the text.
struct SecretPart {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  Message what;  ///< the words for the secret in messages, such as "the password in this URL"
};

/// True if the name is the name of a secret: "db.password", "--api-key". Names such as
/// "password.file", "token.lifetime" and "tokenizer" are not names of secrets.
bool NamesSecret(std::string_view name);

/// True if the text is the value of a secret itself. The result is false for an expression or shell
/// variable, a path, a class, a switch, a row of asterisks or a template placeholder.
bool IsLiteralSecret(std::string_view value);

/// True if a property with this name and value is a secret, or if its value contains a secret.
bool HoldsSecret(std::string_view name, std::string_view value);

/// True if the text is an option whose argument is a secret: "--password".
bool IsSecretOption(std::string_view text);

/// True if a word is the command curl, with or without its path.
bool IsCurl(std::string_view word);
/// True if the text is an option of curl whose argument is a login: "-u".
bool IsLoginOption(std::string_view text);
/// Returns the password in NAME:PASSWORD. Returns an empty part if there is no password, or if
/// IsLiteralSecret() returns false for it.
SecretPart PasswordOfLogin(std::string_view login);

/// Returns the secrets in a text: NAME=VALUE, --password VALUE, user:password@ in a URL, logins of
/// curl, credentials in an Authorization header, keys of AWS, private keys. The parts are in order
/// and do not overlap. The time is linear in the length of the text.
std::vector<SecretPart> FindSecrets(std::string_view text);

/// Returns the first http:// URL that contains a user's name and password, or a parameter with the
/// name of a secret. URLs of localhost are skipped. Returns an empty part if there is no such URL.
SecretPart FindInsecureUrl(std::string_view text);

}  // namespace hpdl::secrets

#endif  // HPDL_COMPILER_SECRETS_SECRET_TEXT_H_
