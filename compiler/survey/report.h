#ifndef HPDL_COMPILER_SURVEY_REPORT_H_
#define HPDL_COMPILER_SURVEY_REPORT_H_

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/survey/definition_facts.h"
#include "compiler/survey/tally.h"
#include "compiler/survey/tree_paths.h"
#include "runtime/ground/config/config.h"

namespace hpdl::survey {

/// A definition in a report.
struct DefinitionRow {
  std::string file;
  std::string_view language;
  Verdict verdict = Verdict::kRuns;
  std::uint32_t errors = 0;
  std::uint32_t warnings = 0;
};

/// A path by which something is started.
struct PathRow {
  Lead lead = Lead::kInside;
  std::string_view what;
  std::string path;

  auto operator<=>(const PathRow&) const = default;
};

/// A data set, which several coordinators may share.
struct DatasetRow {
  std::string name;  ///< in the first of them
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  Place place;

  /// Whether it comes from elsewhere: nothing in the tree writes it.
  bool LeadsOut() const { return reads > 0 && writes == 0; }
};

/// How many definitions have each verdict.
using Verdicts = std::array<std::uint64_t, 3>;

/// What a tree has. Nothing in it tells a secret.
struct Report {
  std::vector<std::string> roots;
  std::vector<DefinitionRow> definitions;  ///< by file
  Verdicts verdicts{};
  std::map<std::string_view, Verdicts> languages;
  Tally<std::string> file_types;
  Tally<DiagnosticKind> findings;
  Tally<std::string> kinds, custom_kinds, functions, site_functions, schemas;
  Tally<Address> addresses;
  Tally<PathRow> paths;
  std::map<std::string, DatasetRow> datasets;  ///< by URI
  std::uint64_t plain_secrets = 0;             ///< properties that have one as their value
  std::vector<std::string> unread;             ///< `PATH: reason`
  std::vector<std::string> passed_over;        ///< likewise
};

/// Puts a report together, in whatever order its parts come.
class Survey {
 public:
  /// See TreePaths.
  explicit Survey(std::vector<std::string_view> definition_names)
      : tree_(std::move(definition_names)) {}

  void AddRoot(const std::string& root) { report_.roots.push_back(root); }
  /// A definition of the tree at `root`, before what its paths lead to is asked.
  void AddDefinition(const std::string& root, DefinitionFacts facts);
  /// A file that is no definition.
  void AddFile(const std::string& path);
  /// A file of properties. `known`: what they mean together.
  void AddProperties(const std::string& path, const rt::ConfigProperties& properties,
                     const KnownProperties& known);
  void AddUnread(std::vector<std::string> sentences);
  void AddPassedOver(std::vector<std::string> sentences);
  Report Finish() &&;

 private:
  void Merge(const DefinitionFacts& facts, const SecretTexts& hidden);

  Report report_;
  std::vector<DefinitionFacts> definitions_;
  std::vector<DefinitionFacts> properties_;
  TreePaths tree_;
};

/// What a file is by its name: "Pig script".
std::string_view FileType(std::string_view path);

/// The summary of what was found, for a terminal.
std::string FormatText(const Report& report);
/// As docs/json.md has it.
std::string FormatJson(const Report& report);
/// One page that needs nothing else.
std::string FormatHtml(const Report& report);

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_REPORT_H_
