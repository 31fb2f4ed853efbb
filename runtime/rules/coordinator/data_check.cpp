#include "runtime/rules/coordinator/data_check.h"

#include <algorithm>
#include <set>
#include <utility>

#include "runtime/ground/abi/text_view.h"
#include "runtime/rules/coordinator/input_logic.h"
#include "runtime/rules/coordinator/instance_uri.h"

namespace hpdl::rt {
namespace {

/// The maximum number of paths in DataVerdict::ask. It is small, because the results of some
/// look-ups may make other look-ups unnecessary.
constexpr std::size_t kMostAsked = 64;
/// The maximum number of missing paths in DataVerdict::watch.
constexpr std::size_t kMostWatched = 64;

class DataCheck final : public LogicData {
 public:
  DataCheck(const DefinedCoordinator& defined, const CoordinatorTexts& texts,
            const WaitingAction& action, std::int64_t now, const KnownPath& known)
      : defined_(defined), texts_(texts), action_(action), now_(now), known_(known) {
    view_.times = action.times;
    view_.id = action.id;
    verdict_.inputs = action.inputs;
  }

  Result<DataVerdict> Run() {
    const Result<void> checked = defined_.logic.empty() ? CheckAll() : CheckLogic();
    if (!checked && ask_.empty()) {
      return checked.error();
    }
    if (!ask_.empty()) {
      verdict_.state = DataVerdict::State::kAsk;
      verdict_.ask.assign(ask_.begin(), ask_.end());
    }
    return std::move(verdict_);
  }

  const std::vector<std::string>& Uris(std::size_t input) override { return Input(input).uris; }
  bool IsDeferred(std::size_t input) override { return !Input(input).deferred.empty(); }

  Result<bool> IsThere(std::size_t input, std::size_t uri) override {
    const EventData& event = Input(input);
    const std::string path = DonePath(event.uris[uri], event.done_flag);
    if (!missing_.contains(path)) {
      return true;  // an earlier check found the path
    }
    const Result<bool> there = Look(path);
    HPDL_TRY(there);
    if (*there) {
      missing_.erase(path);
    } else {
      Watch(path);
    }
    return *there;
  }

  Result<DeferredData> Deferred(std::size_t input) override {
    const DefinedEvent& event = defined_.inputs[input];
    view_.is_there = [&](std::int64_t instance) -> Result<bool> {
      const Result<std::string> path = DonePathOf(event.dataset, instance);
      HPDL_TRY(path);
      const Result<bool> there = Look(*path);
      if (there && !*there) {
        Watch(*path);
      }
      return there;
    };
    return FindDeferred(event, texts_, &view_);
  }

 private:
  /// Returns an input from the action's row, which has the inputs in the order of the definition.
  /// If the input is not in the row, returns an input without data.
  const EventData& Input(std::size_t input) const {
    static const EventData kNone;
    return input < verdict_.inputs.size() ? verdict_.inputs[input] : kNone;
  }

  /// Returns true if a path exists. If the path was not looked up yet, adds it to `ask_` and
  /// returns false. Fails if `ask_` is full: then the paths in `ask_` must be looked up first.
  Result<bool> Look(const std::string& path) {
    const Result<std::optional<bool>> there = known_(path);
    HPDL_TRY(there);
    if (*there) {
      return **there;
    }
    if (ask_.size() >= kMostAsked) {
      return Error{ErrorClass::kTransient, "", "other paths must be checked first"};
    }
    ask_.insert(path);
    return false;
  }

  void Watch(const std::string& path) {
    if (verdict_.watch.size() < kMostWatched) {
      verdict_.watch.push_back(path);
    }
  }

  /// Checks the data of an action without an input logic.
  Result<void> CheckAll() {
    MissingData& missing = verdict_.missing;
    missing = action_.missing;
    std::vector<std::string>& paths = missing.paths;
    std::size_t found = 0;
    for (; found < paths.size(); ++found) {
      const Result<std::optional<bool>> there = known_(paths[found]);
      HPDL_TRY(there);
      if (!*there) {
        const std::size_t end = std::min(paths.size(), found + kMostAsked);
        return AskUnknown(paths, found, end);
      }
      if (!**there) {
        break;
      }
    }
    paths.erase(paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(found));
    if (!paths.empty()) {
      Watch(paths.front());
      return {};
    }
    if (missing.deferred.empty()) {  // no call that waits for data is left
      verdict_.state = DataVerdict::State::kComplete;
      return {};
    }
    return CheckDeferred();
  }

  Result<void> AskUnknown(const std::vector<std::string>& paths, std::size_t begin,
                          std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Result<std::optional<bool>> there = known_(paths[i]);
      HPDL_TRY(there);
      if (!*there) {
        ask_.insert(paths[i]);
      }
    }
    return {};
  }

  Result<void> CheckDeferred() {
    bool complete = true;
    std::vector<std::vector<std::string>> found(verdict_.inputs.size());
    for (std::size_t i = 0; i < verdict_.inputs.size() && i < defined_.inputs.size(); ++i) {
      if (!IsDeferred(i)) {
        continue;
      }
      Result<DeferredData> data = Deferred(i);
      HPDL_TRY(data);
      complete = complete && data->complete;
      found[i] = std::move(data->uris);
    }
    if (complete && ask_.empty()) {
      for (std::size_t i = 0; i < found.size(); ++i) {
        verdict_.inputs[i].found = std::move(found[i]);
      }
      verdict_.missing = {};
      verdict_.state = DataVerdict::State::kComplete;
    }
    return {};
  }

  Result<void> CheckLogic() {
    missing_.insert(action_.missing.paths.begin(), action_.missing.paths.end());
    const std::int64_t begin = std::max(action_.times.nominal, action_.made);
    Result<LogicOutcome> outcome = EvaluateLogic(defined_, false, begin, now_, this);
    HPDL_TRY(outcome);
    if (outcome->state == LogicResult::State::kLater && ask_.empty()) {
      outcome = EvaluateLogic(defined_, true, begin, now_, this);
      HPDL_TRY(outcome);
    }
    KeepMissing();
    if (outcome->state == LogicResult::State::kTrue) {
      verdict_.by_element = std::move(outcome->by_element);
      verdict_.missing.deferred.clear();
      verdict_.state = DataVerdict::State::kComplete;
    } else if (outcome->state == LogicResult::State::kWaits && outcome->until != 0) {
      verdict_.until = outcome->until;
    }
    return {};
  }

  /// Sets the missing paths of the result, in the same order as in the previous check.
  void KeepMissing() {
    MissingData& missing = verdict_.missing;
    missing.by_logic = true;
    missing.deferred = action_.missing.deferred;
    for (const std::string& path : action_.missing.paths) {
      if (missing_.contains(path)) {
        missing.paths.push_back(path);
      }
    }
  }

  const DefinedCoordinator& defined_;
  const CoordinatorTexts& texts_;
  const WaitingAction& action_;
  const std::int64_t now_;
  const KnownPath& known_;
  ActionView view_;
  DataVerdict verdict_;
  std::set<std::string> ask_;
  std::set<std::string> missing_;  ///< the missing paths; used only with an input logic
};

std::string Joined(const std::vector<std::string>& uris) {
  std::string text;
  for (const std::string& uri : uris) {
    text.append(text.empty() ? "" : ",").append(uri);
  }
  return text;
}

}  // namespace

Result<DataVerdict> CheckData(const DefinedCoordinator& defined, const CoordinatorTexts& texts,
                              const WaitingAction& action, std::int64_t now,
                              const KnownPath& known) {
  return DataCheck(defined, texts, action, now, known).Run();
}

std::map<std::string, EventUris, std::less<>> InputUris(const DefinedCoordinator& defined,
                                                        const DataVerdict& verdict) {
  std::map<std::string, EventUris, std::less<>> uris;
  const bool by_logic = !defined.logic.empty();
  for (const EventData& event : verdict.inputs) {
    std::vector<std::string> all = event.uris;
    all.insert(all.end(), event.found.begin(), event.found.end());
    uris[event.name] = {Joined(all), by_logic && !event.deferred.empty()};
  }
  for (const DefinedLogic& element : defined.logic) {
    if (!element.name.empty()) {
      const auto found = verdict.by_element.find(element.name);
      const bool is_true = found != verdict.by_element.end();
      uris[element.name] = {is_true ? Joined(found->second) : "", !is_true};
    }
  }
  return uris;
}

std::map<std::string, EventUris, std::less<>> OutputUris(const std::vector<EventData>& outputs) {
  std::map<std::string, EventUris, std::less<>> uris;
  for (const EventData& event : outputs) {
    uris[event.name] = {Joined(event.uris), false};
  }
  return uris;
}

}  // namespace hpdl::rt
