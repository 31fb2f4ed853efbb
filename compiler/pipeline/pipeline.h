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

/// From buffers and options to diagnostics and a checked program. No file is read or written here:
/// whoever has the bytes compiles them, from a directory, an editor or a request.
namespace hpdl::pipeline {

using PropertyMap = std::map<std::string, std::string>;

/// What is compiled. `files` are only borrowed while Compile() runs.
struct Input {
  std::string name;   ///< what messages call the definition
  std::string bytes;  ///< in any encoding that XML may have
  std::string root;   ///< before the path of a file of the application in messages: "app/"
  /// The other files of the application. The files of defaults have their bytes in `data`; of the
  /// others only the paths matter.
  std::span<const hir::File> files;
  bool has_all_files = false;  ///< whether `files` are all of the application
  /// The bytes of one of `files` that has a path on a disk, for files of <job-xml>; none if it
  /// cannot be read. Empty: nobody can.
  std::function<std::optional<std::string>(const hir::File& file)> read = {};
  /// The bytes of the file at a relative path below where the definition lies, for what a
  /// coordinator includes; none if there is none. Empty: nobody can.
  std::function<std::optional<std::string>(const std::string& path)> read_beside = {};
};

/// What is asked of a compilation, apart from the texts. Plain values, nothing is borrowed.
struct Options {
  Diagnostics::Options diagnostics;
  /// -D over --config; absent if neither was given.
  std::optional<PropertyMap> properties;
  /// Whether `properties` is all that a run will have, so that a parameter without value is an
  /// error. Of a program that is built the runs give more.
  bool all_properties = true;
  std::set<std::string> defined;  ///< names of -D, if only one definition is to read them
  /// Names of properties that the definition is given besides: see sema::CheckOptions.
  std::set<std::string> also_given;
  /// When it is compiled, seconds since 1970; absent: nothing may depend on that.
  std::optional<std::int64_t> now;
  /// False: the rules of forks and joins are off.
  bool validate_fork_join = true;
  /// Whether what is allowed and suspicious is looked for too (compiler/analysis).
  bool analyze = true;
};

/// A file that a coordinator includes.
struct IncludedSource {
  IncludedSource(std::unique_ptr<SourceBuffer> source, std::unique_ptr<ast::DatasetsFile> file)
      : source(std::move(source)), file(std::move(file)) {}

  std::unique_ptr<SourceBuffer> source;
  std::unique_ptr<ast::DatasetsFile> file;  ///< null: it could not be read
};

/// One definition on its way through the phases, with all that its later forms refer to. The forms
/// of phases that were not reached are empty.
struct Definition {
  explicit Definition(const Diagnostics::Options& options) : diagnostics(options) {}

  std::unique_ptr<SourceBuffer> source;           ///< null: the bytes are no text
  std::unique_ptr<SourceBuffer> defaults_source;  ///< config-default.xml, configuration.xml
  const frontend::Language* language = nullptr;   ///< null if there is no ast
  frontend::Ast ast;                              ///< of the language that it is in
  std::vector<hir::Property> defaults;
  std::vector<analysis::PropertyPlace>
      default_places;         ///< of each of `defaults`, in defaults_source
  std::string defaults_path;  ///< the file among the input's that they are from
  /// Of a workflow. Null after an error. Its `files` are empty: see AddFiles().
  std::unique_ptr<hir::Workflow> hir;
  std::unique_ptr<hir::Coordinator> coordinator_hir;  ///< of a coordinator
  std::unique_ptr<hir::Bundle> bundle_hir;            ///< of a bundle
  std::vector<IncludedSource> included;
  /// Of a coordinator or a bundle: the properties that are known, with defaults, resolved.
  PropertyMap submitted;
  Diagnostics diagnostics;

  /// Null if the definition is no workflow, no coordinator, no bundle.
  const ast::Workflow* workflow() const;
  const ast::Coordinator* coordinator() const;
  const ast::Bundle* bundle() const;
};

/// The definition up to its ast. What is wrong is in its diagnostics. Never null.
std::unique_ptr<Definition> Read(std::string name, std::string bytes, const Options& options);

/// The definition up to its hir. Never null.
std::unique_ptr<Definition> Compile(Input input, const Options& options);

/// Makes files part of the program: all but the one that the defaults are from. The hir must be
/// there.
void AddFiles(std::vector<hir::File> files, Definition* definition);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_PIPELINE_H_
