#ifndef HPDL_STDLIB_CORE_COMMON_H_
#define HPDL_STDLIB_CORE_COMMON_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/core/schema.h"

/// The structures that several action kinds share (configuration, prepare, launcher, global), and
/// the versions of the workflow's namespaces.
namespace hpdl::stdlib {

inline constexpr Version kWorkflowVersions[] = {kV0_1, kV0_2,   kV0_2_5, kV0_3,
                                                kV0_4, kV0_4_5, kV0_5,   kV1_0};
inline constexpr Version kFirstWorkflowVersion[] = {kV0_1};

/// True for a file system such as hdfs://nn:8020, file:/// and `local`, false for nn:8020. An fs
/// action accepts no other <name-node>.
inline bool IsFileSystemUri(std::string_view text) {
  const std::size_t colon = text.find(":/");
  return text == "local" ||
         (colon != std::string_view::npos && colon != 0 && text.find('/') == colon + 1);
}

/// `<job-xml>`: the path of a file of Hadoop properties.
template <auto Member>
constexpr ElementDecl JobXml() {
  return As(Path(Text<Member>("job-xml"), PathUse::kLoads), ElementRole::kJobXml);
}
/// `<capture-output/>`: the output of the action becomes the action's data.
template <auto Member>
constexpr ElementDecl CaptureOutput(std::string_view doc = {}) {
  return As(Flag<Member>("capture-output", doc), ElementRole::kCapturesOutput);
}

/// A `<property>` of a configuration.
struct Property {
  std::string name;
  std::string value;
  std::string description;

  static const StructDecl& Decl();
};
inline constexpr ElementDecl kPropertyElements[] = {
    Required(Text<&Property::name>("name")),
    Required(Text<&Property::value>("value")),
    Text<&Property::description>("description"),
};
enum PropertyField : std::uint32_t { kPropertyName, kPropertyValue, kPropertyDescription };
inline constexpr StructDecl kPropertyDecl{.name = "property", .elements = kPropertyElements};
inline const StructDecl& Property::Decl() {
  return kPropertyDecl;
}

/// `<configuration>`: Hadoop properties in document order. If several properties have the same
/// name, the last property wins.
struct Configuration {
  std::vector<Property> properties;

  static const StructDecl& Decl();
};
inline constexpr ElementDecl kConfigurationElements[] = {
    Required(Repeated(Children<&Configuration::properties, kPropertyDecl>("property"))),
};
inline constexpr StructDecl kConfigurationDecl{.name = "configuration",
                                               .elements = kConfigurationElements};
inline const StructDecl& Configuration::Decl() {
  return kConfigurationDecl;
}

/// A command that changes a file system, in an fs or hdfs action or in <prepare>. `op` decides
/// which members are set.
struct FileCommand {
  enum class Op : std::uint8_t { kDelete, kMkdir, kMove, kChmod, kTouchz, kChgrp, kSetrep };
  Op op = Op::kDelete;
  std::uint32_t line = 0;   ///< the line of the command in the definition, 1-based
  std::string path;         ///< the path of every command except move
  std::string source;       ///< the source of a move
  std::string target;       ///< the target of a move
  std::string permissions;  ///< the permissions of chmod: octal or -rwxrw-rw-
  std::string group;        ///< the group of chgrp
  /// For chmod and chgrp: "true" if the files directly in a directory change too.
  std::string dir_files = "true";
  std::string replication_factor;  ///< the factor of setrep: an xs:short
  bool skip_trash = true;          ///< for delete: false moves the path into the user's trash
  bool recursive = false;          ///< for chmod and chgrp: everything below the path changes too
};

/// The attribute `path` of a command.
inline constexpr AttributeDecl kPath = Path(
    Rule(Required(Attribute<&FileCommand::path>("path")), TextRule::kNotEmpty), PathUse::kElement);
inline constexpr AttributeDecl kPathAttribute[] = {
    kPath,
};
/// Declares a command that has only a path: mkdir, touchz, and delete in namespaces that never had
/// skip-trash.
inline constexpr StructDecl kPathDecl{.attributes = kPathAttribute};

inline constexpr AttributeDecl kDeleteAttributes[] = {
    kPath,
    // Only 0.5 has skip-trash; the published schema of 1.0 removed it again.
    In(Rule(Attribute<&FileCommand::skip_trash>("skip-trash", "delete at once, not into the trash"),
            TextRule::kBoolean),
       kV0_5, kV0_5),
};
inline constexpr StructDecl kDeleteDecl{.name = "delete", .attributes = kDeleteAttributes};

inline constexpr AttributeDecl kMoveAttributes[] = {
    Path(Rule(Required(Attribute<&FileCommand::source>("source")), TextRule::kNotEmpty),
         PathUse::kMoves),
    Path(Rule(Required(Attribute<&FileCommand::target>("target")), TextRule::kNotEmpty),
         PathUse::kWrites),
};
inline constexpr StructDecl kMoveDecl{.name = "move", .attributes = kMoveAttributes};

inline constexpr ElementDecl kRecursiveElement[] = {
    In(Flag<&FileCommand::recursive>("recursive", "also change everything below the path"), kV0_4),
};
inline constexpr AttributeDecl kChmodAttributes[] = {
    kPath,
    Rule(Required(Attribute<&FileCommand::permissions>("permissions", "octal or -rwxrw-rw-")),
         TextRule::kPermissions),
    Rule(Attribute<&FileCommand::dir_files>("dir-files",
                                            "false: change a directory, but not the files in it"),
         TextRule::kTrueOrFalse),
};
inline constexpr StructDecl kChmodDecl{
    .name = "chmod", .elements = kRecursiveElement, .attributes = kChmodAttributes};

inline constexpr AttributeDecl kChgrpAttributes[] = {
    kPath,
    Rule(Required(Attribute<&FileCommand::group>("group")), TextRule::kNotEmpty),
    Rule(Attribute<&FileCommand::dir_files>("dir-files",
                                            "false: change a directory, but not the files in it"),
         TextRule::kTrueOrFalse),
};
inline constexpr StructDecl kChgrpDecl{
    .name = "chgrp", .elements = kRecursiveElement, .attributes = kChgrpAttributes};

inline constexpr AttributeDecl kSetrepAttributes[] = {
    kPath,
    Rule(Required(Attribute<&FileCommand::replication_factor>("replication-factor")),
         TextRule::kShort),
};
inline constexpr StructDecl kSetrepDecl{.name = "setrep", .attributes = kSetrepAttributes};

/// Returns how a command uses its attribute `path`. The attributes of move declare their own uses.
constexpr PathUse UseOfPath(FileCommand::Op op) {
  switch (op) {
    case FileCommand::Op::kDelete:
      return PathUse::kDeletes;
    case FileCommand::Op::kMkdir:
      return PathUse::kCreates;
    case FileCommand::Op::kTouchz:
      return PathUse::kWrites;
    default:
      return PathUse::kReads;
  }
}

/// Appends a command to the list `Member`. All commands share one list, so they keep their order.
template <auto Member, FileCommand::Op op, const StructDecl& D>
void AppendCommand(void* object, const rt::ArgNode& node) {
  using Owner = typename internal::MemberOf<decltype(Member)>::OwnerType;
  FileCommand& command = (static_cast<Owner*>(object)->*Member).emplace_back();
  command.op = op;
  command.line = node.line;
  Decode(D, node, &command);
}
template <auto Member, FileCommand::Op op, const StructDecl& D>
constexpr ElementDecl Command(std::string_view name, std::string_view doc = {}) {
  ElementDecl e;
  e.name = name;
  e.content = Content::kChildren;
  e.type = &D;
  e.path = UseOfPath(op);
  e.assign = &AppendCommand<Member, op, D>;
  e.doc = doc;
  return Repeated(e);
}

/// `<prepare>`: deletions and new directories before the job starts. It runs again with each retry.
struct Prepare {
  std::vector<FileCommand> commands;

  static const StructDecl& Decl();
};
inline constexpr ElementDecl kPrepareElements[] = {
    Command<&Prepare::commands, FileCommand::Op::kDelete, kDeleteDecl>("delete"),
    Command<&Prepare::commands, FileCommand::Op::kMkdir, kPathDecl>("mkdir"),
};
/// Declares <prepare> of the workflow's namespace.
inline constexpr StructDecl kPrepareDecl{
    .name = "prepare", .elements = kPrepareElements, .prepares = true};
inline const StructDecl& Prepare::Decl() {
  return kPrepareDecl;
}

inline constexpr ElementDecl kActionPrepareElements[] = {
    Command<&Prepare::commands, FileCommand::Op::kDelete, kPathDecl>("delete"),
    Command<&Prepare::commands, FileCommand::Op::kMkdir, kPathDecl>("mkdir"),
};
/// Declares <prepare> of the namespaces of actions: delete has only a path.
inline constexpr StructDecl kActionPrepareDecl{
    .name = "prepare", .elements = kActionPrepareElements, .prepares = true};

inline constexpr ElementDecl kHwsPrepareElements[] = {
    Command<&Prepare::commands, FileCommand::Op::kDelete, kPathDecl>("delete"),
};
/// Declares <prepare> of HWS (section 3.2.2), which has only deletions.
inline constexpr StructDecl kHwsPrepareDecl{
    .name = "prepare", .elements = kHwsPrepareElements, .prepares = true};

/// `<launcher>` of the 1.0 namespaces: settings of the application that starts the job.
struct Launcher {
  std::optional<std::string> memory_mb;  ///< the memory of the container in MiB
  std::optional<std::string> vcores;
  std::optional<std::string> java_opts;
  std::optional<std::string> env;
  std::optional<std::string> queue;
  std::optional<std::string> sharelib;
  std::optional<std::string> view_acl;
  std::optional<std::string> modify_acl;

  static const StructDecl& Decl();
};
inline constexpr ElementDecl kLauncherElements[] = {
    Rule(Text<&Launcher::memory_mb>("memory.mb", "memory in MiB"), TextRule::kUnsigned),
    Rule(Text<&Launcher::vcores>("vcores"), TextRule::kUnsigned),
    Text<&Launcher::java_opts>("java-opts"),
    Text<&Launcher::env>("env"),
    Text<&Launcher::queue>("queue"),
    Text<&Launcher::sharelib>("sharelib"),
    Text<&Launcher::view_acl>("view-acl"),
    Text<&Launcher::modify_acl>("modify-acl"),
};
inline constexpr StructDecl kLauncherDecl{
    .name = "launcher", .elements = kLauncherElements, .order = Order::kAny};
inline const StructDecl& Launcher::Decl() {
  return kLauncherDecl;
}

/// The properties that name the directories of Hadoop's input and output formats for files.
inline constexpr PathProperty kMapReducePaths[] = {
    {"mapred.input.dir", PathUse::kReads},
    {"mapreduce.input.fileinputformat.inputdir", PathUse::kReads},
    {"mapred.output.dir", PathUse::kWrites},
    {"mapreduce.output.fileoutputformat.outputdir", PathUse::kWrites},
    {"mapred.output.format.class", PathUse::kOutputFormat},
    {"mapreduce.job.outputformat.class", PathUse::kOutputFormat},
    {"fs.default.name", PathUse::kFileSystem},
    {"fs.defaultFS", PathUse::kFileSystem},
};

/// `<global>` of workflows since 0.4: defaults for all actions of the workflow.
struct Global {
  std::optional<std::string> job_tracker;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  std::optional<Launcher> launcher;
  std::vector<std::string> job_xml;
  Configuration configuration;

  static const StructDecl& Decl();
};
inline constexpr ElementDecl kGlobalElements[] = {
    Choice(Text<&Global::job_tracker>("job-tracker"), 1),
    In(Choice(Text<&Global::job_tracker>("resource-manager"), 1), kV1_0),
    Path(Text<&Global::name_node>("name-node"), PathUse::kFileSystem),
    In(Children<&Global::launcher, kLauncherDecl>("launcher"), kV1_0),
    Repeated(JobXml<&Global::job_xml>()),
    Children<&Global::configuration, kConfigurationDecl>("configuration"),
};
inline constexpr StructDecl kGlobalDecl{.name = "global", .elements = kGlobalElements};
inline const StructDecl& Global::Decl() {
  return kGlobalDecl;
}

/// True if an action with this body takes elements from <global>. These are the kinds for which
/// Oozie's executors return true from supportsConfigurationJobXML() or
/// requiresNameNodeJobTracker().
constexpr bool TakesGlobal(const StructDecl& body) {
  for (const ElementDecl& element : body.elements) {
    for (const ElementDecl& given : kGlobalElements) {
      if (element.name == given.name && element.name != "launcher") {
        return true;
      }
    }
  }
  return false;
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_COMMON_H_
