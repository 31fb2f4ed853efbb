#ifndef HPDL_STDLIB_LOCAL_SECRET_TEXT_H_
#define HPDL_STDLIB_LOCAL_SECRET_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

/// Secrets of an action that a tool may repeat in its output.
namespace hpdl::stdlib {

/// The values of NAME=VALUE in a JDBC URL, where NAME ends in "password", in any case; of a text
/// that is only one NAME=VALUE too, as an option -DNAME=VALUE is.
std::vector<std::string> SecretsIn(std::string_view url);

/// The text with *** in place of each of the secrets.
std::string WithoutSecrets(std::string_view text, std::vector<std::string> secrets);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_SECRET_TEXT_H_
