#ifndef HPDL_COMPILER_DRIVER_EVAL_EVAL_COORDINATOR_H_
#define HPDL_COMPILER_DRIVER_EVAL_EVAL_COORDINATOR_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/application/remote_files.h"
#include "compiler/driver/eval/context_json.h"
#include "runtime/rules/coordinator/instances.h"
#include "runtime/rules/coordinator/view.h"

namespace hpdl::driver {

/// The coordinator, data set and action of a context file.
class EvalCoordinator final : public rt::CoordinatorView {
 public:
  const rt::ActionTimes* Times() const override { return times_ ? &*times_ : nullptr; }
  std::string_view ActionId() const override { return action_id_; }
  const rt::Dataset* DataSet() const override { return dataset_ ? &*dataset_ : nullptr; }
  const rt::EventUris* DataIn(std::string_view name) const override;
  const rt::EventUris* DataOut(std::string_view name) const override;
  /// True if the data of the instance exists, on this machine or in HDFS.
  rt::Result<bool> HasData(std::int64_t instance) const override;

 private:
  friend class CoordinatorReader;
  using Events = std::map<std::string, rt::EventUris, std::less<>>;
  std::optional<rt::ActionTimes> times_;
  std::string action_id_;
  std::optional<rt::Dataset> dataset_;
  Events data_in_;
  Events data_out_;
};

/// Fills an EvalCoordinator.
class CoordinatorReader : private ContextJson {
 public:
  CoordinatorReader(EvalCoordinator* out, std::vector<std::string>* unknown)
      : ContextJson(unknown), out_(*out) {}

  /// Reads a context file; `root` must be an object. Returns false after an error.
  bool Read(const nlohmann::json& root);
  using ContextJson::error;
  std::string name;  ///< the name of the coordinator; "" if the file has no name

 private:
  bool ReadAction(const nlohmann::json& root);
  bool ReadDataset(const nlohmann::json& root);
  bool ReadEvents(const nlohmann::json& root, const char* key, EvalCoordinator::Events* out);
  bool Time(const nlohmann::json& object, const char* key, std::optional<std::int64_t>* out);
  bool Zone(const nlohmann::json& object, rt::TimeZone* out);
  bool Frequency(const nlohmann::json& object, rt::Period* out);

  EvalCoordinator& out_;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_EVAL_EVAL_COORDINATOR_H_
