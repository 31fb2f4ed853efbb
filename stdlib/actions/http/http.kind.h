#ifndef HPDL_STDLIB_ACTIONS_HTTP_HTTP_KIND_H_
#define HPDL_STDLIB_ACTIONS_HTTP_HTTP_KIND_H_

#include <optional>
#include <string>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The element `<post>`: the payload and its type.
struct HttpPost {
  std::string content_type;
  std::string payload;

  static const StructDecl& Decl();
};
inline constexpr AttributeDecl kHttpPostAttributes[] = {
    Required(Attribute<&HttpPost::content_type>("content-type")),
};
inline constexpr StructDecl kHttpPostDecl{.name = "post",
                                          .attributes = kHttpPostAttributes,
                                          .text = &AssignMember<&HttpPost::payload>,
                                          .text_rule = TextRule::kVerbatim};
inline const StructDecl& HttpPost::Decl() {
  return kHttpPostDecl;
}

/// The arguments of an http action, which sends a GET request, or a POST request if there is a
/// payload.
struct HttpArgs {
  std::string url;
  std::optional<HttpPost> post;
  std::string mode;         ///< HWS: CONTINUE or WAIT
  bool wait = false;        ///< Oozie: the action has `<wait/>` and waits for the callback
  bool keep_going = false;  ///< Oozie: the action has `<continue/>` and does not wait
  bool capture_output = false;
};

inline constexpr ElementDecl kHttpElements[] = {
    Required(Text<&HttpArgs::url>("http-url")),
    Repeats(Children<&HttpArgs::post, kHttpPostDecl>("post"), Repeat::kTwice),
    Required(Choice(Flag<&HttpArgs::wait>("wait", "wait for the callback"), 1)),
    Required(Choice(
        Flag<&HttpArgs::keep_going>("continue", "continue as soon as the request is answered"), 1)),
    Required(CaptureOutput<&HttpArgs::capture_output>()),
};
inline constexpr StructDecl kHttpBody{.name = "http", .elements = kHttpElements};

inline constexpr ElementDecl kHttpHwsElements[] = {
    Required(Text<&HttpArgs::url>("url")),
    Repeats(Children<&HttpArgs::post, kHttpPostDecl>("post"), Repeat::kTwice),
    Required(Text<&HttpArgs::mode>("mode", "CONTINUE or WAIT")),
    CaptureOutput<&HttpArgs::capture_output>(),
};
inline constexpr StructDecl kHttpHwsBody{.name = "http", .elements = kHttpHwsElements};

inline constexpr Shape kHttpShapes[] = {
    {Family::kWorkflow, "http", {}, kFirstWorkflowVersion, &kHttpBody},
    {Family::kHws, "http", {}, {}, &kHttpHwsBody},
};
inline constexpr KindDecl kHttpKind{
    .name = "http",
    .shapes = kHttpShapes,
    .produces_data = true,
    .repeat = Repeat::kSafe,
    .summary = "calls a URL",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HTTP_HTTP_KIND_H_
