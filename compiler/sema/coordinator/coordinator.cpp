#include <map>
#include <set>

#include "compiler/sema/coordinator/check.h"
#include "compiler/sema/coordinator/submission.h"
#include "compiler/sema/coordinator/texts.h"
#include "compiler/sema/parameters.h"

namespace hpdl::sema {
namespace {

hir::Dataset LowerDataset(const ast::Dataset& written, TextLowering& texts) {
  hir::Dataset dataset;
  dataset.name = written.name.text;
  dataset.range = written.range;
  dataset.frequency = texts.Lower(written.frequency);
  dataset.initial_instance = texts.Lower(written.initial_instance);
  dataset.timezone = texts.Lower(written.timezone);
  dataset.uri_template = texts.Lower(written.uri_template);
  dataset.done_flag = texts.Lower(written.done_flag);
  return dataset;
}

std::vector<hir::DataEvent> LowerEvents(std::span<const ast::DataEvent> events,
                                        TextLowering& texts) {
  std::vector<hir::DataEvent> lowered;
  for (const ast::DataEvent& written : events) {
    hir::DataEvent& event = lowered.emplace_back();
    event.name = written.name.text;
    event.dataset = texts.Lower(written.dataset);
    event.nocleanup = written.nocleanup;
    event.range = written.range;
    event.is_range = written.start && written.end;
    for (const ast::Template& instance : written.instances) {
      event.instances.push_back(texts.LowerInstance(instance));
    }
    if (event.is_range) {
      event.instances.push_back(texts.LowerInstance(*written.start));
      event.instances.push_back(texts.LowerInstance(*written.end));
    }
  }
  return lowered;
}

void LowerLogic(std::span<const ast::Logic> elements, TextLowering& texts,
                std::vector<hir::Logic>* out) {
  for (const ast::Logic& written : elements) {
    const std::size_t at = out->size();
    hir::Logic& logic = out->emplace_back();
    logic.kind = written.kind;
    logic.range = written.range;
    logic.name = texts.Lower(written.name);
    logic.min = texts.Lower(written.min);
    logic.wait = texts.Lower(written.wait);
    logic.dataset = texts.Lower(written.dataset);
    LowerLogic(written.children, texts, out);
    (*out)[at].end = static_cast<std::uint32_t>(out->size());
  }
}

/// The data sets by name. The coordinator's own data sets replace included data sets of the same
/// name.
class DatasetTable {
 public:
  DatasetTable(hir::Coordinator& out, const Reporter& reporter) : out_(out), reporter_(reporter) {}

  /// If two data sets have the same name, the later data set replaces the earlier data set.
  void AddOwn(const ast::Datasets& datasets, TextLowering& texts) {
    for (const ast::Dataset& written : datasets.datasets) {
      hir::Dataset dataset = LowerDataset(written, texts);
      const auto [place, added] = own_.emplace(dataset.name, out_.datasets.size());
      if (added) {
        out_.datasets.push_back(std::move(dataset));
        continue;
      }
      hir::Dataset& earlier = out_.datasets[place->second];
      if (!dataset.name.empty()) {
        reporter_
            .Emit(DiagnosticKind::kUnusedDataset, earlier.range,
                  "no event can use this data set, because a later data set also has the name " +
                      Quoted(dataset.name))
            .notes.push_back(reporter_.Note(dataset.range, "the later data set is here"));
      }
      earlier = std::move(dataset);
    }
  }

  void AddIncluded(const IncludedFile& included) {
    const Reporter reporter{included.source, reporter_.diagnostics};
    const std::size_t values = out_.values.size();
    const std::size_t parameters = out_.parameters.size();
    TextLowering texts(included.file->exprs, reporter, out_);
    for (const ast::Dataset& written : included.file->datasets.datasets) {
      hir::Dataset dataset = LowerDataset(written, texts);
      dataset.range = included.place;
      dataset.included = true;
      const auto [first, added] = included_.emplace(dataset.name, included.source);
      if (!added) {
        reporter.Emit(DiagnosticKind::kDuplicateDataset, written.name.range,
                      "two included data sets have the name " + Quoted(written.name.text) +
                          "; the other data set is in " + Message(first->second->name()));
      } else if (!own_.contains(dataset.name)) {
        out_.datasets.push_back(std::move(dataset));
      }
    }
    texts.Report();
    // Values from an included file get the place of the <include>, because all places in the hir
    // are places in the coordinator's own file.
    for (std::size_t i = values; i < out_.values.size(); ++i) {
      out_.values[i].range = included.place;
    }
    for (std::size_t i = parameters; i < out_.parameters.size(); ++i) {
      out_.parameters[i].range = included.place;
    }
  }

 private:
  hir::Coordinator& out_;
  const Reporter& reporter_;
  std::map<std::string, std::size_t> own_;  ///< index in the hir's data sets
  std::map<std::string, const SourceBuffer*> included_;
};

/// Lowers all <include> elements. `out->includes` gets only the elements whose files were not
/// available. The content of the available files is in `options`.
void LowerIncludes(const ast::Coordinator& written, const SubmitOptions& options,
                   TextLowering& texts, hir::Coordinator* out) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> read;
  for (const IncludedFile& each : options.included) {
    read.emplace(each.place.begin, each.place.end);
  }
  for (const ast::Template& include : written.datasets.includes) {
    const hir::ValueId lowered = texts.Lower(include);
    const Range place = include.text.range;
    if (!read.contains({place.begin, place.end})) {
      out->includes.push_back(lowered);
    }
  }
}

void LowerTexts(const ast::Coordinator& written, TextLowering& texts, hir::Coordinator* out) {
  out->name = texts.Lower(written.name);
  out->frequency = texts.Lower(written.frequency);
  out->start = texts.Lower(written.start);
  out->end = texts.Lower(written.end);
  out->timezone = texts.Lower(written.timezone);
  out->timeout = texts.Lower(written.timeout);
  out->concurrency = texts.Lower(written.concurrency);
  out->execution = texts.Lower(written.execution);
  out->throttle = texts.Lower(written.throttle);
  out->inputs = LowerEvents(written.inputs, texts);
  out->outputs = LowerEvents(written.outputs, texts);
  LowerLogic(written.logic, texts, &out->logic);
  out->app_path = texts.Lower(written.app_path);
  out->configuration = texts.Lower(written.properties);
  if (written.sla) {
    out->sla.version = written.sla->version;
    texts.LowerChildren(written.sla->body, &out->sla.args);
  }
}

}  // namespace

std::unique_ptr<hir::Coordinator> CheckCoordinator(const ast::Coordinator& written,
                                                   const SubmitOptions& options,
                                                   const Reporter& reporter) {
  auto out = std::make_unique<hir::Coordinator>();
  out->schema = written.schema;
  out->source = reporter.source;
  out->file_name = reporter.source->name();
  out->defaults = options.check.defaults;
  DeclareParameters(written.parameters, *out, reporter);
  TextLowering texts(written.exprs, reporter, *out);
  LowerTexts(written, texts, out.get());
  LowerIncludes(written, options, texts, out.get());
  DatasetTable datasets(*out, reporter);
  datasets.AddOwn(written.datasets, texts);
  for (const IncludedFile& included : options.included) {
    datasets.AddIncluded(included);
  }
  texts.Report();
  const KnownTexts known(*out, options.values);
  const KnownTexts known_bounds(texts.bounds(), options.values);
  Lookups lookups(*out);
  const Submission submission{*out, known, options, reporter, lookups, texts, known_bounds};
  CheckPropertyNames(*out, options.check, rt::ReservedBy::kCoordinators, reporter);
  const Schedule schedule = CheckSchedule(submission);
  CheckDatasets(submission);
  CheckEvents(submission, schedule);
  CheckEventNames(submission, texts.checked_calls());
  CheckInputLogic(submission);
  const bool sound = !reporter.diagnostics->HasErrors();
  CheckParameterValues(*out, options.check, reporter, DiagnosticKind::kUndefinedVariable);
  return sound ? std::move(out) : nullptr;
}

}  // namespace hpdl::sema
