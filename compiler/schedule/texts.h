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

/// Evaluates the texts of a coordinator before its program exists. The values are the same as in
/// the program. The argument `expression` of Of() is the index of the text's value in the hir.
class Texts final : public rt::CoordinatorTexts, public rt::RunView {
 public:
  /// Borrows `coordinator` and `values`, the known properties. If `write_unknown` is true, URIs
  /// contain unknown properties as they are written, such as `${nameNode}`.
  Texts(const hir::Coordinator& coordinator, const std::map<std::string, std::string>& values,
        bool write_unknown);
  Texts(const Texts&) = delete;
  Texts& operator=(const Texts&) = delete;

  const sema::KnownTexts& known() const { return known_; }

  /// Returns the value of a text, or "" if the definition does not have the text. If a text depends
  /// on properties that are not given, the error names the text.
  rt::Result<std::string> Of(std::uint32_t expression, const rt::CoordinatorView* view,
                             rt::CoordinatorNotes* notes) const override;

  /// Returns the names whose `${NAME}` stays in URIs: the unknown properties, if URIs contain them
  /// as they are written. Values of known properties may refer to them, too.
  std::vector<std::string> UnknownNames() const;

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
  /// `values_` and, for each unknown property NAME, the value `${NAME}`.
  std::map<std::string, std::string> with_unknown_;
  const sema::KnownTexts known_, written_;
  /// Maps the index of each text to a description of its place in the definition, for error
  /// messages.
  std::map<std::uint32_t, std::string> places_;
  std::unordered_set<std::uint32_t> uris_;  ///< texts that are uri-templates
  const bool write_unknown_;
  rt::JobIdentity identity_;
  /// The argument `view` of the running call of Of().
  mutable const rt::CoordinatorView* view_ = nullptr;
};

}  // namespace hpdl::schedule

#endif  // HPDL_COMPILER_SCHEDULE_TEXTS_H_
