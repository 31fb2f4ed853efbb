#ifndef HPDL_STDLIB_LOCAL_SECRET_TEXT_H_
#define HPDL_STDLIB_LOCAL_SECRET_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

/// Secrets of an action that a tool may repeat in its output.
namespace hpdl::stdlib {

/// Returns the values of NAME=VALUE in a JDBC URL if NAME ends in "password", in upper or lower
/// case. `url` may also be only one NAME=VALUE, like the option -DNAME=VALUE.
std::vector<std::string> SecretsIn(std::string_view url);

/// Returns the text with each of the secrets replaced by ***.
std::string WithoutSecrets(std::string_view text, std::vector<std::string> secrets);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_SECRET_TEXT_H_
