#ifndef HPDL_RUNTIME_COORDINATOR_ENGINE_TESTING_WRITTEN_COORDINATOR_H_
#define HPDL_RUNTIME_COORDINATOR_ENGINE_TESTING_WRITTEN_COORDINATOR_H_

#include <cstdint>
#include <string>
#include <utility>

#include "runtime/abi/hpdl_coordinator.h"
#include "runtime/coordinator/time_functions.h"
#include "runtime/coordinator_engine/testing/written_texts.h"

namespace hpdl::rt {

/// A coordinator of constant texts: hourly from 2024-01-01T00:00Z, in UTC.
class WrittenCoordinator {
 public:
  explicit WrittenCoordinator(int hours) {
    written_.definition.name = Text("c");
    written_.frequency = Text("60");
    written_.start = Text("2024-01-01T00:00Z");
    written_.end = Text(WriteTime(*ReadTime("2024-01-01T00:00Z") + hours * std::int64_t{3600}));
    written_.timezone = Text("UTC");
    written_.timeout = written_.concurrency = written_.execution = written_.throttle = HPDL_NONE;
    written_.app_path = Text("file:///wf");
    written_.workflow = HPDL_NONE;
  }
  void Concurrency(const char* text) { written_.concurrency = Text(text); }
  void Execution(const char* text) { written_.execution = Text(text); }
  void Throttle(const char* text) { written_.throttle = Text(text); }
  void Timeout(const char* text) { written_.timeout = Text(text); }
  /// Each action wants the data of one time.
  void WantData() {
    dataset_.name = {"d", 1};
    dataset_.frequency = Text("60");
    dataset_.initial_instance = Text("2023-12-01T00:00Z");
    dataset_.timezone = Text("UTC");
    dataset_.uri_template = Text("file:///data/${HOUR}");
    dataset_.done_flag = HPDL_NONE;
    instance_.text = Text("2024-01-01T00:00Z");
    instance_.deferred = HPDL_NONE;
    event_.name = {"in", 2};
    event_.dataset = Text("d");
    event_.instances = &instance_;
    event_.instance_count = 1;
    written_.datasets = &dataset_;
    written_.dataset_count = 1;
    written_.inputs = &event_;
    written_.input_count = 1;
  }
  const hpdl_coordinator& Get() {
    texts_.SetIn(&written_.definition);
    return written_;
  }

 private:
  std::uint32_t Text(std::string text) { return texts_.Add(std::move(text)); }

  WrittenTexts texts_;
  hpdl_coordinator written_{};
  hpdl_dataset dataset_{};
  hpdl_instance instance_{};
  hpdl_event event_{};
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_COORDINATOR_ENGINE_TESTING_WRITTEN_COORDINATOR_H_
