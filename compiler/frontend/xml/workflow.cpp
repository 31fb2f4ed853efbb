#include "compiler/base/suggest.h"
#include "compiler/frontend/xml/constructs.h"
#include "compiler/frontend/xml/element_fixes.h"
#include "compiler/frontend/xml/reader.h"
#include "compiler/frontend/xml/silence.h"
#include "compiler/frontend/xml/well_formed.h"
#include "stdlib/core/control.h"
#include "stdlib/core/registry.h"

namespace hpdl::frontend {
namespace {

using namespace stdlib::control;  // NOLINT: the field names of one header

constexpr std::string_view kWorkflowPrefix = "uri:oozie:workflow:";

void ReadRootAttributes(SchemaReader& reader, const stdlib::StructDecl& decl, Element root,
                        const Scope& scope) {
  ast::Argument attributes;
  attributes.range = root.StartTag();
  reader.ReadAttributes(decl, root, scope, {}, attributes);
  ast::Workflow& workflow = reader.workflow();
  workflow.range = attributes.range;
  const auto field = static_cast<std::uint32_t>(decl.elements.size());
  if (auto name = TemplateOf(attributes, field)) {
    workflow.name = std::move(*name);
  }
}

using Read = void (*)(SchemaReader&, Element, const Scope&);

void ReadGlobal(SchemaReader& reader, Element element, const Scope& scope) {
  reader.workflow().global = reader.ReadStruct(stdlib::kGlobalDecl, element, scope);
}

/// By WorkflowField.
constexpr Read kOozieReaders[] = {&ReadParameters, &ReadGlobal, &ReadCredentials, &ReadStart,
                                  &ReadDecision,   &ReadFork,   &ReadJoin,        &ReadKill,
                                  &ReadAction,     &ReadEnd};
static_assert(std::size(kOozieReaders) == std::size(kWorkflowElements));

/// By HwsWorkflowField.
constexpr Read kHwsReaders[] = {&ReadStart,   &ReadHwsDecision, &ReadHwsFork,
                                &ReadHwsJoin, &ReadKill,        &ReadEnd};
static_assert(std::size(kHwsReaders) == std::size(kHwsWorkflowElements));

/// What stands where nodes stand and is none of them: transitions to it are not to blame.
void KeepName(SchemaReader& reader, Element element) {
  element.ForEachAttribute([&](const AttributeView& view) {
    if (view.name == "name") {
      reader.workflow().lost_names.push_back(
          reader.document().AttributeText(view.value_range, true).value);
    }
  });
}

void ReadOozie(SchemaReader& reader, Element root, const Scope& scope) {
  ReadRootAttributes(reader, kWorkflowDecl, root, scope);
  reader.RefuseText(root);
  ChildChecker checker(reader, kWorkflowDecl, scope, root);
  Element sla;
  for (Element child = root.FirstChild(); child; child = child.NextSibling()) {
    if (sla) {
      reader.Report(
          IsSla(child) ? DiagnosticKind::kRepeatedElement : DiagnosticKind::kMisplacedElement,
          child.NameRange(),
          "`<" + std::string(child.QualifiedName()) +
              ">` stands after the SLA element, which must be the last one");
    }
    if (IsSla(child)) {
      sla = child;
      ReadSla(reader, child, scope);
      continue;
    }
    const std::uint32_t field = checker.Take(child);
    if (field != ChildChecker::kNone) {
      kOozieReaders[field](reader, child, scope);
    } else {
      KeepName(reader, child);
    }
  }
  checker.Finish();
}

void ReadHws(SchemaReader& reader, Element root, const Scope& scope) {
  ReadRootAttributes(reader, kHwsWorkflowDecl, root, scope);
  reader.RefuseText(root);
  std::vector<std::string_view> kinds;
  for (const stdlib::KindEntry& entry : stdlib::AllKinds()) {
    for (const stdlib::Shape& shape : entry.decl->shapes) {
      if (shape.family == stdlib::Family::kHws) {
        kinds.push_back(shape.element);
      }
    }
  }
  ChildChecker checker(reader, kHwsWorkflowDecl, scope, root);
  for (Element child = root.FirstChild(); child; child = child.NextSibling()) {
    if (ReadHwsAction(reader, child, scope)) {
      continue;
    }
    const std::uint32_t field = checker.Take(child, kinds);
    if (field != ChildChecker::kNone) {
      kHwsReaders[field](reader, child, scope);
    } else {
      KeepName(reader, child);
    }
  }
  checker.Finish();
}

/// The version of a workflow namespace, or 0.
stdlib::Version WorkflowVersion(std::string_view ns) {
  for (const stdlib::Version version : stdlib::kWorkflowVersions) {
    if (ns.starts_with(kWorkflowPrefix) &&
        ns.substr(kWorkflowPrefix.size()) == VersionName(version)) {
      return version;
    }
  }
  return 0;
}

/// Why the root is no workflow.
std::string RefusalOf(Element root) {
  const std::string_view name = root.LocalName();
  const std::string_view ns = root.Namespace();
  if (name == "workflow-app") {
    std::string versions;
    for (const stdlib::Version version : stdlib::kWorkflowVersions) {
      versions += " " + VersionName(version);
    }
    return ns.empty() ? "`<workflow-app>` has no namespace; it needs one such as "
                        "xmlns=\"uri:oozie:workflow:1.0\""
                      : "namespace " + std::string(ns) +
                            " is no known workflow schema; uri:oozie:workflow exists in versions" +
                            versions;
  }
  if (name == "hadoop-workflow") {
    return "`<hadoop-workflow>` has no namespace; this one is in " + std::string(ns);
  }
  if (name == "coordinator-app" || name == "bundle-app") {
    return "`<" + std::string(name) +
           ">` cannot be compiled yet; workflow-app and hadoop-workflow can";
  }
  static constexpr std::string_view kRoots[] = {"workflow-app", "hadoop-workflow"};
  const std::string hint = DidYouMean(name, kRoots);
  return "root element `<" + std::string(root.QualifiedName()) + ">` is no workflow" +
         (hint.empty() ? "; it must be workflow-app or hadoop-workflow" : hint);
}

/// What makes the root a workflow.
std::optional<Fix> CorrectionOf(const SourceBuffer& source, Element root) {
  static constexpr std::string_view kRoots[] = {"workflow-app", "hadoop-workflow"};
  if (root.LocalName() != "workflow-app") {
    return RenameElementToNearest(source, root, kRoots);
  }
  std::vector<std::string> known;
  for (const stdlib::Version version : stdlib::kWorkflowVersions) {
    known.push_back(std::string(kWorkflowPrefix) + VersionName(version));
  }
  if (root.Namespace().empty()) {
    return InsertAttribute(root, "xmlns", known.back(), false);
  }
  const std::vector<std::string_view> names(known.begin(), known.end());
  return ReplaceNamespace(source, root, names);
}

}  // namespace

std::unique_ptr<ast::Workflow> ReadWorkflow(const SourceBuffer& source, const ReadLimits& limits,
                                            Diagnostics& diagnostics) {
  if (!CheckWellFormed(source, limits, diagnostics)) {
    return nullptr;
  }
  ReadSilences(source, diagnostics);
  const Document document(source);
  const Element root = document.root();
  const std::string_view ns = root.Namespace();
  const stdlib::Version version = WorkflowVersion(ns);
  const bool hws = root.LocalName() == "hadoop-workflow" && ns.empty();
  if (!hws && (root.LocalName() != "workflow-app" || version == 0)) {
    diagnostics.Emit(DiagnosticKind::kUnknownLanguage, &source, root.NameRange(), RefusalOf(root))
        .fix = CorrectionOf(source, root);
    return nullptr;
  }
  auto workflow = std::make_unique<ast::Workflow>();
  workflow->dialect = hws ? ast::Dialect::kHws : ast::Dialect::kOozie;
  workflow->schema = ns;
  workflow->version = hws ? stdlib::kHws : version;
  SchemaReader reader(document, *workflow, diagnostics);
  const Scope scope{workflow->version, ns, hws};
  if (hws) {
    ReadHws(reader, root, scope);
  } else {
    ReadOozie(reader, root, scope);
  }
  return workflow;
}

}  // namespace hpdl::frontend
