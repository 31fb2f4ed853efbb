#ifndef HPDL_STDLIB_CORE_CONTROL_H_
#define HPDL_STDLIB_CORE_CONTROL_H_

#include "stdlib/core/common.h"

/// The declarations of all elements of a workflow except the bodies of actions: the root, the
/// control nodes, parameters, credentials, SLA. These declarations fill no struct. The reader of
/// each construct knows an element or attribute by its position in the declaration, and the enums
/// name the positions.
namespace hpdl::stdlib::control {

constexpr ElementDecl Part(std::string_view name, const StructDecl& type,
                           std::string_view doc = {}) {
  ElementDecl e;
  e.name = name;
  e.content = Content::kChildren;
  e.type = &type;
  e.doc = doc;
  return e;
}
constexpr ElementDecl Leaf(std::string_view name, TextRule rule = TextRule::kAny) {
  ElementDecl e;
  e.name = name;
  e.rule = rule;
  return e;
}
constexpr AttributeDecl Attr(std::string_view name, TextRule rule) {
  AttributeDecl a;
  a.name = name;
  a.rule = rule;
  a.required = true;
  return a;
}
constexpr AttributeDecl Optional(AttributeDecl a, Version since) {
  a.required = false;
  a.since = since;
  return a;
}

// ---- Oozie and HWS
// -----------------------------------------------------------------------------------

inline constexpr AttributeDecl kToAttribute[] = {Attr("to", TextRule::kIdentifier)};
inline constexpr AttributeDecl kNameAttribute[] = {Attr("name", TextRule::kIdentifier)};
inline constexpr AttributeDecl kRootAttributes[] = {Attr("name", TextRule::kAny)};
/// Declares `<start to>`, `<ok to>`, `<error to>`, `<default to>`, and `<transition to>` in forks
/// and joins of HWS.
inline constexpr StructDecl kToDecl{.attributes = kToAttribute};
inline constexpr StructDecl kEndDecl{.name = "end", .attributes = kNameAttribute};

inline constexpr ElementDecl kKillElements[] = {Required(Leaf("message"))};
enum KillField : std::uint32_t { kKillMessage, kKillName };
/// Declares `<kill>` (Oozie) and `<fail>` (HWS).
inline constexpr StructDecl kKillDecl{
    .name = "kill", .elements = kKillElements, .attributes = kNameAttribute};

// ---- Oozie
// -------------------------------------------------------------------------------------------

inline constexpr AttributeDecl kPathAttributes[] = {Attr("start", TextRule::kIdentifier)};
inline constexpr StructDecl kForkPathDecl{.name = "path", .attributes = kPathAttributes};
inline constexpr ElementDecl kForkElements[] = {Required(Repeated(Part("path", kForkPathDecl)))};
enum ForkField : std::uint32_t { kForkPath, kForkName };
inline constexpr StructDecl kForkDecl{
    .name = "fork", .elements = kForkElements, .attributes = kNameAttribute};

inline constexpr AttributeDecl kJoinAttributes[] = {Attr("name", TextRule::kIdentifier),
                                                    Attr("to", TextRule::kIdentifier)};
enum JoinField : std::uint32_t { kJoinName, kJoinTo };
inline constexpr StructDecl kJoinDecl{.name = "join", .attributes = kJoinAttributes};

/// Declares that an element has text of its own. No member takes the text, so the function does
/// nothing.
inline void KeepText(void*, const rt::ArgNode&) {}
inline constexpr StructDecl kCaseDecl{
    .name = "case", .attributes = kToAttribute, .text = &KeepText};
inline constexpr ElementDecl kSwitchElements[] = {Required(Repeated(Part("case", kCaseDecl))),
                                                  Required(Part("default", kToDecl))};
enum SwitchField : std::uint32_t { kSwitchCase, kSwitchDefault };
inline constexpr StructDecl kSwitchDecl{.name = "switch", .elements = kSwitchElements};
inline constexpr ElementDecl kDecisionElements[] = {Required(Part("switch", kSwitchDecl))};
enum DecisionField : std::uint32_t { kDecisionSwitch, kDecisionName };
inline constexpr StructDecl kDecisionDecl{
    .name = "decision", .elements = kDecisionElements, .attributes = kNameAttribute};

/// The elements of an action that follow the element of its kind. The reader of actions
/// (compiler/frontend/xml/action.cpp) reads the kind's element.
inline constexpr ElementDecl kActionElements[] = {Required(Part("ok", kToDecl)),
                                                  Required(Part("error", kToDecl))};
inline constexpr AttributeDecl kActionAttributes[] = {
    Attr("name", TextRule::kIdentifier),
    Optional(Attr("cred", TextRule::kPlain), kV0_2_5),
    Optional(Attr("retry-max", TextRule::kTries), kV0_3),
    Optional(Attr("retry-interval", TextRule::kInterval), kV0_3),
    Optional(Attr("retry-policy", TextRule::kRetryPolicy), kV0_5),
};
enum ActionField : std::uint32_t {
  kActionOk,
  kActionError,
  kActionName,
  kActionCred,
  kActionRetryMax,
  kActionRetryInterval,
  kActionRetryPolicy,
};
inline constexpr StructDecl kActionDecl{
    .name = "action", .elements = kActionElements, .attributes = kActionAttributes};

/// The namespace of `<on-finish>` in an action of Oozie. Oozie's schemas do not have this element.
inline constexpr std::string_view kTokenNamespace = "uri:hpdl:token:0.1";
/// The beginning of the namespace, in all its versions.
inline constexpr std::string_view kTokenNamespaceBegin = "uri:hpdl:token:";
/// Declares `<on-finish>` of actions: expressions that put values into the workflow token when the
/// action has ended.
inline constexpr StructDecl kOnFinishDecl{.name = "on-finish", .text = &KeepText};

inline constexpr ElementDecl kParameterElements[] = {Required(Leaf("name", TextRule::kPlain)),
                                                     Leaf("value", TextRule::kPlain),
                                                     Leaf("description", TextRule::kPlain)};
enum ParameterField : std::uint32_t { kParameterName, kParameterValue, kParameterDescription };
inline constexpr StructDecl kParameterDecl{.name = "property", .elements = kParameterElements};
inline constexpr ElementDecl kParametersElements[] = {
    Required(Repeated(Part("property", kParameterDecl)))};
inline constexpr StructDecl kParametersDecl{.name = "parameters", .elements = kParametersElements};

inline constexpr ElementDecl kCredentialElements[] = {Repeated(Part("property", kPropertyDecl))};
inline constexpr AttributeDecl kCredentialAttributes[] = {Attr("name", TextRule::kPlain),
                                                          Attr("type", TextRule::kPlain)};
enum CredentialField : std::uint32_t { kCredentialProperty, kCredentialName, kCredentialType };
inline constexpr StructDecl kCredentialDecl{
    .name = "credential", .elements = kCredentialElements, .attributes = kCredentialAttributes};
inline constexpr ElementDecl kCredentialsElements[] = {
    Repeated(Part("credential", kCredentialDecl))};
inline constexpr StructDecl kCredentialsDecl{.name = "credentials",
                                             .elements = kCredentialsElements};

inline constexpr ElementDecl kWorkflowElements[] = {
    In(Part("parameters", kParametersDecl), kV0_4),
    In(Part("global", kGlobalDecl), kV0_4),
    In(Part("credentials", kCredentialsDecl), kV0_2_5),
    Required(Part("start", kToDecl)),
    Mixed(Part("decision", kDecisionDecl), 1),
    Mixed(Part("fork", kForkDecl), 1),
    Mixed(Part("join", kJoinDecl), 1),
    Mixed(Part("kill", kKillDecl), 1),
    Mixed(Part("action", kActionDecl), 1),
    Required(Part("end", kEndDecl)),
};
enum WorkflowField : std::uint32_t {
  kWorkflowParameters,
  kWorkflowGlobal,
  kWorkflowCredentials,
  kWorkflowStart,
  kWorkflowDecision,
  kWorkflowFork,
  kWorkflowJoin,
  kWorkflowKill,
  kWorkflowAction,
  kWorkflowEnd,
};
inline constexpr StructDecl kWorkflowDecl{
    .name = "workflow-app", .elements = kWorkflowElements, .attributes = kRootAttributes};

// The SLA elements. Their expressions have their own functions and constants (MINUTES ...).
inline constexpr ElementDecl kSla01Elements[] = {
    Required(Leaf("app-name")),   Required(Leaf("nominal-time")),  Required(Leaf("should-start")),
    Required(Leaf("should-end")), Leaf("parent-client-id"),        Leaf("parent-sla-id"),
    Leaf("notification-msg"),     Required(Leaf("alert-contact")), Required(Leaf("dev-contact")),
    Required(Leaf("qa-contact")), Required(Leaf("se-contact")),    Leaf("alert-frequency"),
    Leaf("alert-percentage"),     Leaf("upstream-apps"),
};
inline constexpr StructDecl kSla01Decl{.name = "info", .elements = kSla01Elements};
inline constexpr ElementDecl kSla02Elements[] = {
    Required(Leaf("nominal-time")), Leaf("should-start"),  Required(Leaf("should-end")),
    Leaf("max-duration"),           Leaf("alert-events"),  Leaf("alert-contact"),
    Leaf("notification-msg"),       Leaf("upstream-apps"),
};
inline constexpr StructDecl kSla02Decl{.name = "info", .elements = kSla02Elements};

// ---- HWS
// ---------------------------------------------------------------------------------------------

inline constexpr AttributeDecl kNamedAttributes[] = {Attr("name", TextRule::kPlain)};
inline constexpr AttributeDecl kTransitionAttributes[] = {Attr("name", TextRule::kPlain),
                                                          Attr("to", TextRule::kIdentifier)};
enum TransitionField : std::uint32_t { kTransitionName, kTransitionTo };
/// Declares `<transition name to>` in decisions and actions.
inline constexpr StructDecl kTransitionDecl{.name = "transition",
                                            .attributes = kTransitionAttributes};

inline constexpr ElementDecl kHwsForkElements[] = {Required(Repeated(Part("transition", kToDecl)))};
inline constexpr StructDecl kHwsForkDecl{
    .name = "fork", .elements = kHwsForkElements, .attributes = kNameAttribute};
inline constexpr ElementDecl kHwsJoinElements[] = {Required(Part("transition", kToDecl))};
enum HwsPathField : std::uint32_t { kHwsTransition, kHwsPathName };
inline constexpr StructDecl kHwsJoinDecl{
    .name = "join", .elements = kHwsJoinElements, .attributes = kNameAttribute};

inline constexpr StructDecl kEvalDecl{
    .name = "eval", .attributes = kNamedAttributes, .text = &KeepText};
inline constexpr StructDecl kHwsDefaultDecl{.name = "default", .attributes = kNamedAttributes};
inline constexpr ElementDecl kHwsDecisionElements[] = {
    Required(Repeated(Part("eval", kEvalDecl))),
    Required(Part("default", kHwsDefaultDecl)),
    Required(Repeated(Part("transition", kTransitionDecl))),
};
enum HwsDecisionField : std::uint32_t {
  kHwsDecisionEval,
  kHwsDecisionDefault,
  kHwsDecisionTransition,
  kHwsDecisionName,
};
inline constexpr StructDecl kHwsDecisionDecl{
    .name = "decision", .elements = kHwsDecisionElements, .attributes = kNameAttribute};

/// The elements of a hadoop-workflow except actions. Each action is an element with the name of its
/// kind. Actions may stand anywhere among these elements.
inline constexpr ElementDecl kHwsWorkflowElements[] = {
    Required(Part("start", kToDecl)),     Repeated(Part("decision", kHwsDecisionDecl)),
    Repeated(Part("fork", kHwsForkDecl)), Repeated(Part("join", kHwsJoinDecl)),
    Repeated(Part("fail", kKillDecl)),    Required(Part("end", kEndDecl)),
};
enum HwsWorkflowField : std::uint32_t {
  kHwsStart,
  kHwsDecision,
  kHwsFork,
  kHwsJoin,
  kHwsFail,
  kHwsEnd,
};
inline constexpr StructDecl kHwsWorkflowDecl{
    .name = "hadoop-workflow", .elements = kHwsWorkflowElements, .attributes = kRootAttributes};

}  // namespace hpdl::stdlib::control

#endif  // HPDL_STDLIB_CORE_CONTROL_H_
