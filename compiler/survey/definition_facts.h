#ifndef HPDL_COMPILER_SURVEY_DEFINITION_FACTS_H_
#define HPDL_COMPILER_SURVEY_DEFINITION_FACTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/survey/addresses.h"
#include "compiler/survey/known_properties.h"

namespace hpdl::survey {

/// What becomes of a definition here.
enum class Verdict : std::uint8_t {
  kRuns,    ///< unchanged, and there is nothing to say
  kWarns,   ///< unchanged, with warnings
  kNotYet,  ///< something in it is refused, or cannot run yet
};
inline constexpr std::string_view kVerdictWords[] = {"runs", "warns", "notYet"};

/// A text by which a definition names another one.
struct AppPathUse {
  std::string_view what;  ///< "sub-workflow", "workflow", "coordinator", "bundle"
  std::string text;       ///< as far as it is known
  std::uint32_t line = 0;
};

/// A data set, and how often the coordinator reads and writes it.
struct DatasetUse {
  std::string name;
  std::string uri;  ///< as far as it is known
  std::uint32_t reads = 0;
  std::uint32_t writes = 0;
};

/// How often something stands in one file, and in which line first.
struct Uses {
  std::uint32_t count = 0;
  std::uint32_t line = 0;
};
template <class Key>
using UsesOf = std::map<Key, Uses, std::less<>>;

/// What a survey keeps of one definition, which is free to go then.
struct DefinitionFacts {
  std::string file;
  std::string_view language;  ///< frontend::Language::noun; empty: it is none that could be read
  Verdict verdict = Verdict::kRuns;
  std::uint32_t errors = 0;
  std::uint32_t warnings = 0;
  UsesOf<DiagnosticKind> found;  ///< errors and warnings
  UsesOf<std::string> kinds;     ///< of actions
  UsesOf<std::string> custom_kinds;
  UsesOf<std::string> functions;
  UsesOf<std::string> site_functions;
  UsesOf<std::string> schemas;  ///< namespaces
  UsesOf<Address> addresses;
  std::vector<AppPathUse> app_paths;
  std::vector<DatasetUse> datasets;
  /// Texts that must not be shown wherever they stand.
  std::vector<std::string> secrets;
};

/// Whether a finding keeps a definition from running.
bool Hinders(DiagnosticKind kind);

/// Adds errors and warnings, and the verdict that follows. Lines are those of `source`, which may
/// be null.
void TakeFindings(const Diagnostics& diagnostics, const SourceBuffer* source,
                  DefinitionFacts* facts);

/// Adds what in the value of a property, or of an element, of this name must not be shown.
void AddSecrets(std::string_view name, std::string_view value, DefinitionFacts* facts);

/// `properties`: what it is probably started with; its own defaults come before them.
DefinitionFacts FactsOf(const pipeline::Definition& definition, KnownProperties properties);

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_DEFINITION_FACTS_H_
