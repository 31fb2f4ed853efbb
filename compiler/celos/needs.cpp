#include "compiler/celos/needs.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "compiler/base/budget.h"

namespace hpdl::celos {
namespace {

using rt::celos::AlwaysTrigger;
using rt::celos::AndTrigger;
using rt::celos::DelayTrigger;
using rt::celos::HdfsCheckTrigger;
using rt::celos::NotTrigger;
using rt::celos::OffsetTrigger;
using rt::celos::OrTrigger;
using rt::celos::SuccessTrigger;
using rt::celos::Trigger;
using rt::celos::TriggerPtr;

/// Finds the conditions of a trigger that must hold before a slot can be submitted. `offset` is the
/// number of seconds from the slot's time to the time for which the trigger is evaluated.
class NeedFinder {
 public:
  explicit NeedFinder(std::int64_t offset) : offset_(offset) {}

  Needs operator()(const AlwaysTrigger& /*trigger*/) const { return {}; }
  Needs operator()(const AndTrigger& trigger) const {
    Needs all;
    for (const TriggerPtr& part : trigger.parts) {
      Needs needs = Of(part);
      all.slots.merge(needs.slots);
      all.delay = std::max(all.delay, needs.delay);
    }
    return all;
  }
  Needs operator()(const OrTrigger& trigger) const {
    Needs common;
    for (std::size_t i = 0; i < trigger.parts.size(); ++i) {
      Needs needs = Of(trigger.parts[i]);
      if (i == 0) {
        common = std::move(needs);
        continue;
      }
      std::erase_if(common.slots,
                    [&](const SlotNeed& slot) { return !needs.slots.contains(slot); });
      common.delay = std::min(common.delay, needs.delay);
    }
    return common;
  }
  Needs operator()(const NotTrigger& /*trigger*/) const { return {}; }
  Needs operator()(const DelayTrigger& trigger) const {
    return {{}, std::max<std::int64_t>(0, offset_ + trigger.seconds)};
  }
  Needs operator()(const OffsetTrigger& trigger) const {
    return NeedFinder(offset_ + trigger.seconds).Of(trigger.part);
  }
  Needs operator()(const SuccessTrigger& trigger) const {
    return {{{trigger.workflow, offset_}}, 0};
  }
  Needs operator()(const HdfsCheckTrigger& /*trigger*/) const { return {}; }

  Needs Of(const TriggerPtr& trigger) const {
    return trigger == nullptr ? Needs() : std::visit(*this, trigger->kind);
  }

 private:
  std::int64_t offset_;
};

void AddWaits(const TriggerPtr& trigger, Wait wait, std::vector<Wait>* waits) {
  if (trigger == nullptr) {
    return;
  }
  if (const auto* all = std::get_if<AndTrigger>(&trigger->kind)) {
    for (const TriggerPtr& part : all->parts) {
      AddWaits(part, wait, waits);
    }
  } else if (const auto* any = std::get_if<OrTrigger>(&trigger->kind)) {
    wait.any = wait.any || any->parts.size() > 1;
    for (const TriggerPtr& part : any->parts) {
      AddWaits(part, wait, waits);
    }
  } else if (const auto* none = std::get_if<NotTrigger>(&trigger->kind)) {
    wait.negated = !wait.negated;
    AddWaits(none->part, wait, waits);
  } else if (const auto* moved = std::get_if<OffsetTrigger>(&trigger->kind)) {
    wait.offset += moved->seconds;
    AddWaits(moved->part, wait, waits);
  } else if (std::holds_alternative<SuccessTrigger>(trigger->kind) ||
             std::holds_alternative<HdfsCheckTrigger>(trigger->kind)) {
    wait.trigger = trigger.get();
    waits->push_back(wait);
  }
}

/// The most steps of a search for circles. Without this limit, a short script that makes thousands
/// of workflows could use hours. A step looks at one arrow.
constexpr std::uint64_t kMostSteps = 50'000'000;

/// Finds circles of workflows that wait for each other, one circle after the other. Skips circles
/// whose offsets add up to less than zero. Finds fewer circles if the budget is used up.
class CircleFinder {
 public:
  explicit CircleFinder(const rt::celos::Configuration& configuration) {
    for (const auto& [id, workflow] : configuration.workflows) {
      index_.try_emplace(id, ids_.size());
      ids_.push_back(id);
    }
    for (const auto& [id, workflow] : configuration.workflows) {
      for (const SlotNeed& need : NeedFinder(0).Of(workflow.trigger).slots) {
        const auto found = index_.find(need.workflow);
        if (found != index_.end()) {
          arrows_.push_back({index_.at(id), found->second, need.offset});
        }
      }
    }
  }

  std::vector<std::vector<std::string>> All() {
    std::vector<std::vector<std::string>> circles;
    for (std::vector<std::size_t> circle = Next(); !circle.empty(); circle = Next()) {
      std::rotate(circle.begin(), std::min_element(circle.begin(), circle.end()), circle.end());
      std::vector<std::string>& names = circles.emplace_back();
      for (const std::size_t each : circle) {
        names.push_back(ids_[each]);
      }
      names.push_back(names.front());
      budget_.Take(arrows_.size() * circle.size());
      std::erase_if(arrows_, [&](const Arrow& arrow) {
        return std::find(circle.begin(), circle.end(), arrow.from) != circle.end() ||
               std::find(circle.begin(), circle.end(), arrow.to) != circle.end();
      });
    }
    std::sort(circles.begin(), circles.end());
    return circles;
  }

 private:
  struct Arrow {
    std::size_t from, to;
    std::int64_t offset;
  };

  /// Returns one circle in the order of its arrows. Returns an empty vector if there is no circle
  /// or the budget is used up. The function computes the longest paths with the algorithm of
  /// Bellman and Ford. If a path still grows after as many rounds as there are workflows, the path
  /// contains a circle.
  std::vector<std::size_t> Next() {
    // Each offset is multiplied by the scale, and each arrow adds 1. A circle whose offsets add up
    // to zero therefore grows too.
    const auto scale = static_cast<std::int64_t>(ids_.size() + 1);
    constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    std::vector<__int128> longest(ids_.size(), 0);
    std::vector<std::size_t> before(ids_.size(), kNone);
    std::size_t grown = kNone;
    for (std::size_t round = 0; round <= ids_.size(); ++round) {
      if (!budget_.Take(arrows_.size() + 1)) {
        return {};
      }
      grown = kNone;
      for (const Arrow& arrow : arrows_) {
        const __int128 way = longest[arrow.from] + static_cast<__int128>(arrow.offset) * scale + 1;
        if (way > longest[arrow.to]) {
          longest[arrow.to] = way;
          before[arrow.to] = arrow.from;
          grown = arrow.to;
        }
      }
      if (grown == kNone) {
        return {};
      }
    }
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      grown = before[grown];  // after ids_.size() steps back, `grown` is in the circle
    }
    std::vector<std::size_t> circle = {grown};
    for (std::size_t at = before[grown]; at != grown; at = before[at]) {
      circle.push_back(at);
    }
    std::reverse(circle.begin(), circle.end());
    return circle;
  }

  std::vector<std::string> ids_;
  std::map<std::string, std::size_t> index_;
  std::vector<Arrow> arrows_;
  Budget budget_{kMostSteps};
};

}  // namespace

Needs NeedsOf(const Trigger& trigger) {
  return std::visit(NeedFinder(0), trigger.kind);
}

std::vector<std::vector<std::string>> CirclesOf(const rt::celos::Configuration& configuration) {
  return CircleFinder(configuration).All();
}

std::vector<Wait> WaitsOf(const Trigger& trigger) {
  std::vector<Wait> waits;
  // AddWaits() reads only the parts of the trigger, so a shared pointer that does not own the
  // trigger is enough.
  AddWaits(TriggerPtr(TriggerPtr(), &trigger), {}, &waits);
  return waits;
}

}  // namespace hpdl::celos
