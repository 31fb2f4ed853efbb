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

/// A path with which a definition or a client starts another definition.
struct PathRow {
  Lead lead = Lead::kInside;
  std::string_view what;
  std::string path;

  auto operator<=>(const PathRow&) const = default;
};

/// A data set, which several coordinators may share.
struct DatasetRow {
  std::string name;  ///< the name in the first coordinator
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  Place place;

  /// True if the tree reads the data set but does not write it.
  bool LeadsOut() const { return reads > 0 && writes == 0; }
};

/// A place at which a secret is in plain text.
struct SecretRow {
  std::string name;  ///< the name of the property; "": the secret is in a definition
  Place place;
};

/// The number of definitions with each verdict.
using Verdicts = std::array<std::uint64_t, std::size(kVerdictWords)>;

/// The content of a tree. A report contains no secrets.
struct Report {
  std::vector<std::string> roots;
  std::vector<DefinitionRow> definitions;  ///< sorted by file
  Verdicts verdicts{};
  std::map<std::string_view, Verdicts> languages;
  Tally<std::string> file_types;
  Tally<DiagnosticKind> findings;
  Tally<std::string> kinds, custom_kinds, functions, site_functions, schemas, credential_types;
  Tally<Need> needs;
  Tally<Address> addresses;
  Tally<PathRow> paths;
  std::map<std::string, DatasetRow> datasets;  ///< the key is the URI
  std::uint64_t plain_secrets = 0;             ///< the number of properties whose value is a secret
  std::vector<SecretRow> secrets;        ///< the places of secrets, sorted by file; at most 10,000
  std::vector<std::string> unread;       ///< entries not examined, as `PATH: reason`
  std::vector<std::string> passed_over;  ///< entries left out on purpose, as `PATH: reason`
};

/// Makes a report. The definitions and files may be added in any order.
class Survey {
 public:
  /// A path to a folder means the file in this folder whose name is in `definition_names`.
  explicit Survey(std::vector<std::string_view> definition_names)
      : tree_(std::move(definition_names)) {}

  /// Begins the tree at `root`, to which all files belong that are added next. `place` is the
  /// absolute path of the root, or its URI.
  void AddRoot(const std::string& root, std::string place);
  void AddDefinition(DefinitionFacts facts);
  /// Adds a file that is not a definition.
  void AddFile(const std::string& path);
  /// Adds a properties file. `known` resolves the references in its values.
  void AddProperties(const std::string& path, const rt::ConfigProperties& properties,
                     const KnownProperties& known);
  void AddUnread(std::vector<std::string> sentences);
  void AddPassedOver(std::vector<std::string> sentences);
  Report Finish() &&;

 private:
  void Merge(const DefinitionFacts& facts, const SecretTexts& hidden);
  /// Returns the absolute path or the URI of a file in one of the trees.
  std::string PlaceOf(const std::string& file) const;

  Report report_;
  std::vector<std::string> places_;  ///< the absolute path or the URI of each root
  std::vector<DefinitionFacts> definitions_;
  std::vector<DefinitionFacts> properties_;
  TreePaths tree_;
};

/// Returns the type of a file by its name, such as "Pig script".
std::string_view FileType(std::string_view path);

/// Returns the summary of the report for a terminal.
std::string FormatText(const Report& report);
/// Returns the report as JSON, as docs/json.md describes.
std::string FormatJson(const Report& report);
/// Returns the report as one page that needs no other files.
std::string FormatHtml(const Report& report);

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_REPORT_H_
