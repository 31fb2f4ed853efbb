#ifndef HPDL_STDLIB_CORE_CREDENTIAL_H_
#define HPDL_STDLIB_CORE_CREDENTIAL_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "stdlib/core/common.h"
#include "stdlib/core/schema.h"

/// The words in which types of credentials are declared. One type, one folder:
/// stdlib/credentials/<name>/<name>.credential.h defines `k<Name>Credential`.
namespace hpdl::stdlib {

/// A property that a credential of the type may have.
struct CredentialProperty {
  std::string_view name;
  std::string_view other_name;  ///< that means the same; may be empty
  bool required = false;        ///< without it there is no token
  std::string_view doc;
};

struct CredentialDecl {
  std::string_view name;                          ///< also the folder's
  std::span<const std::string_view> other_names;  ///< that `type` may have
  std::span<const CredentialProperty> properties;
  std::string_view summary;           ///< whose token it is
  std::string_view without_kerberos;  ///< why none is needed there
};

/// All types, for the compiler. CMake writes the definition from the folder names.
std::span<const CredentialDecl* const> AllCredentials();

/// The type of that name, or null.
inline const CredentialDecl* FindCredential(std::string_view type) {
  for (const CredentialDecl* decl : AllCredentials()) {
    const auto& others = decl->other_names;
    if (decl->name == type || std::find(others.begin(), others.end(), type) != others.end()) {
      return decl;
    }
  }
  return nullptr;
}

/// The field of `<configuration>`, which gets the properties of the credentials that an action asks
/// for; none for actions that start nothing in a cluster: they have no use for credentials.
inline std::optional<std::uint32_t> CredentialField(const KindDecl& kind, std::uint32_t shape) {
  const std::span<const ElementDecl> elements = kind.shapes[shape].body->elements;
  for (std::uint32_t field = 0; kind.needs_cluster && field < elements.size(); ++field) {
    if (elements[field].type == &kConfigurationDecl) {
      return field;
    }
  }
  return std::nullopt;
}

/// How the compiler tells an action of its credentials: by properties behind those of its own
/// configuration, which stdlib/local takes out again. `asked.NAME` has the type as its value,
/// `undeclared.NAME` nothing, `set.PROPERTY` the value of a property of a credential.
inline constexpr std::string_view kCredentialAsked = "hpdl.credential.asked.";
inline constexpr std::string_view kCredentialUndeclared = "hpdl.credential.undeclared.";
inline constexpr std::string_view kCredentialSet = "hpdl.credential.set.";

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_CREDENTIAL_H_
