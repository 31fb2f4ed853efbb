#include "runtime/engines/celos_scripts/scripts.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/engines/celos_scripts/dependent_circles.h"
#include "runtime/engines/celos_scripts/excerpt.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt::celos {
namespace {

/// True if a path relative to a folder leads out of the folder. Symbolic links are not followed.
bool LeavesFolder(std::string_view path) {
  int depth = 0;
  for (const std::string_view part : Split(path, '/')) {
    depth += part == ".." ? -1 : part.empty() || part == "." ? 0 : 1;
    if (depth < 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

/// Answers the questions of a file during its evaluation.
class Scripts::World final : public ScriptWorld {
 public:
  /// `texts` maps the path of a file of defaults to a text that replaces the content of the file.
  /// All other files of defaults are read. `texts` may be null.
  World(Scripts* scripts, std::set<std::string>* claimed,
        const std::map<std::string, std::string>* texts = nullptr)
      : scripts_(scripts), claimed_(claimed), texts_(texts) {}

  Result<ScriptSource> Defaults(const std::string& name) override {
    if (name.find('\0') != std::string::npos ||
        (scripts_->settings_.mode == ScriptMode::kStrict && LeavesFolder(name))) {
      return Error{ErrorClass::kError, "",
                   "importDefaults(\"" + name + "\") leads out of the folder of the defaults"};
    }
    std::string path = scripts_->settings_.defaults + "/" + name + ".js";
    if (texts_ != nullptr && texts_->contains(path)) {
      return ScriptSource{path, texts_->find(path)->second};
    }
    scripts_->Tell(path, true);
    const ScriptFiles::File& file = scripts_->files_.Look(path);
    imported[path] = file.version;
    if (!file.text) {
      return file.text.error();
    }
    return ScriptSource{std::move(path), *file.text};
  }
  Result<bool> Exists(const std::string& path, const std::string& file_system) override {
    return scripts_->surroundings_->Exists(path, file_system);
  }
  Result<std::optional<std::string>> Register(const std::string& bucket,
                                              const std::string& key) override {
    return scripts_->surroundings_->Register(bucket, key);
  }
  Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& bucket) override {
    return scripts_->surroundings_->Registers(bucket);
  }
  bool Claim(const std::string& id) override { return claimed_->insert(id).second; }

  std::map<std::string, std::uint64_t> imported;

 private:
  Scripts* scripts_;
  std::set<std::string>* claimed_;
  const std::map<std::string, std::string>* texts_;
};

Scripts::Scripts(ScriptSettings settings, ScriptSurroundings* surroundings)
    : settings_(std::move(settings)), surroundings_(surroundings), process_(settings_.evaluator) {}

Scripts::~Scripts() = default;

void Scripts::Tell(const std::string& path, bool defaults) const {
  if (settings_.on_file) {
    settings_.on_file(path, defaults);
  }
}

bool Scripts::IsCurrent(const Known& known, std::uint64_t version,
                        const std::set<std::string>& claimed) {
  const FileOutcome& outcome = known.outcome;
  return known.version == version && !known.passing && !outcome.looked_outside &&
         std::all_of(
             known.imported.begin(), known.imported.end(),
             [&](const auto& each) { return files_.Look(each.first).version == each.second; }) &&
         std::none_of(outcome.workflows.begin(), outcome.workflows.end(),
                      [&](const Workflow& workflow) { return claimed.contains(workflow.id); }) &&
         std::all_of(outcome.refused_ids.begin(), outcome.refused_ids.end(),
                     [&](const std::string& id) { return claimed.contains(id); });
}

EvaluateRequest Scripts::RequestOf(const std::string& path, const std::string& text) const {
  return {{path, text},
          settings_.mode,
          settings_.clock(),
          static_cast<std::int32_t>(settings_.time.count())};
}

void Scripts::Evaluate(const std::string& path, const std::string& text,
                       std::set<std::string>* claimed, Known* known) {
  const EvaluateRequest request = RequestOf(path, text);
  for (const bool again : {false, true}) {
    std::set<std::string> all = *claimed;
    World world(this, &all);
    Result<FileOutcome> outcome = process_.Evaluate(request, &world);
    known->imported = std::move(world.imported);
    known->generation = process_.generation();
    known->passing = !outcome && outcome.error().error_class == ErrorClass::kTransient;
    if (outcome) {
      known->outcome = std::move(*outcome);
      *claimed = std::move(all);
      return;
    }
    known->outcome = {};
    known->outcome.error = ScriptError{{path, 0, 0}, outcome.error().message};
    if (!known->passing || again) {
      return;
    }
  }
}

void Scripts::AddExcerpt(ScriptError* error) {
  const ScriptFiles::File& file = files_.Look(error->place.file);
  if (error->place.line > 0 && file.text) {
    error->excerpt = ExcerptOf(*file.text, error->place.line, error->place.column);
  }
}

void Scripts::KeepGood(const std::string& path, const std::string& text,
                       std::shared_ptr<const Good> before, Known* known) {
  if (known->outcome.error) {
    known->good = before != nullptr ? std::move(before) : GoodBefore(path);
    known->generation = known->kept() ? 0 : known->generation;
    return;
  }
  known->before = std::move(before);
  auto good = std::make_shared<Good>(Good{{text, {}}, known->outcome});
  for (const auto& [imported, version] : known->imported) {
    const ScriptFiles::File& file = files_.Look(imported);
    if (file.text) {
      good->source.imported.emplace(imported, *file.text);
    }
  }
  known->good = std::move(good);
}

std::shared_ptr<const Scripts::Good> Scripts::GoodBefore(const std::string& path) {
  if (!stored_ || !stored_->contains(path)) {
    return nullptr;
  }
  const WholeScript& source = stored_->find(path)->second;
  std::set<std::string> claimed;
  World world(this, &claimed, &source.imported);
  Result<FileOutcome> outcome = process_.Evaluate(RequestOf(path, source.text), &world);
  return outcome && !outcome->error
             ? std::make_shared<const Good>(Good{source, std::move(*outcome)})
             : nullptr;
}

void Scripts::HoldCircles(const std::set<std::string>& fresh) {
  // Workflows that use each other's schedules form a circle. A change of a file may have ended a
  // circle, so the present texts of all files in circles are checked again.
  std::set<std::string> held;
  for (auto& [path, known] : known_) {
    if (known.circling != nullptr) {
      known.before = std::exchange(known.good, std::exchange(known.circling, nullptr));
      known.outcome.error.reset();
      known.generation = 0;
      held.insert(path);
    }
  }
  HoldThose(std::move(held));
  // These are the paths of `fresh`, without the files whose error-free version is already stored.
  std::set<std::string> others;
  for (const std::string& path : fresh) {
    const Known& known = known_.at(path);
    const bool same = stored_ && stored_->contains(path) && known.good != nullptr &&
                      stored_->at(path) == known.good->source;
    if (known.before != nullptr || !same) {
      others.insert(path);
    }
  }
  HoldThose(std::move(others));
  for (auto& [path, known] : known_) {
    known.before.reset();
  }
}

void Scripts::HoldThose(std::set<std::string> paths) {
  for (bool again = !paths.empty(); again;) {
    again = false;
    Configuration all;
    std::map<std::string, std::string> path_of_id;
    for (const auto& [path, known] : known_) {
      for (const Workflow& workflow : known.now().workflows) {
        all.workflows.emplace(workflow.id, workflow);
        path_of_id.emplace(workflow.id, path);
      }
    }
    for (const auto& [id, error] : DependentCircles(all)) {
      const std::string& path = path_of_id.at(id);
      Known& known = known_.at(path);
      if (paths.erase(path) > 0 && !known.outcome.error) {
        Hold(path, error, &known);
        again = true;
      }
    }
  }
}

void Scripts::Hold(const std::string& path, const ScriptError& error, Known* known) {
  known->circling = std::exchange(
      known->good, known->before != nullptr ? std::move(known->before) : GoodBefore(path));
  known->generation = 0;
  if (known->good != nullptr) {
    known->outcome.error = error;
    AddExcerpt(&*known->outcome.error);
  }
}

void Scripts::StoreWhole() {
  unstored_ = false;
  std::map<std::string, std::optional<WholeScript>> changed;
  for (const auto& [path, known] : known_) {
    const auto before = stored_->find(path);
    if (known.good != nullptr && !known.kept() &&
        (before == stored_->end() || before->second != known.good->source)) {
      changed[path] = known.good->source;
    }
  }
  for (const auto& [path, before] : *stored_) {
    if (!known_.contains(path)) {
      changed[path] = std::nullopt;
    }
  }
  if (changed.empty()) {
    return;
  }
  if (!settings_.whole->Write(changed)) {
    unstored_ = true;
    return;
  }
  for (auto& [path, source] : changed) {
    if (source) {
      (*stored_)[path] = std::move(*source);
    } else {
      stored_->erase(path);
    }
  }
}

std::shared_ptr<const Configuration> Scripts::LastWith(const Error& error) const {
  auto all = std::make_shared<Configuration>(*last_);
  all->errors.push_back({{settings_.workflows, 0, 0}, error.message, "", true});
  return all;
}

Result<std::shared_ptr<const Configuration>> Scripts::Load() {
  const Result<std::vector<std::string>> names = ScriptNames(settings_.workflows);
  if (!names && settings_.keep_good && last_ != nullptr) {
    return LastWith(names.error());
  }
  HPDL_TRY(names);
  if (settings_.whole != nullptr && !stored_) {
    stored_ = settings_.whole->Read();
  }
  files_.BeginPass();
  std::map<std::string, Known> current;
  std::set<std::string> claimed;
  std::set<std::string> fresh;
  bool changed = last_ == nullptr;
  for (const std::string& name : *names) {
    const std::string path = settings_.workflows + "/" + name;
    Tell(path, false);
    const ScriptFiles::File& file = files_.Look(path);
    auto old = known_.extract(path);
    const bool stays = !old.empty() && IsCurrent(old.mapped(), file.version, claimed);
    if (stays) {
      for (const Workflow& workflow : old.mapped().now().workflows) {
        claimed.insert(workflow.id);
      }
      for (const auto& [imported, version] : old.mapped().imported) {
        Tell(imported, true);
      }
      current.insert(std::move(old));
      continue;
    }
    changed = true;
    fresh.insert(path);
    Known& known = current[path];
    known.version = file.version;
    const std::set<std::string> before = claimed;
    if (file.text) {
      Evaluate(path, *file.text, &claimed, &known);
    } else {
      known.outcome.error = ScriptError{{path, 0, 0}, file.text.error().message};
    }
    if (known.outcome.error) {
      AddExcerpt(&*known.outcome.error);
    }
    if (settings_.keep_good) {
      KeepGood(path, file.text ? *file.text : "", old.empty() ? nullptr : old.mapped().good,
               &known);
    }
    if (known.kept()) {
      claimed = before;
      for (const Workflow& workflow : known.now().workflows) {
        claimed.insert(workflow.id);
      }
    }
  }
  for (const auto& [path, gone] : known_) {
    changed = true;
    if (gone.now().has_functions) {
      process_.Forget(path);
    }
  }
  known_ = std::move(current);
  if (changed && settings_.keep_good && settings_.mode == ScriptMode::kStrict) {
    HoldCircles(fresh);
  }
  if (std::none_of(known_.begin(), known_.end(),
                   [](const auto& each) { return each.second.now().has_functions; })) {
    process_.Stop();  // no later call needs a JavaScript scope of the evaluating process
  }
  if (changed) {
    path_of_id_.clear();
    for (const auto& [path, known] : known_) {
      for (const Workflow& workflow : known.now().workflows) {
        path_of_id_.emplace(workflow.id, path);
      }
    }
    last_ = Joined();
  }
  if (stored_ && (changed || unstored_)) {
    StoreWhole();
  }
  return last_;
}

std::shared_ptr<const Configuration> Scripts::Joined() const {
  auto all = std::make_shared<Configuration>();
  for (const auto& [path, known] : known_) {
    for (const Workflow& workflow : known.now().workflows) {
      all->workflows.emplace(workflow.id, workflow);
    }
    const std::vector<ScriptError>& warnings = known.outcome.warnings;
    all->warnings.insert(all->warnings.end(), warnings.begin(), warnings.end());
    if (known.outcome.error) {
      all->errors.push_back(*known.outcome.error);
      all->errors.back().last_good = known.kept();
    }
  }
  if (settings_.mode == ScriptMode::kStrict) {
    RefuseDependentCircles(all.get());
  }
  return all;
}

Result<Properties> Scripts::PropertiesOf(const Workflow& workflow, ScheduledTime slot) {
  if (workflow.service.properties) {
    return *workflow.service.properties;
  }
  const auto path = path_of_id_.find(workflow.id);
  if (path == path_of_id_.end()) {
    return Error{ErrorClass::kError, "", "no script defines the workflow " + workflow.id};
  }
  Known& known = known_[path->second];
  const auto unfit = known.now().unfit_properties.find(workflow.id);
  if (unfit != known.now().unfit_properties.end()) {
    return Error{ErrorClass::kError, "", unfit->second};
  }
  Result<Properties> properties = Call(path->second, &known, workflow, slot);
  if (properties || properties.error().error_class != ErrorClass::kTransient) {
    return properties;
  }
  known.generation = 0;
  return Call(path->second, &known, workflow, slot);
}

Result<Properties> Scripts::Call(const std::string& path, Known* known, const Workflow& workflow,
                                 ScheduledTime slot) {
  std::set<std::string> claimed;
  World world(this, &claimed, known->kept() ? &known->good->source.imported : nullptr);
  if (!process_.running() || process_.generation() != known->generation) {
    // Evaluates the text of the last load, even if the file has changed since.
    const Result<std::string> text =
        known->kept() ? Result<std::string>(known->good->source.text) : files_.Look(path).text;
    HPDL_TRY(text);
    const Result<FileOutcome> outcome = process_.Evaluate(RequestOf(path, *text), &world);
    HPDL_TRY(outcome);
    known->generation = process_.generation();
  }
  const Result<Result<Properties>> properties =
      process_.PropertiesOf({path, workflow.id, slot, settings_.clock()}, &world);
  return properties ? *properties : properties.error();
}

}  // namespace hpdl::rt::celos
