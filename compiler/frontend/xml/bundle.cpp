#include "stdlib/core/bundle.h"

#include "compiler/frontend/xml/child_checker.h"
#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/text_rule.h"

namespace hpdl::frontend {
namespace {

namespace bundle = stdlib::bundle;

ast::BundleCoordinator BundledOf(SchemaReader& reader, const ast::Argument& written,
                                 const Scope& scope) {
  ast::BundleCoordinator out;
  out.range = written.range;
  out.name = RequiredTemplateOf(written, bundle::kCoordinatorName);
  out.app_path = RequiredTemplateOf(written, bundle::kCoordinatorAppPath);
  out.critical = TemplateOf(written, bundle::kCoordinatorCritical);
  out.enabled = TemplateOf(written, bundle::kCoordinatorEnabled);
  out.properties = PropertiesOf(Find(written, bundle::kCoordinatorConfiguration));
  const ast::Text& name = out.name.text;
  const char* wanted = stdlib::Violation(stdlib::TextRule::kDataName, name.value);
  if (scope.version == stdlib::kV0_1 && wanted != nullptr && !name.range.empty()) {
    reader.Report(DiagnosticKind::kBadValue, name.range,
                  Quoted(name.value) + " is not " + Message::Words(wanted) + ", which " +
                      scope.Name() + " requires here");
  }
  return out;
}

}  // namespace

Ast ReadBundle(const Document& document, const Scope& scope, Diagnostics& diagnostics) {
  auto out = std::make_unique<ast::Bundle>();
  out->schema = scope.ns;
  out->version = scope.version;
  SchemaReader reader(document, ast::Dialect::kOozie, out->exprs, diagnostics);
  const Element root = document.root();
  out->range = root.StartTag();
  ast::Argument attributes;
  reader.ReadAttributes(bundle::kBundleDecl, root, scope, {}, attributes);
  out->name = RequiredTemplateOf(attributes, bundle::kBundleName);
  reader.RefuseText(root);
  ChildChecker checker(reader, bundle::kBundleDecl, scope, root);
  for (Element child = root.FirstChild(); child; child = child.NextSibling()) {
    const std::uint32_t field = checker.Take(child);
    if (field == bundle::kBundleParameters) {
      out->parameters = ReadParameters(reader, child, scope);
    } else if (field == bundle::kBundleControls) {
      out->kick_off_time = TemplateOf(reader.ReadStruct(bundle::kControlsDecl, child, scope),
                                      bundle::kControlsKickOffTime);
    } else if (field == bundle::kBundleCoordinator) {
      out->coordinators.push_back(
          BundledOf(reader, reader.ReadStruct(bundle::kCoordinatorDecl, child, scope), scope));
    }
  }
  checker.Finish();
  return out;
}

}  // namespace hpdl::frontend
