#ifndef HPDL_STDLIB_ACTIONS_SSH_SSH_KIND_H_
#define HPDL_STDLIB_ACTIONS_SSH_SSH_KIND_H_

#include <string>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of an ssh action, which runs a command on another machine.
struct SshArgs {
  std::string host;  ///< USER@HOST
  std::string command;
  std::vector<std::string> args;       ///< each entry is split at blanks
  std::vector<std::string> arguments;  ///< each entry is one argument
  bool capture_output = false;
};

inline constexpr ElementDecl kSshWorkflowElements[] = {
    Required(Text<&SshArgs::host>("host", "USER@HOST")),
    Required(Text<&SshArgs::command>("command")),
    Repeated(Text<&SshArgs::args>("args")),
    CaptureOutput<&SshArgs::capture_output>(),
};
/// Declares the ssh element of workflow schema 0.1 and of HWS.
inline constexpr StructDecl kSshWorkflowBody{.name = "ssh", .elements = kSshWorkflowElements};

inline constexpr ElementDecl kSshElements[] = {
    Required(Text<&SshArgs::host>("host", "USER@HOST")),
    Required(Text<&SshArgs::command>("command")),
    Choice(Repeated(Text<&SshArgs::args>("args", "split at blanks")), 1),
    In(Choice(Repeated(Text<&SshArgs::arguments>("arg", "one argument; blanks do not split it")),
              1),
       kV0_2),
    CaptureOutput<&SshArgs::capture_output>(),
};
inline constexpr StructDecl kSshBody{.name = "ssh", .elements = kSshElements};

inline constexpr Version kSshVersions[] = {kV0_1, kV0_2};
inline constexpr Shape kSshShapes[] = {
    {Family::kOwn, "ssh", "uri:oozie:ssh-action:", kSshVersions, &kSshBody},
    {Family::kWorkflow, "ssh", {}, kFirstWorkflowVersion, &kSshWorkflowBody},
    {Family::kHws, "ssh", {}, {}, &kSshWorkflowBody},
};
inline constexpr KindDecl kSshKind{
    .name = "ssh",
    .shapes = kSshShapes,
    .produces_data = true,
    .summary = "runs a command on another machine by ssh",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SSH_SSH_KIND_H_
