#ifndef HPDL_COMPILER_SURVEY_DEFINITION_FACTS_H_
#define HPDL_COMPILER_SURVEY_DEFINITION_FACTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/survey/addresses.h"
#include "compiler/survey/known_properties.h"

namespace hpdl::survey {

/// The verdict on a definition: what hpdld does with it.
enum class Verdict : std::uint8_t {
  kRuns,    ///< hpdld runs the definition unchanged, without warnings
  kWarns,   ///< hpdld runs the definition unchanged, with warnings
  kNeeds,   ///< hpdld takes the definition, and it runs if the site has what it needs
  kNotYet,  ///< hpdld refuses the definition
};
inline constexpr std::string_view kVerdictWords[] = {"runs", "warns", "needs", "notYet"};

/// A thing that a definition needs and that its own files do not have.
enum class Need : std::uint8_t {
  kKerberos,   ///< an action gets credentials
  kSite,       ///< a value that the site's settings give, such as a default name node
  kInclude,    ///< a file of data sets
  kExtension,  ///< a kind of action, a function or a type of credentials that a site adds
};
inline constexpr std::string_view kNeedWords[] = {"Kerberos", "a setting of the site",
                                                  "an included file", "an extension of the site"};

/// A text by which a definition names another definition.
struct AppPathUse {
  std::string_view what;  ///< "sub-workflow", "workflow", "coordinator", "bundle"
  std::string text;       ///< the text with known properties replaced by their values
  std::uint32_t line = 0;
};

/// A data set of a coordinator. `reads` and `writes` are the numbers of events that read and write
/// it.
struct DatasetUse {
  std::string name;
  std::string uri;  ///< the URI with known properties replaced by their values
  std::uint32_t reads = 0;
  std::uint32_t writes = 0;
};

/// The number of occurrences in one file, and the line of the first occurrence.
struct Uses {
  std::uint32_t count = 0;
  std::uint32_t line = 0;
};
template <class Key>
using UsesOf = std::map<Key, Uses, std::less<>>;

/// The facts about one definition that a survey stores. The definition itself can then be freed.
struct DefinitionFacts {
  std::string file;
  /// The name of the language (frontend::Language::noun); "" if the definition cannot be read.
  std::string_view language;
  Verdict verdict = Verdict::kRuns;
  std::uint32_t errors = 0;
  std::uint32_t warnings = 0;
  UsesOf<DiagnosticKind> found;  ///< errors and warnings
  UsesOf<std::string> kinds;     ///< kinds of actions
  UsesOf<std::string> custom_kinds;
  UsesOf<std::string> functions;
  UsesOf<std::string> site_functions;
  UsesOf<std::string> schemas;  ///< namespaces
  UsesOf<std::string> credential_types;
  UsesOf<Need> needs;
  UsesOf<Address> addresses;
  std::vector<AppPathUse> app_paths;
  std::vector<DatasetUse> datasets;
  /// Texts that must not be shown anywhere.
  std::vector<std::string> secrets;
  /// The lines on which a secret is in plain text, with the name of its property, or "".
  std::vector<std::pair<std::uint32_t, std::string>> secret_places;
};

/// True if a diagnostic of this kind prevents a definition from running.
bool Hinders(DiagnosticKind kind);

/// Adds the errors and warnings and the resulting verdict to `facts`. Line numbers refer to
/// `source`, which may be null.
void TakeFindings(const Diagnostics& diagnostics, const SourceBuffer* source,
                  DefinitionFacts* facts);

/// Adds the secret parts in the value of a property or element of this name to `facts`.
void AddSecrets(std::string_view name, std::string_view value, DefinitionFacts* facts);

/// Returns the facts of a definition. `properties` are the properties with which clients probably
/// start the definition. These properties override the definition's own defaults.
DefinitionFacts FactsOf(const pipeline::Definition& definition, KnownProperties properties);

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_DEFINITION_FACTS_H_
