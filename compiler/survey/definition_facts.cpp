#include "compiler/survey/definition_facts.h"

#include <algorithm>
#include <utility>

#include "compiler/analysis/arguments.h"
#include "compiler/secrets/masking.h"
#include "compiler/secrets/secret_text.h"
#include "stdlib/core/credential.h"
#include "stdlib/core/function_names.h"
#include "stdlib/core/versions.h"

namespace hpdl::survey {
namespace {

/// True if a setting of the site can mend the mistake: a default cluster, or the time zone in which
/// a site writes its times (2024-01-01T00:00+0900).
bool AsksTheSite(const Diagnostic& found) {
  if (found.kind == DiagnosticKind::kMissingCluster) {
    return true;
  }
  if (found.kind != DiagnosticKind::kBadTime || found.source == nullptr) {
    return false;
  }
  constexpr std::size_t kZone = 5;  // "+0900"
  const std::string_view time = found.source->Slice(found.range);
  const std::string_view zone = time.substr(time.size() - std::min(time.size(), kZone));
  return zone.size() == kZone && (zone[0] == '+' || zone[0] == '-') &&
         zone.find_first_not_of("0123456789", 1) == zone.npos;
}

/// Collects the facts of one definition from its diagnostics and from its ast.
class Collector {
 public:
  Collector(const pipeline::Definition& definition, const KnownProperties& properties,
            DefinitionFacts* facts)
      : definition_(definition),
        properties_(properties),
        hidden_(definition.diagnostics.secrets(), SecretTexts::Words::kStay),
        facts_(facts) {}

  void Collect() {
    TakeFindings(definition_.diagnostics, definition_.source.get(), facts_);
    if (definition_.workflow() != nullptr) {
      TakeWorkflow(*definition_.workflow());
    } else if (definition_.coordinator() != nullptr) {
      TakeCoordinator(*definition_.coordinator());
    } else if (definition_.bundle() != nullptr) {
      TakeBundle(*definition_.bundle());
    }
    if (!facts_->needs.empty()) {
      facts_->verdict = std::max(facts_->verdict, Verdict::kNeeds);
    }
  }

 private:
  std::uint32_t LineOf(Range range) const {
    return definition_.source == nullptr ? 0 : definition_.source->Locate(range.begin).line;
  }
  template <class Key>
  void Use(UsesOf<Key>* uses, const Key& key, Range range) const {
    Uses& row = (*uses)[key];
    if (row.count++ == 0) {
      row.line = LineOf(range);
    }
  }
  /// Returns `text` with the values of known properties in place of their references, and with
  /// secrets masked.
  std::string Known(std::string_view text) const {
    return properties_.Resolve(hidden_.Masked(text));
  }

  void TakeExpressions(const ast::ExprPool& pool) {
    for (std::uint32_t i = 0; i < pool.size(); ++i) {
      const ast::Expr& expr = pool[ast::ExprId{i}];
      if (expr.kind == ast::ExprKind::kCall && stdlib::IsFunction(expr.text)) {
        Use(&facts_->functions, expr.text, expr.range);
      } else if (expr.kind == ast::ExprKind::kCall) {
        Use(&facts_->site_functions, expr.text, expr.range);
        Use(&facts_->needs, Need::kExtension, expr.range);
      }
    }
  }
  void TakeAddresses(std::string_view name, const ast::Text& text) {
    AddSecrets(name, text.value, facts_);
    for (const Address& address : AddressesOf(name, Known(text.value))) {
      Use(&facts_->addresses, address, text.range);
    }
  }
  void TakeProperty(const ast::Text& name, const ast::Text& value) {
    if (!secrets::NamesSecret(name.value)) {
      TakeAddresses(name.value, value);
    } else {
      AddSecrets(name.value, value.value, facts_);
    }
  }
  void TakeAppPath(std::string_view what, const ast::Template& path) {
    facts_->app_paths.push_back({what, Known(path.text.value), LineOf(path.text.range)});
  }
  void TakeSchema(const std::string& schema, Range range) {
    Use(&facts_->schemas, schema.empty() ? std::string("HWS, without a namespace") : schema, range);
  }

  void TakeArguments(const ast::Argument& body, const stdlib::StructDecl& decl) {
    analysis::ForEachArgument(body, decl, [&](const analysis::Declared& declared) {
      if (declared.element != nullptr && declared.element->type == &stdlib::kPropertyDecl) {
        const analysis::PropertyTexts texts = analysis::PropertyOf(declared.argument);
        if (texts.name != nullptr && texts.value != nullptr) {
          TakeProperty(texts.name->text, texts.value->text);
        }
      } else if (declared.argument.text && declared.name() != "value") {
        TakeAddresses(declared.name(), declared.argument.text->text);
      }
    });
  }

  void TakeWorkflow(const ast::Workflow& workflow) {
    TakeSchema(workflow.schema, workflow.range);
    TakeExpressions(workflow.exprs);
    if (workflow.global) {
      TakeArguments(*workflow.global, stdlib::Global::Decl());
    }
    for (const ast::Credential& credential : workflow.credentials) {
      Use(&facts_->credential_types, credential.type.text, credential.type.range);
      if (stdlib::FindCredential(credential.type.text) == nullptr) {
        Use(&facts_->needs, Need::kExtension, credential.type.range);
      }
    }
    for (const ast::Node& node : workflow.nodes) {
      if (node.type == NodeType::kAction) {
        TakeAction(node);
      }
    }
  }
  void TakeAction(const ast::Node& node) {
    if (node.kind == nullptr) {
      if (!node.kind_name.empty()) {
        Use(&facts_->custom_kinds, node.kind_name, node.kind_range);
        Use(&facts_->needs, Need::kExtension, node.kind_range);
      }
      return;
    }
    if (node.credentials && stdlib::CredentialField(*node.kind->decl, node.shape)) {
      Use(&facts_->needs, Need::kKerberos, node.credentials->range);
    }
    const stdlib::Shape& shape = node.kind->decl->shapes[node.shape];
    Use(&facts_->kinds, std::string(node.kind->decl->name), node.kind_range);
    if (shape.family == stdlib::Family::kOwn) {
      Use(&facts_->schemas, std::string(shape.namespace_prefix) + stdlib::VersionName(node.version),
          node.kind_range);
    }
    TakeArguments(node.body, analysis::BodyOf(node));
    const stdlib::StructDecl& body = analysis::BodyOf(node);
    if (body.name == "sub-workflow") {
      TakeSubWorkflow(node, body);
    }
  }
  void TakeSubWorkflow(const ast::Node& node, const stdlib::StructDecl& body) {
    const ast::Template* path = nullptr;
    for (const ast::Argument& child : node.body.children) {
      const std::string_view name = analysis::DeclarationOf(child, body).name();
      if (child.text && (name == "app-path" || name == "hadoop-workflow")) {
        path = &*child.text;
      }
    }
    if (path != nullptr) {
      TakeAppPath("sub-workflow", *path);
    }
  }

  void TakeCoordinator(const ast::Coordinator& coordinator) {
    TakeSchema(coordinator.schema, coordinator.range);
    TakeExpressions(coordinator.exprs);
    TakeAppPath("workflow", coordinator.app_path);
    for (const ast::Property& property : coordinator.properties) {
      TakeProperty(property.name.text, property.value.text);
    }
    TakeDatasets(coordinator.datasets);
    for (const ast::Template& include : coordinator.datasets.includes) {
      Use(&facts_->needs, Need::kInclude, include.text.range);
    }
    for (const pipeline::IncludedSource& included : definition_.included) {
      if (included.file != nullptr) {
        TakeDatasets(included.file->datasets);
      }
    }
    for (const ast::DataEvent& event : coordinator.inputs) {
      TakeEvent(event, &DatasetUse::reads);
    }
    for (const ast::DataEvent& event : coordinator.outputs) {
      TakeEvent(event, &DatasetUse::writes);
    }
  }
  void TakeDatasets(const ast::Datasets& datasets) {
    for (const ast::Dataset& dataset : datasets.datasets) {
      const std::string uri = Known(dataset.uri_template.text.value);
      facts_->datasets.push_back({dataset.name.text, uri, 0, 0});
      for (const Address& address : FindAddresses(uri)) {
        Use(&facts_->addresses, address, dataset.range);
      }
    }
  }
  void TakeEvent(const ast::DataEvent& event, std::uint32_t DatasetUse::* uses) {
    for (DatasetUse& dataset : facts_->datasets) {
      if (dataset.name == event.dataset.text.value) {
        ++(dataset.*uses);
        return;
      }
    }
  }

  void TakeBundle(const ast::Bundle& bundle) {
    TakeSchema(bundle.schema, bundle.range);
    TakeExpressions(bundle.exprs);
    for (const ast::BundleCoordinator& each : bundle.coordinators) {
      TakeAppPath("coordinator", each.app_path);
      for (const ast::Property& property : each.properties) {
        TakeProperty(property.name.text, property.value.text);
      }
    }
  }

  const pipeline::Definition& definition_;
  const KnownProperties& properties_;
  const SecretTexts hidden_;
  DefinitionFacts* const facts_;
};

}  // namespace

bool Hinders(DiagnosticKind kind) {
  return InfoOf(kind).severity == Severity::kError;
}

void AddSecrets(std::string_view name, std::string_view value, DefinitionFacts* facts) {
  if (secrets::NamesSecret(name)) {
    facts->secrets.emplace_back(value);
  } else if (value.find_first_of("=:@") != std::string_view::npos) {
    for (const secrets::SecretPart& part : secrets::FindSecrets(value)) {
      facts->secrets.emplace_back(value.substr(part.begin, part.end - part.begin));
    }
  }
}

void TakeFindings(const Diagnostics& diagnostics, const SourceBuffer* source,
                  DefinitionFacts* facts) {
  for (const Diagnostic& found : diagnostics.Sorted()) {
    if (found.severity == Severity::kRemark) {
      continue;
    }
    const bool error = found.severity == Severity::kError;
    ++(error ? facts->errors : facts->warnings);
    facts->verdict =
        std::max(facts->verdict, error || Hinders(found.kind) ? Verdict::kNotYet : Verdict::kWarns);
    const bool here = found.source != nullptr && found.source == source;
    const std::uint32_t line = here ? source->Locate(found.range.begin).line : 0;
    Uses& row = facts->found[found.kind];
    if (row.count++ == 0) {
      row.line = line;
    }
    if (found.kind == DiagnosticKind::kPlainSecret && here) {
      facts->secret_places.emplace_back(line, "");
    }
    if (AsksTheSite(found)) {
      Uses& need = facts->needs[Need::kSite];
      need.line = need.count++ == 0 ? line : need.line;
    }
  }
}

DefinitionFacts FactsOf(const pipeline::Definition& definition, KnownProperties properties) {
  DefinitionFacts facts;
  facts.language = definition.language == nullptr ? "" : definition.language->noun;
  for (const hir::Property& property : definition.defaults) {
    properties.Add(property.name, property.value);
    AddSecrets(property.name, property.value, &facts);
  }
  Collector(definition, properties, &facts).Collect();
  return facts;
}

}  // namespace hpdl::survey
