#ifndef HPDL_STDLIB_ACTIONS_GIT_GIT_KIND_H_
#define HPDL_STDLIB_ACTIONS_GIT_GIT_KIND_H_

#include <optional>
#include <string>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of a git action, which clones a repository into a file system of the cluster.
struct GitArgs {
  std::optional<std::string> resource_manager;
  std::string name_node;
  Prepare prepare;
  std::string git_uri;
  std::optional<std::string> branch;
  std::optional<std::string> key_path;
  std::string destination_uri;
  Configuration configuration;
};

inline constexpr ElementDecl kGitElements[] = {
    Text<&GitArgs::resource_manager>("resource-manager"),
    Required(Path(Text<&GitArgs::name_node>("name-node"), PathUse::kFileSystem)),
    Children<&GitArgs::prepare, kActionPrepareDecl>("prepare"),
    Required(Text<&GitArgs::git_uri>("git-uri")),
    Text<&GitArgs::branch>("branch"),
    Path(Text<&GitArgs::key_path>("key-path"), PathUse::kReads),
    Required(Path(Text<&GitArgs::destination_uri>("destination-uri"), PathUse::kWrites)),
    Children<&GitArgs::configuration, kConfigurationDecl>("configuration"),
};
inline constexpr StructDecl kGitBody{.name = "git", .elements = kGitElements};

inline constexpr Version kGitVersions[] = {kV1_0};
inline constexpr Shape kGitShapes[] = {
    {Family::kOwn, "git", "uri:oozie:git-action:", kGitVersions, &kGitBody},
};
inline constexpr KindDecl kGitKind{
    .name = "git",
    .shapes = kGitShapes,
    .needs_cluster = true,
    .summary = "clones a repository",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_GIT_GIT_KIND_H_
