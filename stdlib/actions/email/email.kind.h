#ifndef HPDL_STDLIB_ACTIONS_EMAIL_EMAIL_KIND_H_
#define HPDL_STDLIB_ACTIONS_EMAIL_EMAIL_KIND_H_

#include <optional>
#include <string>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of an email action, which sends one message.
struct EmailArgs {
  std::string to;  ///< comma separated
  std::optional<std::string> cc;
  std::optional<std::string> bcc;
  std::string subject;
  std::string body;
  std::optional<std::string> content_type;
  std::optional<std::string> attachment;  ///< comma separated paths
};

inline constexpr ElementDecl kEmailElements[] = {
    Required(Text<&EmailArgs::to>("to", "addresses, comma separated")),
    Text<&EmailArgs::cc>("cc"),
    In(Text<&EmailArgs::bcc>("bcc"), kV0_2),
    Required(Text<&EmailArgs::subject>("subject")),
    Required(Rule(Text<&EmailArgs::body>("body"), TextRule::kVerbatim)),
    In(Text<&EmailArgs::content_type>("content_type"), kV0_2),
    In(Path(Text<&EmailArgs::attachment>("attachment"), PathUse::kReads), kV0_2),
};
inline constexpr StructDecl kEmailBody{.name = "email", .elements = kEmailElements};

inline constexpr ElementDecl kEmailWorkflowElements[] = {
    Required(Text<&EmailArgs::to>("to", "addresses, comma separated")),
    Required(Text<&EmailArgs::subject>("subject")),
    Rule(Text<&EmailArgs::body>("message"), TextRule::kVerbatim),
};
/// Declares the email element of workflow schema 0.1 and of HWS.
inline constexpr StructDecl kEmailWorkflowBody{.name = "email", .elements = kEmailWorkflowElements};

inline constexpr Version kEmailVersions[] = {kV0_1, kV0_2};
inline constexpr Shape kEmailShapes[] = {
    {Family::kOwn, "email", "uri:oozie:email-action:", kEmailVersions, &kEmailBody},
    {Family::kWorkflow, "email", {}, kFirstWorkflowVersion, &kEmailWorkflowBody},
    {Family::kHws, "email", {}, {}, &kEmailWorkflowBody},
};
inline constexpr KindDecl kEmailKind{
    .name = "email",
    .shapes = kEmailShapes,
    .repeat = Repeat::kTwice,
    .summary = "sends a message",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_EMAIL_EMAIL_KIND_H_
