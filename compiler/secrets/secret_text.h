#ifndef HPDL_COMPILER_SECRETS_SECRET_TEXT_H_
#define HPDL_COMPILER_SECRETS_SECRET_TEXT_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/base/message.h"

/// How passwords and keys look in texts. Nothing here keeps what it finds: places only.
namespace hpdl::secrets {

/// A part of a text that is a secret, by offsets, and what to call it in a message.
struct SecretPart {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  Message what;  ///< "the password in this URL"
};

/// Whether a thing of this name has a secret as its value: "db.password", "--api-key", and not
/// "password.file", "token.lifetime", "tokenizer".
bool NamesSecret(std::string_view name);

/// Whether a value of such a name is written out: no expression or shell variable, path, class,
/// switch, row of asterisks or placeholder of a template.
bool IsLiteralSecret(std::string_view value);

/// Whether a property of this name and value is a secret, or has one in its midst.
bool HoldsSecret(std::string_view name, std::string_view value);

/// The option that a text consists of, "--password", if its argument is a secret.
bool IsSecretOption(std::string_view text);

/// Whether a word is the command curl, perhaps with its path.
bool IsCurl(std::string_view word);
/// The option of curl that a text consists of, "-u", whose argument is a login.
bool IsLoginOption(std::string_view text);
/// The password in NAME:PASSWORD; an empty part if it is not written out.
SecretPart PasswordOfLogin(std::string_view login);

/// Secrets in the midst of a text: NAME=VALUE, --password VALUE, user:password@ in a URL, logins of
/// curl, what an Authorization header sends, keys of AWS, private keys. In order and apart from
/// each other; linear in the length of the text.
std::vector<SecretPart> FindSecrets(std::string_view text);

/// The first http:// URL that sends a user's name and password, or a parameter that is named like a
/// secret, to another machine. An empty part if there is none.
SecretPart FindInsecureUrl(std::string_view text);

}  // namespace hpdl::secrets

#endif  // HPDL_COMPILER_SECRETS_SECRET_TEXT_H_
