#include "runtime/rules/coordinator/event_instances.h"

#include <utility>

#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/rules/coordinator/instance_call.h"
#include "runtime/rules/coordinator/instance_uri.h"

namespace hpdl::rt {
namespace {

Error TooLong() {
  return {ErrorClass::kFatal, "E1010",
          "the URIs of an action's data are longer in all than " +
              std::to_string(kMostUriBytes >> 20) + " MiB"};
}

std::size_t BytesOf(const std::string& uri) {
  return uri.size() + sizeof(std::string);
}

/// Evaluates one event of one action.
class EventInstances {
 public:
  EventInstances(const DefinedEvent& event, const CoordinatorTexts& texts, ActionView* view)
      : event_(*event.written),
        dataset_(event.dataset),
        texts_(texts),
        view_(*view),
        interpreted_(InterpretedBytes(dataset_)) {
    view_.dataset = &dataset_;
  }

  Result<EventData> Data() {
    data_.name = ToView(event_.name);
    data_.dataset = dataset_.name;
    data_.done_flag = dataset_.done_flag;
    data_.nocleanup = event_.nocleanup != 0;
    HPDL_TRY(event_.is_range != 0 ? AddRange() : AddInstances());
    if (!data_.deferred.empty()) {
      data_.uri_template = dataset_.uri_template;
    }
    return std::move(data_);
  }

  /// Reads the calls once more, because their arguments are not kept with the action.
  Result<DeferredData> Deferred() {
    DeferredData deferred;
    deferred.complete = true;
    if (event_.is_range != 0) {
      const Result<InstanceRange> range = RangeOfEvent();
      HPDL_TRY(range);
      HPDL_TRY(AddFound(*range, &deferred));
      return deferred;
    }
    for (std::uint32_t i = 0; i < event_.instance_count; ++i) {
      CoordinatorNotes notes;
      const Result<std::string> text = texts_.Of(event_.instances[i], &view_, &notes);
      HPDL_TRY(text);
      if (!notes.written_back) {
        continue;
      }
      DeferredData found;
      HPDL_TRY(AddParts(*text, &found));
      if (found.complete) {
        deferred.uris.insert(deferred.uris.end(), found.uris.begin(), found.uris.end());
      }
      deferred.complete = deferred.complete && found.complete;
    }
    return deferred;
  }

 private:
  Result<void> AddInstances() {
    for (std::uint32_t i = 0; i < event_.instance_count; ++i) {
      CoordinatorNotes notes;
      const Result<std::string> text = texts_.Of(event_.instances[i], &view_, &notes);
      HPDL_TRY(text);
      if (notes.written_back && NamesDeferredCall(*text)) {
        data_.deferred.push_back("${" + *text + "}");
        continue;
      }
      for (const std::string_view part : Split(*text, '#')) {
        HPDL_TRY(AddTime(part, &data_.uris));
      }
    }
    return {};
  }

  /// Adds the URIs of the parts of `text`, which are separated by `#`. A part is a time or a call
  /// that waits for data.
  Result<void> AddParts(std::string_view text, DeferredData* found) {
    found->complete = true;
    for (const std::string_view part : Split(text, '#')) {
      const Result<std::optional<InstanceRange>> range = ReadDeferredCall(part);
      HPDL_TRY(range);
      HPDL_TRY(*range ? AddFound(**range, found) : AddTime(part, &found->uris));
    }
    return {};
  }

  Result<void> AddTime(std::string_view text, std::vector<std::string>* uris) {
    const Result<std::int64_t> time = ReadTime(text);
    HPDL_TRY(time);
    return AddUri(*time, uris);
  }

  Result<void> AddRange() {
    const Result<InstanceRange> range = RangeOfEvent();
    HPDL_TRY(range);
    const auto& [first, last] = *range;
    const std::string ends = std::to_string(first.n) + "," + std::to_string(last.n);
    if (first.kind == InstanceBound::Kind::kLatest) {
      data_.deferred.push_back("${coord:latestRange(" + ends + ")}");
      return {};
    }
    if (first.kind == InstanceBound::Kind::kFuture) {
      data_.deferred.push_back("${coord:futureRange(" + ends + "," + std::to_string(last.limit) +
                               ")}");
      return {};
    }
    const Result<Instances> instances = RangeOf(dataset_, view_.times, first, last);
    HPDL_TRY(instances);
    return AddUris(*instances, &data_.uris);
  }

  /// Adds the URIs of the instances in `range` that were found.
  Result<void> AddFound(const InstanceRange& range, DeferredData* deferred) {
    const auto& [first, last] = range;
    const IsThere is_there = [this](std::int64_t instance) { return view_.HasData(instance); };
    const Result<FoundInstances> found =
        first.kind == InstanceBound::Kind::kLatest
            ? LatestInstances(dataset_, view_.times, first.n, last.n, is_there)
            : FutureInstances(dataset_, view_.times, first.n, last.n, last.limit, is_there);
    HPDL_TRY(found);
    deferred->complete = deferred->complete && found->complete;
    return AddUris(found->instances, &deferred->uris);
  }

  Result<void> AddUris(const Instances& instances, std::vector<std::string>* uris) {
    for (const std::int64_t instance : instances) {
      HPDL_TRY(AddUri(instance, uris));
    }
    return {};
  }

  Result<void> AddUri(std::int64_t instance, std::vector<std::string>* uris) {
    Result<std::string> uri = UriOf(dataset_, instance);
    HPDL_TRY(uri);
    uris->push_back(std::move(*uri));
    bytes_ += BytesOf(uris->back()) + interpreted_;
    return bytes_ > kMostUriBytes ? Result<void>(TooLong()) : Result<void>();
  }

  Result<InstanceRange> RangeOfEvent() const {
    const Result<InstanceBound> first = BoundOf(event_.instances[0]);
    HPDL_TRY(first);
    const Result<InstanceBound> last = BoundOf(event_.instances[1]);
    HPDL_TRY(last);
    HPDL_TRY(CheckRange(*first, *last));
    return InstanceRange{*first, *last};
  }

  Result<InstanceBound> BoundOf(std::uint32_t instance) const {
    const Result<std::string> text = texts_.Of(instance, &view_, nullptr);
    HPDL_TRY(text);
    const Result<std::optional<InstanceBound>> bound = ReadBound(*text);
    HPDL_TRY(bound);
    return *bound ? Result<InstanceBound>(**bound)
                  : Error{ErrorClass::kError, "E1010", std::string(kNoBound)};
  }

  const hpdl_event& event_;
  const Dataset& dataset_;
  const CoordinatorTexts& texts_;
  ActionView& view_;
  EventData data_;
  std::size_t bytes_ = 0;  ///< the total size of the URIs and of the interpreted texts so far
  /// The size of the text that is interpreted for each URI, in bytes.
  const std::size_t interpreted_;
};

}  // namespace

Result<void> UriCount::Add(const EventData& data) {
  for (const std::string& uri : data.uris) {
    bytes_ += BytesOf(uri);
  }
  return bytes_ > kMostUriBytes ? Result<void>(TooLong()) : Result<void>();
}

Result<EventData> DataOf(const DefinedEvent& event, const CoordinatorTexts& texts,
                         ActionView* view) {
  return EventInstances(event, texts, view).Data();
}

Result<std::vector<EventData>> DataOf(const std::vector<DefinedEvent>& events,
                                      const CoordinatorTexts& texts, ActionView* view) {
  std::vector<EventData> all;
  UriCount count;
  for (const DefinedEvent& event : events) {
    Result<EventData> data = DataOf(event, texts, view);
    HPDL_TRY(data);
    HPDL_TRY(count.Add(*data));
    all.push_back(std::move(*data));
  }
  return all;
}

Result<DeferredData> FindDeferred(const DefinedEvent& event, const CoordinatorTexts& texts,
                                  ActionView* view) {
  return EventInstances(event, texts, view).Deferred();
}

}  // namespace hpdl::rt
