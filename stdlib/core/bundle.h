#ifndef HPDL_STDLIB_CORE_BUNDLE_H_
#define HPDL_STDLIB_CORE_BUNDLE_H_

#include "stdlib/core/common.h"
#include "stdlib/core/control.h"

/// The declarations of the elements and attributes of a bundle-app. The reader of bundles knows
/// each element or attribute by its position in the declaration.
namespace hpdl::stdlib::bundle {

using control::Attr;
using control::Leaf;
using control::Optional;
using control::Part;

inline constexpr Version kVersions[] = {kV0_1, kV0_2};

inline constexpr ElementDecl kControlsElements[] = {Leaf("kick-off-time")};
enum ControlsField : std::uint32_t { kControlsKickOffTime };
inline constexpr StructDecl kControlsDecl{.name = "controls", .elements = kControlsElements};

inline constexpr ElementDecl kCoordinatorElements[] = {
    Required(Leaf("app-path")),
    Part("configuration", kConfigurationDecl),
};
/// The attributes of `<coordinator>`. For a bundle of schema 0.1 the reader of bundles also checks
/// that the name is an identifier. Oozie keeps the blanks of a name.
inline constexpr AttributeDecl kCoordinatorAttributes[] = {
    Attr("name", TextRule::kVerbatim),
    Optional(Attr("critical", TextRule::kAny), 0),
    Optional(Attr("enabled", TextRule::kAny), kV0_2),
};
enum CoordinatorField : std::uint32_t {
  kCoordinatorAppPath,
  kCoordinatorConfiguration,
  kCoordinatorName,
  kCoordinatorCritical,
  kCoordinatorEnabled,
};
inline constexpr StructDecl kCoordinatorDecl{
    .name = "coordinator", .elements = kCoordinatorElements, .attributes = kCoordinatorAttributes};

inline constexpr ElementDecl kBundleElements[] = {
    In(Part("parameters", control::kParametersDecl), kV0_2),
    Part("controls", kControlsDecl),
    Required(Repeated(Part("coordinator", kCoordinatorDecl))),
};
enum BundleField : std::uint32_t {
  kBundleParameters,
  kBundleControls,
  kBundleCoordinator,
  kBundleName
};
inline constexpr StructDecl kBundleDecl{
    .name = "bundle-app", .elements = kBundleElements, .attributes = control::kRootAttributes};

}  // namespace hpdl::stdlib::bundle

#endif  // HPDL_STDLIB_CORE_BUNDLE_H_
