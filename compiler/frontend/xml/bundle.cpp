#include "stdlib/core/bundle.h"

#include "compiler/frontend/xml/child_checker.h"
#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/text_rule.h"

namespace hpdl::frontend {
namespace {

namespace bundle = stdlib::bundle;

/// Reports a coordinator's name that the schema 0.1 does not allow. Later schemas allow any text.
void CheckName(SchemaReader& reader, const ast::Argument& written, const Scope& scope) {
  const std::optional<ast::Template> name = TemplateOf(written, bundle::kCoordinatorName);
  if (scope.version != stdlib::kV0_1 || !name) {
    return;
  }
  const ast::Text& text = name->text;
  if (const char* wanted = stdlib::Violation(stdlib::TextRule::kDataName, text.value)) {
    reader.Report(DiagnosticKind::kBadValue, text.range,
                  Quoted(text.value) + " is not " + Message::Words(wanted) + ", which " +
                      scope.Name() + " requires here");
  }
}

ast::BundleCoordinator BundledOf(SchemaReader& reader, const ast::Argument& written,
                                 const Scope& scope) {
  CheckName(reader, written, scope);
  ast::BundleCoordinator out;
  out.range = written.range;
  out.name = RequiredTemplateOf(written, bundle::kCoordinatorName);
  out.app_path = RequiredTemplateOf(written, bundle::kCoordinatorAppPath);
  out.critical = TemplateOf(written, bundle::kCoordinatorCritical);
  out.enabled = TemplateOf(written, bundle::kCoordinatorEnabled);
  out.properties = PropertiesOf(Find(written, bundle::kCoordinatorConfiguration));
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
