#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/el/parse.h"
#include "compiler/hir/evaluate.h"
#include "compiler/sema/expression.h"
#include "runtime/ground/value/coerce.h"
#include "runtime/rules/coordinator/frequency.h"
#include "runtime/rules/coordinator/instances.h"
#include "stdlib/core/environment.h"

namespace {

using namespace hpdl;

/// Reads numbers from the front of the input. Returns 0 when the input is used up.
class Numbers {
 public:
  Numbers(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
  std::uint32_t Next(int bytes) {
    std::uint32_t number = 0;
    for (; bytes > 0 && left_ > 0; --bytes, --left_) {
      number = number << 8 | *data_++;
    }
    return number;
  }
  std::string_view Rest() const { return {reinterpret_cast<const char*>(data_), left_}; }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

/// A coordinator with any data set, any times and any data.
class AnyCoordinator final : public rt::RunView, public rt::CoordinatorView {
 public:
  explicit AnyCoordinator(Numbers* numbers) {
    dataset_.frequency.unit = static_cast<rt::Period::Unit>(numbers->Next(1) % 4);
    dataset_.frequency.begin = static_cast<rt::Period::Begin>(numbers->Next(1) % 4);
    dataset_.frequency.count = 1 + numbers->Next(2);
    dataset_.initial_instance = AnyTime(numbers);
    dataset_.zone = *rt::TimeZone::FromRule("PST8PDT,M3.2.0,M11.1.0");
    dataset_.uri_template = "/d/${YEAR}/${MONTH}/${DAY}/${HOUR}/${MINUTE}";
    times_.nominal = AnyTime(numbers);
    times_.actual = AnyTime(numbers);
    there_ = numbers->Next(4);
    job_.user = "ann";
  }
  void set_workflow(const hir::Workflow* workflow) { workflow_ = workflow; }

  std::uint32_t dialect() const override { return HPDL_DIALECT_OOZIE; }
  const rt::JobIdentity& job() const override { return job_; }
  const std::string* Property(std::string_view name) const override {
    return name.size() == 1 ? &property_ : nullptr;
  }
  const rt::NodeRecord* Node(std::string_view) const override { return nullptr; }
  std::optional<std::string> LastErrorNode() const override { return std::nullopt; }
  std::string_view CurrentNode() const override { return {}; }
  std::string CallbackBase() const override { return {}; }
  std::string_view ParameterName(std::uint32_t index) const override {
    return workflow_->parameters[index].name;
  }
  const rt::CoordinatorView* coordinator() const override { return this; }

  const rt::ActionTimes* Times() const override { return &times_; }
  std::string_view ActionId() const override { return "0000001-C@1"; }
  const rt::Dataset* DataSet() const override { return &dataset_; }
  const rt::EventUris* DataIn(std::string_view name) const override {
    return name == "a" ? &uris_ : nullptr;
  }
  const rt::EventUris* DataOut(std::string_view name) const override { return DataIn(name); }
  rt::Result<bool> HasData(std::int64_t instance) const override {
    if (++looks_ > kMostLooks) {
      return rt::Error{.message = "the data cannot be looked at any more"};
    }
    return (there_ >> (static_cast<std::uint64_t>(instance) / 60 % 32) & 1) != 0;
  }

 private:
  static constexpr int kMostLooks = 10'000;  // the most calls of HasData()
  /// Returns a minute in the years 1 to 9999.
  static std::int64_t AnyTime(Numbers* numbers) {
    constexpr std::int64_t kFirst = -62'135'596'800;
    constexpr std::int64_t kMinutes = 5'258'964'960;
    const std::uint64_t number = std::uint64_t{numbers->Next(4)} << 8 | numbers->Next(1);
    return kFirst + static_cast<std::int64_t>(number % kMinutes) * 60;
  }

  rt::JobIdentity job_;
  rt::Dataset dataset_;
  rt::ActionTimes times_;
  rt::EventUris uris_{"/x,/y", false};
  std::uint32_t there_ = 0;
  mutable int looks_ = 0;
  std::string property_ = "2";
  const hir::Workflow* workflow_ = nullptr;
};

}  // namespace

/// Evaluates any text as an expression of any phase, for any action of a coordinator. The compiler
/// must refuse the text, or the evaluation must end with a value or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Numbers numbers(data, size);
  const stdlib::Environment environment =
      stdlib::kEnvironments[numbers.Next(1) % stdlib::kEnvironments.size()].environment;
  AnyCoordinator coordinator(&numbers);
  const std::string text(numbers.Rest());

  const SourceBuffer source("fuzz", text);
  Diagnostics diagnostics;
  static frontend::ElParser parser;
  ast::ExprPool pool;
  const ast::Text whole{text, {0, static_cast<std::uint32_t>(text.size())}, {}};
  const ast::ExprId parsed = parser.Parse(whole, hir::Dialect::kOozie, source, pool, diagnostics);
  if (!parsed.valid()) {
    return 0;
  }
  hir::Workflow workflow;
  sema::ExpressionLowering lowering(pool, source, workflow, diagnostics);
  const hir::ExprId expr = lowering.Lower(parsed, stdlib::Type::kAny, environment);
  if (!expr.valid() || diagnostics.HasErrors()) {
    return 0;
  }
  coordinator.set_workflow(&workflow);
  rt::CoordinatorNotes notes;
  hpdl_eval eval;
  eval.run = &coordinator;
  eval.notes = &notes;
  hpdl_value value;
  if (hir::Evaluate(workflow, expr, &eval, &value) != 0) {
    if (eval.error.empty()) {
      std::abort();
    }
    return 0;
  }
  std::string given;
  rt::AppendText(value, &given);
  (void)rt::MinutesOf(given, notes);
  return 0;
}
