#ifndef HPDL_COMPILER_DRIVER_PROGRAM_FOUND_DEFINITIONS_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_FOUND_DEFINITIONS_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/message.h"
#include "compiler/driver/program/definition.h"
#include "compiler/driver/program/given_paths.h"
#include "compiler/hir/hir.h"

namespace hpdl::driver {

/// Returns the path on this machine that an app-path means in a definition of `directory`. Returns
/// "" if the app-path means no local path or the path does not exist.
std::string LocalPath(const std::string& text, const std::string& directory);

/// A text that names a definition.
struct AppPath {
  const hir::Value& value;
  std::string known;  ///< the text's value at run time; "" if it is not known now
};

/// The definitions of one program: the root, and all definitions that it names directly or through
/// other definitions. Each definition is compiled once, even if several app-paths name it.
class FoundDefinitions {
 public:
  /// `given` has the values of --sub; null: there are no values.
  explicit FoundDefinitions(std::shared_ptr<GivenPaths> given);

  void Take(Compiled root);  ///< adds the root
  /// Fails if a --sub was not used; the error names the --sub. Does not fail if a definition has
  /// errors, because these errors may hide the app-path that the --sub names.
  rt::Result<void> EndSearch() const;

  /// Returns the definitions: first the root, then the other definitions in the order in which they
  /// were found.
  std::vector<Compiled>& all() { return all_; }

  /// The result of Find().
  struct Found {
    std::optional<std::size_t> number;  ///< index into all(); empty if there is no definition
    std::string reason;  ///< the reason why a definition in HDFS cannot be read; may be ""
  };
  /// The kind of definition that an app-path must name, and the options to compile it.
  struct Purpose {
    CompileOptions options;
    std::string_view noun = "workflow";  ///< the noun of the language, see frontend::Language
    /// The name of the file if the app-path names a directory; "" means workflow.xml.
    std::string_view file = {};
    /// The names and values of properties as one text, or the inherited <global>. A file is
    /// compiled once for each variant.
    std::string variant = {};
  };
  /// Finds the definition that `app_path` names in the definition `parent`, and compiles it if it
  /// is new. As in Oozie, the folder of an app-path that is a file belongs to the application. For
  /// a PATH of --sub the options of `purpose` decide this. Fails if a PATH of --sub or a found
  /// definition cannot be read, or has the wrong language. The error is one sentence.
  rt::Result<Found> Find(const AppPath& app_path, std::size_t parent, const Purpose& purpose);
  /// Returns the index in all() of the definition at a path of this machine or of HDFS, and
  /// compiles a new definition. Fails if the definition cannot be read or has the wrong language.
  /// Also fails if all definitions together have too many bytes, because a bundle may start one
  /// coordinator in very many variants, or if sub-workflows inherit <global> in too many variants.
  rt::Result<std::size_t> At(const std::string& path, const Purpose& purpose);
  /// Like At(), but the folder of a path that is a file belongs to the application.
  rt::Result<std::size_t> AtWithFolder(const std::string& path, Purpose purpose);
  /// Returns the PATH that --sub gives for a text or for its value; "" if there is no such --sub.
  std::string PathGivenFor(const AppPath& app_path);

  /// Sets the application path of a workflow to the first app-path that named the workflow. The
  /// root keeps its own path.
  void NameWorkflow(std::size_t number, const AppPath& app_path);

  /// The parts of a message about a definition that was not found.
  struct Unknown {
    DiagnosticKind kind = DiagnosticKind::kUnknownSubWorkflow;
    std::string_view what;  ///< a noun such as "sub-workflow"
    std::string reason;     ///< Found::reason
    Message failure;        ///< the failure of a run and its moment
    Message or_else;        ///< the end of the message: another remedy than --sub; may be ""
  };
  /// Adds a diagnostic to the definition `parent`, because no definition was found.
  void ReportUnknown(std::size_t parent, const AppPath& app_path, const Unknown& unknown);

 private:
  rt::Result<std::size_t> Add(const std::string& place, const std::string& identity,
                              const Purpose& purpose);

  const std::shared_ptr<GivenPaths> given_;  ///< not null
  std::vector<Compiled> all_;
  /// The indices of the definitions in all(), by identity and variant. A definition that is left
  /// out because of its errors has no index, but the largest number.
  std::map<std::pair<std::string, std::string>, std::size_t> by_identity_;
  std::size_t bytes_ = 0;  ///< the bytes of all found definitions and their variants
  /// The number of definitions that were compiled before with another inherited <global>.
  std::size_t inheriting_again_ = 0;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_FOUND_DEFINITIONS_H_
