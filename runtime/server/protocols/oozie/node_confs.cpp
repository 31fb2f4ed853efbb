#include "runtime/server/protocols/oozie/node_confs.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/config/config.h"

namespace hpdl::rt {
namespace {

/// The memory of all known definitions in bytes.
constexpr std::size_t kMostKnown = 32 << 20;
constexpr std::size_t kMostText = 4 << 20;  // size of a definition in bytes
constexpr std::size_t kEntry = 1 << 10;     // bytes of an entry besides its definition
constexpr int kWrongCommandLine = 2;        // the exit code of a program for an unknown option

Task<Result<ProgramAnswer>> Ask(const Exchange& exchange, const JobReport& report,
                                std::vector<std::string> words, std::size_t most_output) {
  ProgramQuestion question;
  question.argv.push_back(report.facts.program_path);
  std::move(words.begin(), words.end(), std::back_inserter(question.argv));
  question.most_output = most_output;
  co_return co_await exchange.settings.ask_program(exchange.request.caller, std::move(question));
}

/// Returns the content hash in the output of `--version`; "" if there is none.
std::string_view HashIn(std::string_view version) {
  constexpr std::string_view kBefore = "\ncontent ";
  const std::size_t at = version.find(kBefore);
  if (at == std::string_view::npos) {
    return {};
  }
  version.remove_prefix(at + kBefore.size());
  return version.substr(0, version.find('\n'));
}

/// True if the program at the job's path is the program that ran the job last.
Task<bool> IsSameProgram(const Exchange& exchange, const JobReport& report) {
  std::vector<std::string> words{"--version"};
  const Result<ProgramAnswer> version =
      co_await Ask(exchange, report, std::move(words), kMostAnswer);
  co_return version && version->code == 0 && !report.facts.program_hash.empty() &&
      HashIn(version->output) == report.facts.program_hash;
}

/// Returns the properties of config-default.xml as written. An older program refuses the option, so
/// its definition has no defaults. Returns nullopt if the program does not answer.
Task<std::optional<Properties>> ReadDefaults(const Exchange& exchange, const JobReport& report,
                                             std::vector<std::string> words) {
  words.emplace_back("--defaults");
  const Result<ProgramAnswer> written = co_await Ask(exchange, report, std::move(words), kMostText);
  if (!written || (written->code != 0 && written->code != kWrongCommandLine)) {
    co_return std::nullopt;
  }
  const Result<ConfigProperties> read =
      ReadJavaProperties(written->code == 0 ? written->output : "", "");
  if (!read) {
    co_return std::nullopt;
  }
  Properties defaults;
  Apply(*read, &defaults);
  co_return defaults;
}

/// Asks the program of a job for the definition. Returns nullopt if the program cannot be asked
/// now, or is not the program that ran the job.
Task<std::optional<KnownDefinitions::Known>> ReadDefinition(const Exchange& exchange,
                                                            const JobReport& report) {
  if (!co_await IsSameProgram(exchange, report)) {
    co_return std::nullopt;
  }
  std::vector<std::string> words = SourceWords(report.main.job);
  const Result<ProgramAnswer> text = co_await Ask(exchange, report, words, kMostSource);
  if (!text || text->code != 0) {
    co_return std::nullopt;
  }
  std::optional<Properties> defaults = co_await ReadDefaults(exchange, report, std::move(words));
  if (!defaults) {
    co_return std::nullopt;
  }
  KnownDefinitions::Known known;
  known.bytes = kEntry;
  if (text->output.size() <= kMostText) {
    Result<WorkflowDefinition> definition =
        WorkflowDefinition::Read(text->output, std::move(*defaults));
    if (definition && definition->memory() + kEntry <= kMostKnown) {
      known.bytes += definition->memory();
      known.definition = std::make_shared<const WorkflowDefinition>(std::move(*definition));
    }
  }
  co_return known;
}

/// True if the text of the node's `conf` depends on the definition.
bool NeedsDefinition(const NodeRow& row) {
  constexpr std::string_view kOthers[] = {"start", "end", "fork", "join"};
  return std::find(std::begin(kOthers), std::end(kOthers), row.type) == std::end(kOthers);
}

/// Finds the definition of a job; null if there is none.
Task<std::shared_ptr<const WorkflowDefinition>> DefinitionOf(const Exchange& exchange,
                                                             const JobReport& report,
                                                             AnswerConfs* answer) {
  const std::string key = report.facts.program_path + "\n" + report.facts.program_hash + "\n" +
                          std::to_string(report.main.job.workflow);
  if (const KnownDefinitions::Known* known = exchange.definitions->Find(key)) {
    co_return known->definition;
  }
  if (answer->failed.contains(key)) {
    co_return nullptr;
  }
  std::optional<KnownDefinitions::Known> read = co_await ReadDefinition(exchange, report);
  if (!read) {
    answer->failed.insert(key);
    co_return nullptr;
  }
  read->key = key;
  std::shared_ptr<const WorkflowDefinition> definition = read->definition;
  exchange.definitions->Add(std::move(*read));
  co_return definition;
}

/// Returns the values of a job for the texts of its nodes; nullopt if they cannot be read.
std::optional<ConfValues> ValuesOf(const Exchange& exchange, const JobReport& report,
                                   const WorkflowDefinition& definition, ConfBudget* budget) {
  const bool masked = IsMasked(exchange, report.main.job);
  if (!masked && definition.defaults().empty()) {
    return ConfValues();
  }
  const Result<Properties> properties = PropertiesOf(exchange.state, report);
  if (!properties) {
    return std::nullopt;
  }
  Result<Properties> defaults = ExpandValues(definition.defaults(), *properties, &budget->bytes);
  if (!defaults) {
    return std::nullopt;
  }
  ConfValues values(std::move(*defaults));
  if (masked) {
    values.secrets.emplace();
    values.secrets->Add(*properties);
    values.secrets->Add(values.defaults);
  }
  return values;
}

}  // namespace

const KnownDefinitions::Known* KnownDefinitions::Find(const std::string& key) {
  const auto found =
      std::find_if(all_.begin(), all_.end(), [&](const Known& known) { return known.key == key; });
  if (found == all_.end()) {
    return nullptr;
  }
  all_.splice(all_.begin(), all_, found);
  return &all_.front();
}

void KnownDefinitions::Add(Known known) {
  if (Find(known.key) != nullptr) {
    bytes_ -= all_.front().bytes;
    all_.pop_front();
  }
  bytes_ += known.bytes;
  all_.push_front(std::move(known));
  while (bytes_ > kMostKnown) {
    bytes_ -= all_.back().bytes;
    all_.pop_back();
  }
}

Task<NodeConfs> ConfsOf(const Exchange& exchange, const JobReport& report, const NodeRow* only,
                        AnswerConfs* answer) {
  NodeConfs confs;
  const std::vector<NodeRow>& nodes = report.main.nodes;
  if (report.main.job.dialect != HPDL_DIALECT_OOZIE ||
      !(only != nullptr ? NeedsDefinition(*only)
                        : std::any_of(nodes.begin(), nodes.end(), NeedsDefinition))) {
    co_return confs;
  }
  std::shared_ptr<const WorkflowDefinition> definition =
      co_await DefinitionOf(exchange, report, answer);
  if (definition != nullptr) {
    std::optional<ConfValues> values = ValuesOf(exchange, report, *definition, &answer->budget);
    if (values) {
      confs.definition = std::move(definition);
      confs.values = std::move(*values);
      confs.budget = &answer->budget;
    }
  }
  co_return confs;
}

Task<Result<std::string>> AskProgramOf(const Exchange& exchange, const JobReport& report,
                                       std::vector<std::string> words, std::size_t most_output) {
  Result<ProgramAnswer> answer = co_await Ask(exchange, report, std::move(words), most_output);
  HPDL_CO_TRY(answer);
  if (answer->code != 0) {
    co_return Error{ErrorClass::kError, "E0607",
                    "the job's program ended with exit code " + std::to_string(answer->code) +
                        ": " + answer->errors};
  }
  co_return std::move(answer->output);
}

std::vector<std::string> SourceWords(const JobRow& job) {
  std::vector<std::string> words{"source"};
  if (TypeOf(job.state) == JobType::kWorkflow) {
    words.emplace_back("--workflow");
    words.push_back(std::to_string(job.workflow));
  }
  return words;
}

bool IsMasked(const Exchange& exchange, const JobRow& job) {
  const std::string& asker = exchange.request.caller.user;
  return !asker.empty() && asker != job.user;
}

Result<Properties> PropertiesOf(StateDirectory& state, const JobReport& report) {
  const Result<std::unique_ptr<Journal>> journal = state.OpenJob(report.root_id, true);
  HPDL_TRY(journal);
  return (*journal)->JobProperties(report.main.job.number, report.main.run);
}

}  // namespace hpdl::rt
