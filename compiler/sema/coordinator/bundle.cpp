#include <map>

#include "compiler/sema/coordinator/check.h"
#include "compiler/sema/coordinator/known.h"
#include "compiler/sema/coordinator/submission.h"
#include "compiler/sema/coordinator/texts.h"
#include "compiler/sema/parameters.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::sema {
namespace {

void CheckKickOff(const hir::Bundle& bundle, const KnownTexts& known, const Reporter& reporter) {
  const KnownText time = known.Of(bundle.kick_off_time);
  if (time && !time.text.empty() && !rt::ReadTime(time.text)) {
    reporter.Emit(DiagnosticKind::kBadKickOff, bundle.values[bundle.kick_off_time.index].range,
                  Quoted(time.text) + " is not a time such as 2024-01-31T08:00Z");
  }
}

void CheckNames(const hir::Bundle& bundle, const KnownTexts& known, const Reporter& reporter) {
  std::map<std::string, Range> names;
  for (const hir::BundleCoordinator& each : bundle.coordinators) {
    const KnownText name = known.Of(each.name);
    if (!name || bundle.values[each.name.index].range == Range()) {
      continue;
    }
    const auto [first, added] = names.emplace(name.text, each.range);
    if (!added) {
      reporter
          .Emit(DiagnosticKind::kDuplicateCoordinator, each.range,
                "two coordinators of this bundle have the name " + Quoted(name.text))
          .notes.push_back(reporter.Note(first->second, "the first coordinator is here"));
    }
  }
}

}  // namespace

std::unique_ptr<hir::Bundle> CheckBundle(const ast::Bundle& written, const SubmitOptions& options,
                                         const Reporter& reporter) {
  auto out = std::make_unique<hir::Bundle>();
  out->schema = written.schema;
  out->source = reporter.source;
  out->file_name = reporter.source->name();
  out->defaults = options.check.defaults;
  DeclareParameters(written.parameters, *out, reporter);
  TextLowering texts(written.exprs, reporter, *out);
  out->name = texts.Lower(written.name);
  out->kick_off_time = texts.Lower(written.kick_off_time);
  for (const ast::BundleCoordinator& each : written.coordinators) {
    hir::BundleCoordinator& lowered = out->coordinators.emplace_back();
    lowered.name = texts.Lower(each.name);
    lowered.app_path = texts.Lower(each.app_path);
    lowered.critical = texts.Lower(each.critical);
    lowered.enabled = texts.Lower(each.enabled);
    lowered.configuration = texts.Lower(each.properties);
    lowered.range = each.range;
  }
  texts.Report();
  const bool sound = !reporter.diagnostics->HasErrors();
  const KnownTexts known(*out, options.values);
  CheckKickOff(*out, known, reporter);
  CheckNames(*out, known, reporter);
  CheckPropertyNames(*out, options.check, rt::ReservedBy::kCoordinators, reporter);
  CheckParameterValues(*out, options.check, reporter, DiagnosticKind::kUndefinedVariable);
  return sound ? std::move(out) : nullptr;
}

}  // namespace hpdl::sema
