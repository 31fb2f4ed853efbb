#include "compiler/celos/script_folder.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "compiler/celos/name_part.h"
#include "compiler/celos/script_secrets.h"
#include "runtime/engines/celos_scripts/option_place.h"
#include "runtime/engines/celos_scripts/script_process.h"
#include "runtime/engines/celos_scripts/scripts.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::celos {
namespace {

using rt::celos::Place;

/// The number of bytes behind a place in which SpotOfText() searches for the text.
constexpr std::size_t kNear = 4096;

/// The surroundings of scripts during a check: an empty file system and empty registers. A check
/// therefore accesses no server.
class Nothing final : public rt::celos::ScriptSurroundings {
 public:
  rt::Result<bool> Exists(const std::string& /*path*/,
                          const std::string& /*file_system*/) override {
    return false;
  }
  rt::Result<std::optional<std::string>> Register(const std::string& /*bucket*/,
                                                  const std::string& /*key*/) override {
    return std::optional<std::string>();
  }
  rt::Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& /*bucket*/) override {
    return std::vector<std::pair<std::string, std::string>>();
  }
};

/// Returns the text of a script as the evaluator reads it. Returns nullopt if the file cannot be
/// read; the evaluator then reports an error of the script.
std::optional<std::string> TextOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(rt::celos::kMostScriptBytes, '\0');
  if (!file.read(text.data(), static_cast<std::streamsize>(text.size())) && !file.eof()) {
    return {};
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  return ValidUtf8(text);
}

/// Returns the end of the name, number or text that begins at `begin` in a line. The end is at
/// least one byte after `begin`, unless `begin` is the end of the line.
std::size_t EndOfWord(std::string_view line, std::size_t begin) {
  if (begin >= line.size()) {
    return line.size();
  }
  const char first = line[begin];
  if (first == '"' || first == '\'' || first == '`') {
    for (std::size_t i = begin + 1; i < line.size(); ++i) {
      if (line[i] == first) {
        return i + 1;
      }
      i += line[i] == '\\' ? 1 : 0;
    }
    return line.size();
  }
  std::size_t end = begin;
  while (end < line.size() && IsNamePart(line[end])) {
    ++end;
  }
  return std::max(end, begin + 1);
}

}  // namespace

struct ScriptFolder::Evaluation {
  Evaluation(const std::string& folder, std::string defaults_folder, const std::string& evaluator)
      : defaults(std::move(defaults_folder)),
        compiler(evaluator),
        scripts(Settings(folder, evaluator), &nothing) {}

  const std::string defaults;
  const rt::celos::ScheduledTime now{rt::NowMs()};
  Nothing nothing;
  std::map<std::string, bool> files;  ///< the path of each file; true if the file contains defaults
  rt::celos::ScriptProcess compiler;
  rt::celos::Scripts scripts;

 private:
  rt::celos::ScriptSettings Settings(const std::string& folder, const std::string& evaluator) {
    rt::celos::ScriptSettings settings;
    settings.workflows = folder;
    settings.defaults = defaults;
    settings.evaluator = evaluator;
    settings.clock = [this] { return now; };
    settings.on_file = [this](const std::string& path, bool is_defaults) {
      files.emplace(path, is_defaults);
    };
    return settings;
  }
};

ScriptFolder::ScriptFolder() = default;
ScriptFolder::~ScriptFolder() = default;
ScriptFolder::ScriptFolder(ScriptFolder&&) noexcept = default;
ScriptFolder& ScriptFolder::operator=(ScriptFolder&&) noexcept = default;

Result<ScriptFolder> ScriptFolder::Load(const std::string& folder, const std::string& defaults,
                                        const std::string& evaluator) {
  ScriptFolder loaded;
  loaded.evaluation_ = std::make_unique<Evaluation>(folder, defaults, evaluator);
  rt::Result<std::shared_ptr<const rt::celos::Configuration>> configuration =
      loaded.evaluation_->scripts.Load();
  if (!configuration) {
    return Failure(configuration.error().message);
  }
  loaded.configuration_ = std::move(*configuration);
  for (const auto& [path, is_defaults] : loaded.evaluation_->files) {
    if (!is_defaults) {
      loaded.scripts_.insert(path);
    }
    if (std::optional<std::string> text = TextOf(path)) {
      const std::string name = path.starts_with("./") ? path.substr(2) : path;
      loaded.sources_[path] = std::make_unique<const SourceBuffer>(name, std::move(*text));
    }
  }
  return loaded;
}

rt::celos::ScheduledTime ScriptFolder::evaluated() const {
  return evaluation_->now;
}

rt::Result<rt::celos::Properties> ScriptFolder::PropertiesOf(const rt::celos::Workflow& workflow,
                                                             rt::celos::ScheduledTime slot) const {
  return evaluation_->scripts.PropertiesOf(workflow, slot);
}

rt::Result<std::vector<ScriptFolder::Code>> ScriptFolder::CodeOf(
    const std::set<std::string>& scripts) const {
  std::vector<Code> all;
  for (const auto& [path, is_defaults] : evaluation_->files) {
    const auto source = sources_.find(path);
    if (source == sources_.end() || (!is_defaults && !scripts.contains(path))) {
      continue;
    }
    rt::Result<std::string> code =
        evaluation_->compiler.Compile({path, std::string(source->second->text())});
    if (!code) {
      return Failure(path + ": " + code.error().message);
    }
    Code& row = all.emplace_back(Code{path, {}, std::move(*code)});
    if (is_defaults) {
      const std::size_t begin = evaluation_->defaults.size() + 1;
      constexpr std::size_t kEnding = 3;  // the length of ".js"
      row.name = path.substr(begin, path.size() - begin - kEnding);
    }
  }
  return all;
}

std::uint32_t ScriptFolder::OffsetOf(const SourceBuffer& source, const Place& place) const {
  std::size_t offset = 0;
  for (int line = 1; line < place.line; ++line) {
    offset = source.text().find('\n', offset);
    if (offset == std::string_view::npos) {
      return static_cast<std::uint32_t>(source.text().size());
    }
    ++offset;
  }
  offset += place.column > 0 ? static_cast<std::size_t>(place.column - 1) : 0;
  return static_cast<std::uint32_t>(std::min(offset, source.text().size()));
}

ScriptFolder::Spot ScriptFolder::SpotOf(const Place& place) const {
  const auto found = sources_.find(place.file);
  if (found == sources_.end()) {
    return {};
  }
  const SourceBuffer& source = *found->second;
  if (place.line == 0) {
    return {&source, {}};
  }
  const std::uint32_t begin = OffsetOf(source, place);
  const std::size_t line_end = std::min(source.text().find('\n', begin), source.text().size());
  return {&source,
          {begin, static_cast<std::uint32_t>(EndOfWord(source.text().substr(0, line_end), begin))}};
}

ScriptFolder::Spot ScriptFolder::SpotOfOption(const rt::celos::Workflow& workflow,
                                              const std::string& option) const {
  const auto found = sources_.find(workflow.place.file);
  if (found == sources_.end()) {
    return {};
  }
  return SpotOf(rt::celos::OptionPlace(found->second->text(), workflow.place, {option})
                    .value_or(workflow.place));
}

ScriptFolder::Spot ScriptFolder::SpotOfText(const Place& place, std::string_view text) const {
  const Spot spot = SpotOf(place);
  if (spot.source == nullptr) {
    return spot;
  }
  const std::size_t at =
      spot.source->text().substr(0, spot.range.begin + kNear).find(text, spot.range.begin);
  return at == std::string_view::npos
             ? spot
             : Spot{spot.source,
                    {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + text.size())}};
}

void ScriptFolder::HideSecrets(Diagnostics* diagnostics) const {
  for (const auto& [path, source] : sources_) {
    for (const Range range : SecretsOfScript(source->text())) {
      diagnostics->Hide(source.get(), range);
    }
  }
}

}  // namespace hpdl::celos
