#include "runtime/programs/celos_program/schedules.h"

#include <cstring>

#include "runtime/engines/celos_scripts/outcome_frames.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/current_user.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/programs/celos_program/property_functions.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/rules/celos/slot_commands.h"

namespace hpdl::rt::celos {
namespace {

/// Returns the properties of a slot: the fixed properties of its workflow, or the result of the
/// workflow's property function.
class KnownProperties final : public PropertySource {
 public:
  explicit KnownProperties(std::unique_ptr<PropertySource> functions)
      : functions_(std::move(functions)) {}
  Result<Properties> PropertiesOf(const Workflow& workflow, ScheduledTime slot) override {
    if (workflow.service.properties) {
      return *workflow.service.properties;
    }
    if (functions_ == nullptr) {
      return Error{ErrorClass::kError, "",
                   "the program does not have the functions that give the properties of slots"};
    }
    return functions_->PropertiesOf(workflow, slot);
  }

 private:
  const std::unique_ptr<PropertySource> functions_;
};

/// Puts into the key of each submission the id that its job would have in this program.
class IntentsWithIds final : public Intents {
 public:
  IntentsWithIds(Intents& kept, StateDirectory& state) : kept_(kept), state_(state) {}
  Result<void> Put(const Submission& submission) override { return kept_.Put(submission); }
  Result<void> Remove(const SlotId& slot) override { return kept_.Remove(slot); }
  std::vector<Submission> Of(const std::string& workflow) override { return kept_.Of(workflow); }
  std::string NewKey() override {
    const Result<std::string> id = state_.NewJobId(CurrentUser());
    return id ? KeyWith(*id, kept_.NewKey()) : kept_.NewKey();
  }
  std::int64_t NowMs() override { return kept_.NowMs(); }

 private:
  Intents& kept_;
  StateDirectory& state_;
};

}  // namespace

Result<DefinedScripts> ReadDefined(const hpdl_celos& celos) {
  const std::optional<FileOutcome> outcome = ReadOutcome(ToView(celos.defined));
  if (!outcome) {
    return Error{ErrorClass::kFatal, "", "the definitions in this program cannot be read"};
  }
  DefinedScripts defined;
  for (const Workflow& workflow : outcome->workflows) {
    defined.configuration.workflows.emplace(workflow.id, workflow);
  }
  for (std::uint32_t i = 0; i < celos.start_count; ++i) {
    const hpdl_celos_start& start = celos.starts[i];
    const std::string id(ToView(start.id));
    std::string& url = defined.configuration.workflows.at(id).service.url;
    defined.starts[id] = {start.workflow, std::string(ToView(start.app_path)), url};
    url = std::string(kOwnService) + id;
  }
  return defined;
}

std::string PlaceOf(const StateDirectory& state, const hpdl_celos& celos) {
  return state.name() + "/celos/" + std::string(ToView(celos.name));
}

Result<std::string> MakePlace(const StateDirectory& state, const hpdl_celos& celos) {
  std::string place = PlaceOf(state, celos);
  if (const int error = MakeDirectories(place); error != 0) {
    return Error{ErrorClass::kError, "", place + ": " + std::strerror(error)};
  }
  return place;
}

Result<SlotsInHand> SlotsInHand::Take(const std::string& place) {
  Result<LockedFile> lock = LockedFile::Await(place + "/slots.lock");
  HPDL_TRY(lock);
  Result<std::unique_ptr<SlotDatabase>> database = SlotDatabase::Open(place + "/slots.db");
  HPDL_TRY(database);
  return SlotsInHand(std::move(*lock), std::move(*database));
}

Result<std::unique_ptr<Schedules>> Schedules::Open(const hpdl_program& program,
                                                   const hpdl_celos& celos, StateDirectory& state,
                                                   Settings settings, StepLog& log) {
  Result<Site> site = Site::Load(settings.run.site_path);
  HPDL_TRY(site);
  Result<DefinedScripts> defined = ReadDefined(celos);
  HPDL_TRY(defined);
  Result<std::string> place = MakePlace(state, celos);
  HPDL_TRY(place);
  return std::unique_ptr<Schedules>(new Schedules(program, celos, state, std::move(settings), log,
                                                  std::move(*site), std::move(*defined),
                                                  std::move(*place)));
}

Schedules::Schedules(const hpdl_program& program, const hpdl_celos& celos, StateDirectory& state,
                     Settings settings, StepLog& log, Site site, DefinedScripts defined,
                     std::string place)
    : state_(state),
      log_(log),
      site_(std::move(site)),
      world_(program, site_, settings.run.site_path),
      defined_(std::move(defined)),
      place_(std::move(place)),
      own_(program, state, std::move(settings.run)) {
  if (world_.network() != nullptr) {
    others_ = std::make_unique<OozieWebService>(world_.loop(), *world_.network(), settings.oozies,
                                                CurrentUser());
  } else {
    others_ = std::make_unique<NoService>();
  }
  properties_ = std::make_unique<KnownProperties>(
      celos.evaluator == nullptr ? nullptr
                                 : celos.evaluator->functions->open(celos, world_.files()));
  services_ = std::make_unique<Services>(own_, *others_, defined_.starts);
}

Schedules::~Schedules() {
  world_.End();
}

Result<void> Schedules::Step(ScheduledTime now, const std::set<std::string>& ids) {
  Result<SlotsInHand> slots = SlotsInHand::Take(place_);
  HPDL_TRY(slots);
  IntentsWithIds intents(slots->database(), state_);
  SteppedStore store(slots->database());
  SteppedStore::Change change(store);
  Scheduler scheduler(defined_.configuration, {change, *services_, intents, *properties_,
                                               world_.files(), log_, &slots->database()});
  return scheduler.Step(now, ids);
}

Result<void> Schedules::Rerun(const Workflow& workflow, ScheduledTime time) {
  Result<SlotsInHand> slots = SlotsInHand::Take(place_);
  HPDL_TRY(slots);
  ScheduleTimes times(defined_.configuration);
  return RerunSlot(workflow, time, {NowMs()}, times, slots->database(), log_);
}

Result<void> Schedules::Kill(const Workflow& workflow, ScheduledTime time) {
  Result<SlotsInHand> slots = SlotsInHand::Take(place_);
  HPDL_TRY(slots);
  ScheduleTimes times(defined_.configuration);
  return KillSlot(workflow, time, times, slots->database(), *services_, log_, &slots->database());
}

}  // namespace hpdl::rt::celos
