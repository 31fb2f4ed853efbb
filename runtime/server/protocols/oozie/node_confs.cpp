#include "runtime/server/protocols/oozie/node_confs.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/config/config.h"

namespace hpdl::rt {
namespace {

/// The size of all known texts in bytes. The trees of the texts are about ten times as large.
constexpr std::size_t kMostKnown = 4 << 20;
constexpr std::size_t kEntry = 1 << 10;          // bytes of an entry besides its text
constexpr const char* kProgramFailed = "E0607";  // AskProgram(): the program gave no answer

/// Asks the program of a job for the definition. An older program cannot print its defaults, so the
/// definition has no defaults then. Returns nullopt if the program cannot be asked now.
Task<std::optional<KnownDefinitions::Known>> ReadDefinition(const Exchange& exchange,
                                                            const JobReport& report) {
  std::vector<std::string> words = SourceWords(report.main.job);
  const Result<std::string> text = co_await AskProgramOf(exchange, report, words);
  if (!text) {
    co_return std::nullopt;
  }
  words.emplace_back("--defaults");
  const Result<std::string> written = co_await AskProgramOf(exchange, report, std::move(words));
  if (!written && written.error().code != kProgramFailed) {
    co_return std::nullopt;
  }
  Properties defaults;
  if (const Result<ConfigProperties> read = ReadJavaProperties(written ? *written : "", ""); read) {
    Apply(*read, &defaults);
  }
  KnownDefinitions::Known known;
  known.bytes = kEntry;
  if (text->size() + kEntry <= kMostKnown) {
    known.bytes += text->size();
    Result<WorkflowDefinition> definition = WorkflowDefinition::Read(*text, std::move(defaults));
    if (definition) {
      known.definition = std::make_shared<const WorkflowDefinition>(std::move(*definition));
    }
  }
  co_return known;
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
  bytes_ += known.bytes;
  all_.push_front(std::move(known));
  while (bytes_ > kMostKnown) {
    bytes_ -= all_.back().bytes;
    all_.pop_back();
  }
}

Task<NodeConfs> ConfsOf(const Exchange& exchange, const JobReport& report) {
  const JobRow& job = report.main.job;
  NodeConfs confs;
  confs.masked = IsMasked(exchange, job);
  if (job.dialect != HPDL_DIALECT_OOZIE) {
    co_return confs;
  }
  const std::string key = report.facts.program_path + "\n" + report.facts.program_hash + "\n" +
                          std::to_string(job.workflow);
  if (const KnownDefinitions::Known* known = exchange.definitions->Find(key)) {
    confs.definition = known->definition;
  } else {
    std::optional<KnownDefinitions::Known> read = co_await ReadDefinition(exchange, report);
    if (read) {
      confs.definition = read->definition;
      read->key = key;
      exchange.definitions->Add(std::move(*read));
    }
  }
  if (confs.definition != nullptr && !confs.definition->defaults().empty()) {
    if (Result<Properties> properties = PropertiesOf(exchange.state, report); properties) {
      confs.properties = std::move(*properties);
    }
  }
  co_return confs;
}

Task<Result<std::string>> AskProgramOf(const Exchange& exchange, const JobReport& report,
                                       std::vector<std::string> words) {
  std::vector<std::string> argv{report.facts.program_path};
  std::move(words.begin(), words.end(), std::back_inserter(argv));
  co_return co_await exchange.settings.ask_program(exchange.request.caller, std::move(argv));
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
