#ifndef HPDL_STDLIB_CORE_CREDENTIAL_H_
#define HPDL_STDLIB_CORE_CREDENTIAL_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "stdlib/core/common.h"
#include "stdlib/core/schema.h"

/// The structs that declare a type of credentials. Each type has one folder:
/// stdlib/credentials/<name>/<name>.credential.h defines `k<Name>Credential`.
namespace hpdl::stdlib {

/// A property of the credentials of one type.
struct CredentialProperty {
  std::string_view name;
  std::string_view other_name;  ///< an alias of `name`; "": no alias
  bool required = false;        ///< no token can be obtained without this property
  std::string_view doc;
};

struct CredentialDecl {
  std::string_view name;                          ///< the type's name, also the name of its folder
  std::span<const std::string_view> other_names;  ///< aliases of `name` in the attribute `type`
  std::span<const CredentialProperty> properties;
  std::string_view summary;           ///< the service that issues the token
  std::string_view without_kerberos;  ///< the reason why no token is needed without Kerberos
};

/// Returns all types of credentials, for the compiler. CMake writes the definition of this function
/// from the folder names.
std::span<const CredentialDecl* const> AllCredentials();

/// Returns the type of credentials with the name or alias `type`, or null.
inline const CredentialDecl* FindCredential(std::string_view type) {
  for (const CredentialDecl* decl : AllCredentials()) {
    const auto& others = decl->other_names;
    if (decl->name == type || std::find(others.begin(), others.end(), type) != others.end()) {
      return decl;
    }
  }
  return nullptr;
}

/// Returns the field of `<configuration>`, which gets the properties of the action's credentials.
/// Returns nullopt for actions that start nothing in a cluster, because they do not use
/// credentials.
inline std::optional<std::uint32_t> CredentialField(const KindDecl& kind, std::uint32_t shape) {
  const std::span<const ElementDecl> elements = kind.shapes[shape].body->elements;
  for (std::uint32_t field = 0; kind.needs_cluster && field < elements.size(); ++field) {
    if (elements[field].type == &kConfigurationDecl) {
      return field;
    }
  }
  return std::nullopt;
}

/// Prefixes of property names. The compiler adds properties with these names after the action's own
/// properties, and stdlib/local removes them. They begin with rt::kCredentialPrefix. The value of
/// `hpdl.credential.asked.NAME` is the type of the credential NAME. The value of
/// `hpdl.credential.undeclared.NAME` is empty. The value of `hpdl.credential.set.PROPERTY` is the
/// value of the credential's property PROPERTY.
inline constexpr std::string_view kCredentialAsked = "hpdl.credential.asked.";
inline constexpr std::string_view kCredentialUndeclared = "hpdl.credential.undeclared.";
inline constexpr std::string_view kCredentialSet = "hpdl.credential.set.";

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_CREDENTIAL_H_
