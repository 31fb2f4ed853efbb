#ifndef HPDL_STDLIB_ACTIONS_HDFS_HDFS_KIND_H_
#define HPDL_STDLIB_ACTIONS_HDFS_HDFS_KIND_H_

#include <optional>
#include <string>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of an hdfs action, which changes one file system (HWS section 3.2.4). The changes
/// are made one after the other.
struct HdfsArgs {
  std::string file_system;          ///< the URI of the file system
  std::optional<std::string> user;  ///< relative paths start at this user's home directory
  struct Commands {
    std::vector<FileCommand> list;
    static const StructDecl& Decl();
  };
  Commands commands;
};

inline constexpr ElementDecl kHdfsCommandElements[] = {
    Command<&HdfsArgs::Commands::list, FileCommand::Op::kDelete, kPathDecl>("delete"),
    Command<&HdfsArgs::Commands::list, FileCommand::Op::kMkdir, kPathDecl>("mkdir"),
    Command<&HdfsArgs::Commands::list, FileCommand::Op::kMove, kMoveDecl>("move"),
};
inline constexpr StructDecl kHdfsCommandsDecl{
    .name = "commands", .elements = kHdfsCommandElements, .order = Order::kAny};
inline const StructDecl& HdfsArgs::Commands::Decl() {
  return kHdfsCommandsDecl;
}

inline constexpr ElementDecl kHdfsElements[] = {
    Required(Path(Text<&HdfsArgs::file_system>("file-system", "URI of the file system"),
                  PathUse::kFileSystem)),
    Text<&HdfsArgs::user>("user"),
    Required(Children<&HdfsArgs::commands, kHdfsCommandsDecl>("commands")),
};
inline constexpr StructDecl kHdfsBody{.name = "hdfs", .elements = kHdfsElements};

inline constexpr Shape kHdfsShapes[] = {
    {Family::kHws, "hdfs", {}, {}, &kHdfsBody},
};
inline constexpr KindDecl kHdfsKind{
    .name = "hdfs",
    .shapes = kHdfsShapes,
    .repeat = Repeat::kSafe,
    .summary = "deletes, makes and moves files and directories of one file system (HWS)",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HDFS_HDFS_KIND_H_
