#ifndef HPDL_STDLIB_ACTIONS_FS_FS_KIND_H_
#define HPDL_STDLIB_ACTIONS_FS_FS_KIND_H_

#include <optional>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of an fs action, which changes file systems. The changes are made one after the
/// other.
struct FsArgs {
  std::optional<std::string> name_node;  ///< the base of paths without scheme
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::vector<FileCommand> commands;
};

inline constexpr ElementDecl kFsElements[] = {
    In(Path(Text<&FsArgs::name_node>("name-node"), PathUse::kFileSystem), kV0_4),
    In(Repeated(JobXml<&FsArgs::job_xml>()), kV0_4),
    In(Children<&FsArgs::configuration, kConfigurationDecl>("configuration"), kV0_4),
    Mixed(Command<&FsArgs::commands, FileCommand::Op::kDelete, kDeleteDecl>("delete"), 1),
    Mixed(Command<&FsArgs::commands, FileCommand::Op::kMkdir, kPathDecl>("mkdir"), 1),
    Mixed(Command<&FsArgs::commands, FileCommand::Op::kMove, kMoveDecl>("move"), 1),
    Mixed(Command<&FsArgs::commands, FileCommand::Op::kChmod, kChmodDecl>("chmod"), 1),
    In(Mixed(Command<&FsArgs::commands, FileCommand::Op::kTouchz, kPathDecl>("touchz"), 1), kV0_4),
    In(Mixed(Command<&FsArgs::commands, FileCommand::Op::kChgrp, kChgrpDecl>("chgrp"), 1), kV0_4_5),
    // In the published workflow schemas setrep exists only in version 0.5.
    In(Mixed(Command<&FsArgs::commands, FileCommand::Op::kSetrep, kSetrepDecl>("setrep"), 1), kV0_5,
       kV0_5),
};
inline constexpr StructDecl kFsBody{.name = "fs", .elements = kFsElements};

inline constexpr Shape kFsShapes[] = {
    {Family::kWorkflow, "fs", {}, kWorkflowVersions, &kFsBody},
};
inline constexpr KindDecl kFsKind{
    .name = "fs",
    .shapes = kFsShapes,
    .repeat = Repeat::kSafe,
    .summary = "deletes, makes, moves and changes files and directories",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_FS_FS_KIND_H_
