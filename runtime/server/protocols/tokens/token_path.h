#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_PATH_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_PATH_H_

#include <optional>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// The words of a path of token_api.h that vary, decoded; none is empty but the node.
struct TokenPath {
  std::string name_space, app, workflow, run;
  std::string node;  ///< "": the whole run
};

/// Whether requests of a path, as it was sent, are about tokens.
bool IsTokenPath(std::string_view path);

/// None: there is no such resource. Each part is decoded by itself, so that names may have slashes.
std::optional<TokenPath> ReadTokenPath(std::string_view path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_PATH_H_
