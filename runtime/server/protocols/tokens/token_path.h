#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_PATH_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_PATH_H_

#include <optional>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// The namespace of a token path that names none. It has the jobs of all users.
inline constexpr std::string_view kDefaultNamespace = "default";

/// The variable parts of a token path (token_api.h), percent-decoded. Only `node` may be empty.
struct TokenPath {
  std::string name_space, app, workflow, run;
  std::string node;  ///< "": the path is about the whole run
};

/// True if a percent-encoded path is the path of a workflow token.
bool IsTokenPath(std::string_view path);

/// Reads a token path; nullopt if no resource has this path. Each part is decoded separately, so
/// names may contain slashes.
std::optional<TokenPath> ReadTokenPath(std::string_view path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_PATH_H_
