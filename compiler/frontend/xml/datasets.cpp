#include "compiler/frontend/xml/datasets.h"

#include <utility>

#include "compiler/frontend/xml/constructs.h"
#include "compiler/frontend/xml/silence.h"
#include "compiler/frontend/xml/well_formed.h"
#include "stdlib/core/coordinator.h"

namespace hpdl::frontend {
namespace {

namespace coordinator = stdlib::coordinator;

ast::Dataset DatasetOf(const ast::Argument& written) {
  ast::Dataset dataset;
  dataset.range = written.range;
  dataset.name = NameOf(written, coordinator::kDatasetName);
  dataset.frequency = RequiredTemplateOf(written, coordinator::kDatasetFrequency);
  dataset.initial_instance = RequiredTemplateOf(written, coordinator::kDatasetInitialInstance);
  dataset.timezone = RequiredTemplateOf(written, coordinator::kDatasetTimezone);
  dataset.uri_template = RequiredTemplateOf(written, coordinator::kDatasetUriTemplate);
  dataset.done_flag = TemplateOf(written, coordinator::kDatasetDoneFlag);
  return dataset;
}

}  // namespace

ast::Datasets DatasetsOf(const ast::Argument& datasets) {
  ast::Datasets result;
  for (const ast::Argument& child : datasets.children) {
    if (child.field == coordinator::kDatasetsInclude && child.text) {
      result.includes.push_back(*child.text);
    } else if (child.field == coordinator::kDatasetsDataset) {
      result.datasets.push_back(DatasetOf(child));
    }
  }
  return result;
}

std::unique_ptr<ast::DatasetsFile> ReadDatasets(const SourceBuffer& source,
                                                const ReadLimits& limits,
                                                Diagnostics& diagnostics) {
  if (!CheckWellFormed(source, limits, diagnostics)) {
    return nullptr;
  }
  ReadSilences(source, diagnostics);
  const Document document(source);
  const Element root = document.root();
  if (root.LocalName() != coordinator::kDatasetsDecl.name || !root.Namespace().empty()) {
    diagnostics.Emit(
        DiagnosticKind::kUnknownLanguage, &source, root.NameRange(),
        Tag(root.QualifiedName()) +
            " is not the root of a file of data sets; its root is `<datasets>` without a "
            "namespace");
    return nullptr;
  }
  auto file = std::make_unique<ast::DatasetsFile>();
  SchemaReader reader(document, ast::Dialect::kOozie, file->exprs, diagnostics);
  const Scope scope{coordinator::kVersions[std::size(coordinator::kVersions) - 1],
                    {},
                    true,
                    stdlib::kCoordinatorConstants,
                    "a file of data sets"};
  file->datasets = DatasetsOf(reader.ReadStruct(coordinator::kDatasetsDecl, root, scope));
  return file;
}

}  // namespace hpdl::frontend
