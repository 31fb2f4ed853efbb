#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_PROGRAM_TEXTS_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_PROGRAM_TEXTS_H_

#include <string>
#include <string_view>

#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/ground/value/eval.h"
#include "runtime/rules/coordinator/definition.h"

namespace hpdl::rt {

/// The expressions of a program's definition, evaluated with the properties of a job.
class ProgramTexts final : public CoordinatorTexts, public RunView {
 public:
  /// `definition` must outlive this object.
  ProgramTexts(const hpdl_definition& definition, Properties properties);

  Result<std::string> Of(std::uint32_t expression, const CoordinatorView* view,
                         CoordinatorNotes* notes) const override;

  std::uint32_t dialect() const override { return HPDL_DIALECT_OOZIE; }
  const JobIdentity& job() const override { return identity; }
  const std::string* Property(std::string_view name) const override;
  const NodeRecord* Node(std::string_view) const override { return nullptr; }
  std::optional<std::string> LastErrorNode() const override { return std::nullopt; }
  std::string_view CurrentNode() const override { return {}; }
  std::string CallbackBase() const override { return {}; }
  std::string_view ParameterName(std::uint32_t index) const override;
  const CoordinatorView* coordinator() const override { return view_; }

  const Properties& properties() const { return properties_; }

  JobIdentity identity;

 private:
  const hpdl_definition& definition_;
  const Properties properties_;
  /// The argument `view` of the running call of Of().
  mutable const CoordinatorView* view_ = nullptr;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_PROGRAM_TEXTS_H_
