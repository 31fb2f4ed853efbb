#ifndef HPDL_COMPILER_SCHEDULE_TEXTS_H_
#define HPDL_COMPILER_SCHEDULE_TEXTS_H_

#include <map>
#include <string>
#include <string_view>
#include <unordered_set>

#include "compiler/hir/coordinator.h"
#include "compiler/sema/coordinator/known.h"
#include "runtime/ground/value/eval.h"
#include "runtime/rules/coordinator/definition.h"

namespace hpdl::schedule {

/// Evaluates the texts of a coordinator, as its program does, before there is one. Expressions are
/// the numbers of values of the hir.
class Texts final : public rt::CoordinatorTexts, public rt::RunView {
 public:
  /// `coordinator` and `values`, the properties that are known, are borrowed. `write_unknown`: URIs
  /// have properties that are not known as they are written, `${nameNode}`.
  Texts(const hir::Coordinator& coordinator, const std::map<std::string, std::string>& values,
        bool write_unknown);
  Texts(const Texts&) = delete;
  Texts& operator=(const Texts&) = delete;

  const sema::KnownTexts& known() const { return known_; }

  /// The value of a text that is not written is empty. The error says which text depends on
  /// properties that are not given.
  rt::Result<std::string> Of(std::uint32_t expression, const rt::CoordinatorView* view,
                             rt::CoordinatorNotes* notes) const override;

  std::uint32_t dialect() const override { return HPDL_DIALECT_OOZIE; }
  const rt::JobIdentity& job() const override { return identity_; }
  const std::string* Property(std::string_view name) const override;
  const rt::NodeRecord* Node(std::string_view) const override { return nullptr; }
  std::optional<std::string> LastErrorNode() const override { return std::nullopt; }
  std::string_view CurrentNode() const override { return {}; }
  std::string CallbackBase() const override { return {}; }
  std::string_view ParameterName(std::uint32_t index) const override;
  const rt::CoordinatorView* coordinator() const override { return view_; }

 private:
  rt::Result<std::string> OfJob(hir::ValueId id, rt::CoordinatorNotes* notes) const;
  rt::Result<std::string> OfAction(const hir::Value& value, rt::CoordinatorNotes* notes) const;
  void NamePlaces();

  const hir::Coordinator& coordinator_;
  const std::map<std::string, std::string>& values_;
  std::map<std::string, std::string> with_unknown_;  ///< and what is not known as it is written
  const sema::KnownTexts known_, written_;
  std::map<std::uint32_t, std::string> places_;  ///< what the texts of the job are
  std::unordered_set<std::uint32_t> uris_;       ///< texts that are a uri-template
  const bool write_unknown_;
  rt::JobIdentity identity_;
  mutable const rt::CoordinatorView* view_ = nullptr;  ///< of the evaluation that is going on
};

}  // namespace hpdl::schedule

#endif  // HPDL_COMPILER_SCHEDULE_TEXTS_H_
