#ifndef HPDL_COMPILER_PIPELINE_PIPELINE_H_
#define HPDL_COMPILER_PIPELINE_PIPELINE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler/analysis/analyze.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/xml/reader.h"
#include "compiler/hir/coordinator.h"
#include "compiler/hir/hir.h"
#include "runtime/ground/base/result.h"

/// Compiles the bytes of a definition to diagnostics and a checked program. This code reads and
/// writes no files. The caller supplies the bytes, for example from a directory, an editor or a
/// request.
namespace hpdl::pipeline {

using PropertyMap = std::map<std::string, std::string>;

/// The URI of an <include>. Oozie evaluates the URIs in a coordinator, but not those in an included
/// file.
struct IncludeUri {
  std::string written;
  std::optional<std::string> known;  ///< the evaluated URI; nullopt if a value in it is not known
};

/// A file that an <include> names.
struct FoundInclude {
  /// The file's absolute path on this machine, or its URI with authority. Links in a path are not
  /// resolved, because a link may lead to another file later.
  std::string name;
  std::string bytes;
};

/// Oozie's codes for an included file that does not exist, and for a file that cannot be read.
inline constexpr const char* kNoInclude = "E1002";
inline constexpr const char* kUnreadableInclude = "E1001";

/// The input of a compilation. `files` are borrowed only while Compile() runs.
struct Input {
  std::string name;   ///< the name of the definition in messages
  std::string bytes;  ///< the definition in any encoding that XML may have
  std::string root;   ///< the prefix of paths in messages about files of the application: "app/"
  /// The files of the application besides the definition. A file of default properties has its
  /// bytes in `data`. The compiler gets the bytes of other files from `read`.
  std::span<const hir::File> files;
  bool has_all_files = false;  ///< true if `files` are all files of the application
  /// Returns the bytes of a file that the compiler examines, such as the file of a <job-xml> or a
  /// Hive script. `file` is one of `files` and has a path on disk. Returns nullopt if the file
  /// cannot be read. The function is empty if files cannot be read at all.
  std::function<std::optional<std::string>(const hir::File& file)> read = {};
  /// Reads a file that a coordinator includes. The code of the error is kNoInclude,
  /// kUnreadableInclude, or "" if it is not known whether Oozie can read the file. The message is
  /// the reason. The function is empty if files cannot be read at all.
  std::function<rt::Result<FoundInclude>(const IncludeUri& uri)> read_include = {};
};

/// Options of a compilation. They are plain values and borrow nothing.
struct Options {
  Diagnostics::Options diagnostics;
  /// The properties of -D and --config. If both options set a property, the value of -D applies.
  /// The member is nullopt if neither option was given.
  std::optional<PropertyMap> properties;
  /// True if `properties` are all properties of a run, so that a parameter without value is an
  /// error. The member is false when a program is built, because the runs of the program add
  /// properties.
  bool all_properties = true;
  /// The properties of the job that a server makes, nullopt if they are not known. They give values
  /// to the URIs of <include>, and to nothing else: the job gets them again when it is submitted.
  std::optional<PropertyMap> submitted;
  /// True if the data sets of included files become part of a program. A file that is not read is
  /// then an error.
  bool needs_includes = false;
  /// The names that -D sets; empty if other definitions use these names too.
  std::set<std::string> defined;
  /// The names of further properties that the definition gets (sema::CheckOptions::also_given).
  std::set<std::string> also_given;
  /// The time of compilation in seconds since 1970. If nullopt, the result must not depend on the
  /// time.
  std::optional<std::int64_t> now;
  /// The <global> of a parent workflow, as the value of kGlobalProperty; "" if there is none. It
  /// has no effect on other definitions than Oozie's workflows.
  std::string inherited_global;
  /// If false, the rules of forks and joins are not checked.
  bool validate_fork_join = true;
  /// True if the analyses (compiler/analysis) also report constructs that are allowed but
  /// suspicious.
  bool analyze = true;
};

/// A file that a coordinator includes. The name of its source is FoundInclude::name.
struct IncludedSource {
  IncludedSource(std::unique_ptr<SourceBuffer> source, std::unique_ptr<ast::DatasetsFile> file)
      : source(std::move(source)), file(std::move(file)) {}

  std::unique_ptr<SourceBuffer> source;
  std::unique_ptr<ast::DatasetsFile> file;  ///< null if the file could not be read
};

/// One definition and the results of the phases that it has passed, with all data that these
/// results refer to. The results of phases that it has not reached are empty.
struct Definition {
  explicit Definition(const Diagnostics::Options& options) : diagnostics(options) {}

  std::unique_ptr<SourceBuffer> source;           ///< null if the bytes are not text
  std::unique_ptr<SourceBuffer> defaults_source;  ///< config-default.xml or configuration.xml
  const frontend::Language* language = nullptr;   ///< null if there is no ast
  frontend::Ast ast;  ///< the ast in the form of the definition's language
  std::vector<hir::Property> defaults;
  std::vector<analysis::PropertyPlace>
      default_places;         ///< the places of `defaults` in defaults_source
  std::string defaults_path;  ///< the input file from which the defaults come
  /// The value of kGlobalProperty in the jobs of sub-workflows; "" if they inherit no <global>.
  std::string handed_global;
  std::size_t inherited_bytes = 0;  ///< the bytes of the texts of the inherited <global>
  /// The hir of a workflow; null after an error. Its `files` are empty until AddFiles() is called.
  std::unique_ptr<hir::Workflow> hir;
  std::unique_ptr<hir::Coordinator> coordinator_hir;  ///< the hir of a coordinator
  std::unique_ptr<hir::Bundle> bundle_hir;            ///< the hir of a bundle
  std::vector<IncludedSource> included;
  /// The names of the properties whose values decide which files are included. A property that has
  /// no value may be among them.
  std::set<std::string> include_properties;
  /// The known properties of a coordinator or a bundle, including its defaults. References in their
  /// values are resolved.
  PropertyMap submitted;
  Diagnostics diagnostics;

  /// These functions return the ast of the definition, or null if the definition is of another
  /// type.
  const ast::Workflow* workflow() const;
  const ast::Coordinator* coordinator() const;
  const ast::Bundle* bundle() const;
};

/// Reads the definition up to its ast. The diagnostics of the result hold the errors. Never returns
/// null.
std::unique_ptr<Definition> Read(std::string name, std::string bytes, const Options& options);

/// Compiles the definition up to its hir. Never returns null.
std::unique_ptr<Definition> Compile(Input input, const Options& given);

/// Makes files part of the program, except the file of the default properties. The definition must
/// have a hir.
void AddFiles(std::vector<hir::File> files, Definition* definition);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_PIPELINE_H_
