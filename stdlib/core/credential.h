#ifndef HPDL_STDLIB_CORE_CREDENTIAL_H_
#define HPDL_STDLIB_CORE_CREDENTIAL_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "stdlib/core/common.h"
#include "stdlib/core/schema.h"

/// The types that declare the types of credentials. Each type has one folder:
/// stdlib/credentials/<name>/<name>.credential.h defines `k<Name>Credential`.
namespace hpdl::stdlib {

/// A property that a credential of the type may have.
struct CredentialProperty {
  std::string_view name;
  std::string_view other_name;  ///< an alias of `name`; "": no alias
  bool required = false;        ///< without the property there is no token
  std::string_view doc;
};

struct CredentialDecl {
  std::string_view name;                          ///< the type's name, also the name of its folder
  std::span<const std::string_view> other_names;  ///< aliases of `name` in the attribute `type`
  std::span<const CredentialProperty> properties;
  std::string_view summary;           ///< the service that issues the token
  std::string_view without_kerberos;  ///< the reason why no token is needed without Kerberos
};

/// Returns all types, for the compiler. CMake writes the definition from the folder names.
std::span<const CredentialDecl* const> AllCredentials();

/// Returns the type with the name or alias `type`, or null.
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

/// The compiler adds properties behind the action's own properties to tell the action of its
/// credentials. stdlib/local removes these added properties. The value of `asked.NAME` is the
/// credential's type. The value of `undeclared.NAME` is empty. The value of `set.PROPERTY` is the
/// value of a property of a credential.
inline constexpr std::string_view kCredentialAsked = "hpdl.credential.asked.";
inline constexpr std::string_view kCredentialUndeclared = "hpdl.credential.undeclared.";
inline constexpr std::string_view kCredentialSet = "hpdl.credential.set.";

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_CREDENTIAL_H_
