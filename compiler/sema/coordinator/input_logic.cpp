#include <algorithm>
#include <charconv>
#include <utility>

#include "compiler/sema/coordinator/submission.h"

namespace hpdl::sema {
namespace {

const hir::DataEvent* InputOf(const Submission& s, const hir::Logic& logic) {
  const KnownText name = s.known.Of(logic.dataset);
  const auto found = name ? s.lookups.inputs.find(name.text) : s.lookups.inputs.end();
  return found == s.lookups.inputs.end() ? nullptr : found->second;
}

void CheckInput(const Submission& s, const hir::Logic& logic) {
  const KnownText name = s.known.Of(logic.dataset);
  if (!logic.dataset.valid() || s.RangeOf(logic.dataset) == Range() || !name ||
      InputOf(s, logic) != nullptr) {
    return;
  }
  NameHint hint = HintFor(s, s.RangeOf(logic.dataset), name.text, s.lookups.input_names);
  s.reporter
      .Emit(DiagnosticKind::kBadInputLogic, s.RangeOf(logic.dataset),
            "there is no data-in " + Quoted(name.text) +
                ", so an action that needs it never becomes ready, and a dry run fails" + hint.text)
      .fix = std::move(hint.fix);
}

/// True if the instances of an event are known only when their data exist.
bool Waits(const hir::DataEvent& event) {
  return std::any_of(event.instances.begin(), event.instances.end(),
                     [](const hir::Instance& each) { return each.waits; });
}

/// True if the text of an instance certainly gives one instance, or none before the first instance
/// of the data set. A function such as coord:currentRange gives several instances.
bool IsSingle(const Submission& s, const hir::Instance& instance) {
  const auto bound = KnownBoundOf(s, instance);
  return bound && (bound->kind == rt::InstanceBound::Kind::kCurrent ||
                   bound->kind == rt::InstanceBound::Kind::kOffset);
}

/// Returns the number of instances of an event, or nullopt if it is not certain.
std::optional<std::size_t> CountOf(const Submission& s, const hir::DataEvent& event) {
  const bool certain =
      !event.is_range && std::all_of(event.instances.begin(), event.instances.end(),
                                     [&](const auto& each) { return IsSingle(s, each); });
  return certain ? std::optional(event.instances.size()) : std::nullopt;
}

void CheckCombine(const Submission& s, std::size_t at) {
  const std::vector<hir::Logic>& all = s.coordinator.logic;
  std::optional<std::size_t> count;
  for (std::size_t i = at + 1; i < all[at].end; ++i) {
    const hir::DataEvent* event = InputOf(s, all[i]);
    if (event == nullptr) {
      return;
    }
    if (Waits(*event)) {
      s.reporter.Emit(DiagnosticKind::kUnsatisfiableLogic, all[i].range,
                      "combine never becomes true with " + Quoted(event->name) +
                          ", whose instances are known only when their data exists");
      return;
    }
    const std::optional<std::size_t> own = CountOf(s, *event);
    if (own && count && *own != *count) {
      s.reporter.Emit(DiagnosticKind::kUnsatisfiableLogic, all[i].range,
                      "combine takes data sets with the same number of instances; " +
                          Quoted(event->name) + " has " + std::to_string(*own) + ", not " +
                          std::to_string(*count));
      return;
    }
    count = own ? own : count;
  }
}

void CheckMin(const Submission& s, const hir::Logic& logic) {
  const KnownText text = s.known.Of(logic.min);
  const hir::DataEvent* event = InputOf(s, logic);
  std::size_t min = 0;
  const auto [end, error] =
      std::from_chars(text.text.data(), text.text.data() + text.text.size(), min);
  if (!text || event == nullptr || error != std::errc() ||
      end != text.text.data() + text.text.size()) {
    return;
  }
  const std::optional<std::size_t> count = CountOf(s, *event);
  if (count && min > *count) {
    s.reporter.Emit(DiagnosticKind::kUnsatisfiableLogic, s.RangeOf(logic.min),
                    "min asks for " + std::to_string(min) + " instances, but " +
                        Quoted(event->name) + " has only " + std::to_string(*count) +
                        ", so it needs all of them");
  }
}

}  // namespace

void CheckInputLogic(const Submission& s) {
  for (std::size_t i = 0; i < s.coordinator.logic.size(); ++i) {
    const hir::Logic& logic = s.coordinator.logic[i];
    CheckInput(s, logic);
    CheckMin(s, logic);
    if (logic.kind == hir::LogicKind::kCombine) {
      CheckCombine(s, i);
    }
  }
}

}  // namespace hpdl::sema
