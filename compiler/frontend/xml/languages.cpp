#include "compiler/frontend/xml/languages.h"

#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/bundle.h"
#include "stdlib/core/common.h"
#include "stdlib/core/coordinator.h"
#include "stdlib/core/versions.h"

namespace hpdl::frontend {
namespace {

using CodeOfKind = std::pair<DiagnosticKind, std::string_view>;
constexpr CodeOfKind kCoordinatorCodes[] = {
    {DiagnosticKind::kElSyntax, "E1004"},        {DiagnosticKind::kElTooComplex, "E1004"},
    {DiagnosticKind::kUnknownFunction, "E1004"}, {DiagnosticKind::kWrongArity, "E1004"},
    {DiagnosticKind::kElType, "E1004"},
};
/// After the schema check Oozie uses one code for all errors in a bundle.
constexpr CodeOfKind kBundleCodes[] = {
    {DiagnosticKind::kElSyntax, "E1310"},
    {DiagnosticKind::kElTooComplex, "E1310"},
    {DiagnosticKind::kUnknownFunction, "E1310"},
    {DiagnosticKind::kWrongArity, "E1310"},
    {DiagnosticKind::kElType, "E1310"},
    {DiagnosticKind::kMissingParameter, "E1310"},
    {DiagnosticKind::kEmptyParameterName, "E1310"},
    {DiagnosticKind::kUndefinedVariable, "E1310"},
    {DiagnosticKind::kReservedProperty, "E1310"},
};

constexpr Language kLanguages[] = {
    {.root = "workflow-app",
     .noun = "workflow",
     .ns = "uri:oozie:workflow",
     .versions = stdlib::kWorkflowVersions,
     .defaults = "config-default.xml",
     .environment = stdlib::kOozieWorkflow,
     .read = &ReadOozieWorkflow},
    {.root = "hadoop-workflow",
     .noun = "workflow",
     .defaults = "configuration.xml",
     .environment = stdlib::kHwsWorkflow,
     .read = &ReadHwsWorkflow},
    {.root = "coordinator-app",
     .noun = "coordinator",
     .ns = "uri:oozie:coordinator",
     .versions = stdlib::coordinator::kVersions,
     .defaults = "coord-config-default.xml",
     .environment = stdlib::kCoordinatorConstants,
     .codes = kCoordinatorCodes,
     .read = &ReadCoordinator},
    {.root = "bundle-app",
     .noun = "bundle",
     .ns = "uri:oozie:bundle",
     .versions = stdlib::bundle::kVersions,
     .defaults = "bundle-config-default.xml",
     .environment = stdlib::kBundle,
     .codes = kBundleCodes,
     .read = &ReadBundle},
};

}  // namespace

std::span<const Language> Languages() {
  return kLanguages;
}

std::vector<std::string_view> RootNames() {
  std::vector<std::string_view> names;
  for (const Language& language : kLanguages) {
    names.push_back(language.root);
  }
  return names;
}

}  // namespace hpdl::frontend
