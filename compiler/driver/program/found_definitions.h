#ifndef HPDL_COMPILER_DRIVER_PROGRAM_FOUND_DEFINITIONS_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_FOUND_DEFINITIONS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/message.h"
#include "compiler/driver/program/definition.h"
#include "compiler/hir/hir.h"

namespace hpdl::driver {

/// The place on this machine that an app-path names, which stands in a definition of `directory`;
/// empty if it names none, or nothing is there.
std::string LocalPath(const std::string& text, const std::string& directory);

/// A text that names a definition.
struct AppPath {
  const hir::Value& value;
  std::string known;  ///< what it is at run time; empty: it depends on more than is known
};

/// The definitions of one program: a root, and those that others name, each compiled once however
/// many texts lead to it.
class FoundDefinitions {
 public:
  /// `given`: the values of --sub, APP-PATH-AS-WRITTEN=PATH. Which of them are wrong says Take().
  explicit FoundDefinitions(std::vector<std::string> given);

  /// Takes the root in. The error says which --sub is wrong.
  rt::Result<void> Take(Compiled root);
  /// The error says which --sub no text has asked for, unless errors may hide that text.
  rt::Result<void> EndSearch() const;

  /// The root first, the others in the order found.
  std::vector<Compiled>& all() { return all_; }

  /// What a text leads to.
  struct Found {
    std::optional<std::size_t> number;  ///< index into all(); nothing: there is no such definition
    std::string reason;                 ///< then why what is in HDFS cannot be read; may be empty
  };
  /// What is looked for, and how it is compiled.
  struct Purpose {
    CompileOptions options;
    std::string_view noun = "workflow";  ///< frontend::Language::noun
    std::string_view file = {};  ///< the definition in a directory, if that is not a workflow's
    std::string variant = {};    ///< those with another text here are other definitions
  };
  /// What `app_path` leads to, which stands in definition `parent`; one that is new is compiled.
  /// The error is one sentence: a PATH of --sub or a found definition cannot be read, or is
  /// something else.
  rt::Result<Found> Find(const AppPath& app_path, std::size_t parent, const Purpose& purpose);
  /// The definition at a path of this machine or of HDFS. An error also if there is too much of
  /// them: a bundle may start one coordinator in very many variants.
  rt::Result<std::size_t> At(const std::string& path, const Purpose& purpose);
  /// The PATH given by --sub for a text or what it comes to, or empty.
  std::string PathGivenFor(const AppPath& app_path);

  /// Lets a workflow, unless it is the root, be known by the first text that led to it.
  void NameWorkflow(std::size_t number, const AppPath& app_path);

  /// Adds an UnknownSubWorkflow to definition `parent`: nothing was found. `what`: "sub-workflow";
  /// `or_else`: what else than --sub helps, behind "PATH'".
  void ReportUnknown(std::size_t parent, const AppPath& app_path, std::string_view what,
                     const std::string& reason, const Message& or_else);

 private:
  std::string GivenFor(const std::string& text);
  rt::Result<std::size_t> Add(const std::string& place, const std::string& identity,
                              const Purpose& purpose);

  std::vector<std::string> given_;
  std::vector<bool> used_;  ///< of `given_`
  std::vector<Compiled> all_;
  std::map<std::pair<std::string, std::string>, std::size_t> by_identity_;  ///< and variant
  std::size_t bytes_ = 0;  ///< of what was found, and of its variants
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_FOUND_DEFINITIONS_H_
