#include "compiler/pipeline/pipeline.h"

#include <algorithm>

#include "compiler/analysis/analyze.h"
#include "compiler/ast/parameters.h"
#include "compiler/frontend/xml/encoding.h"
#include "compiler/frontend/xml/reader.h"
#include "compiler/frontend/xml/silence.h"
#include "compiler/pipeline/inherited_global.h"
#include "compiler/pipeline/job_xml.h"
#include "compiler/pipeline/properties.h"
#include "compiler/pipeline/secret_files.h"
#include "compiler/pipeline/submitted.h"
#include "compiler/sema/check.h"
#include "compiler/transform/transform.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/config/decode_xml.h"

namespace hpdl::pipeline {
namespace {

/// True for a definition of HWS, which keeps properties with an empty value. Oozie treats them as
/// missing.
bool IsHws(const Definition& definition) {
  return definition.language->environment == stdlib::kHwsWorkflow;
}

/// Returns the options without empty properties, unless the definition keeps empty properties.
Options OptionsFor(const Definition& definition, Options options) {
  if (options.properties && !IsHws(definition)) {
    std::erase_if(*options.properties,
                  [](const auto& property) { return property.second.empty(); });
  }
  return options;
}

/// Reads the file of default properties for the definition's language. A file that has this role
/// only in another language is an ordinary file.
void ReadDefaultsFile(const Input& input, Definition* definition) {
  const std::string_view path = definition->language->defaults;
  const auto file = std::find_if(input.files.begin(), input.files.end(),
                                 [&](const hir::File& each) { return each.path == path; });
  if (file == input.files.end()) {
    return;
  }
  definition->defaults_path = path;
  rt::DecodedXml decoded = rt::DecodeXml(file->data);
  const bool failed = !decoded.problem.empty();
  definition->defaults_source = std::make_unique<SourceBuffer>(
      input.root + file->path, failed ? ValidUtf8(file->data) : std::move(decoded.text));
  if (failed) {
    EmitBadProperties(*definition->defaults_source, {decoded.line, std::move(decoded.problem)},
                      &definition->diagnostics);
    return;
  }
  frontend::ReadSilences(*definition->defaults_source, definition->diagnostics);
  definition->defaults = ReadDefaults(*definition->defaults_source, IsHws(*definition),
                                      &definition->default_places, &definition->diagnostics);
}

void WarnOfSecrets(const Input& input, Definition* definition) {
  for (const hir::File& file : input.files) {
    if (file.path != definition->defaults_path && LooksSecret(file.path)) {
      Diagnostic& warning = definition->diagnostics.Emit(
          DiagnosticKind::kSecretFile, nullptr, {},
          "this file looks like a secret and would become part of the program; name it in "
          ".hpdlignore to leave it out");
      warning.file = input.root + file.path;
    }
  }
}

/// Reports property values that refer to each other in a circle, because they cannot be resolved.
/// The check uses the values after all overrides, because an override may end the circle.
void CheckPropertyValues(const Options& options, const std::string& name, Definition* definition) {
  rt::Properties properties;
  for (const ast::Parameter* parameter :
       ast::ParameterDefaults(definition->workflow()->parameters)) {
    properties.emplace(parameter->name.text, parameter->value->value);
  }
  for (const hir::Property& property : definition->defaults) {
    properties[property.name] = property.value;
  }
  if (options.properties) {
    for (const auto& [name, value] : *options.properties) {
      properties[name] = value;
    }
  }
  const rt::Result<void> expanded = rt::ExpandAll(&properties);
  if (!expanded) {
    EmitCircle(expanded.error().message, options.all_properties && options.properties, name,
               &definition->diagnostics);
  }
}

/// Runs sema, folding and the analyses. Returns null after an error.
std::unique_ptr<hir::Workflow> CheckWorkflow(const Input& input, const Options& options,
                                             const Reporter& reporter, Definition* definition) {
  const ast::Workflow& workflow = *definition->workflow();
  sema::CheckOptions check;
  check.properties = options.all_properties ? options.properties : std::nullopt;
  check.also_given = options.also_given;
  check.defaults = definition->defaults;
  check.validate_fork_join = options.validate_fork_join;
  sema::Checked checked =
      sema::Check(workflow, *definition->source, check, definition->diagnostics);
  if (checked.hir == nullptr) {
    return nullptr;
  }
  transform::Fold(*checked.hir);
  if (options.analyze) {
    analysis::Analyze({.workflow = workflow,
                       .checked = checked,
                       .properties = options.properties ? &*options.properties : nullptr,
                       .defined = options.defined.empty() ? nullptr : &options.defined,
                       .has_all_files = input.has_all_files,
                       .files = input.files,
                       .read = input.read,
                       .defaults_source = definition->defaults_source.get(),
                       .default_places = definition->default_places,
                       .reporter = reporter});
    definition->diagnostics.EmitUselessSilences();
  }
  if (definition->diagnostics.HasErrors()) {
    return nullptr;  // a parameter has no value, or -Werror makes a warning an error
  }
  transform::Dedupe(*checked.hir);
  return std::move(checked.hir);
}

/// Returns the ast as T, or null if the definition is of another type.
template <class T>
const T* AstOf(const frontend::Ast& ast) {
  const auto* const found = std::get_if<std::unique_ptr<T>>(&ast);
  return found == nullptr ? nullptr : found->get();
}

}  // namespace

const ast::Workflow* Definition::workflow() const {
  return AstOf<ast::Workflow>(ast);
}

const ast::Coordinator* Definition::coordinator() const {
  return AstOf<ast::Coordinator>(ast);
}

const ast::Bundle* Definition::bundle() const {
  return AstOf<ast::Bundle>(ast);
}

std::unique_ptr<Definition> Read(std::string name, std::string bytes, const Options& options) {
  auto definition = std::make_unique<Definition>(options.diagnostics);
  definition->source =
      frontend::MakeSource(std::move(name), std::move(bytes), definition->diagnostics);
  if (definition->source != nullptr) {
    frontend::ParsedDefinition parsed = frontend::ReadDefinition(
        *definition->source, frontend::ReadLimits(), definition->diagnostics);
    definition->language = parsed.language;
    definition->ast = std::move(parsed.ast);
  }
  return definition;
}

std::unique_ptr<Definition> Compile(Input input, const Options& given) {
  std::unique_ptr<Definition> definition = Read(input.name, std::move(input.bytes), given);
  if (definition->source == nullptr) {
    return definition;
  }
  const Options options = definition->language == nullptr ? given : OptionsFor(*definition, given);
  const Reporter reporter{definition->source.get(), &definition->diagnostics};
  if (definition->workflow() == nullptr) {
    analysis::HideSecretsInText(reporter);
    if (definition->language != nullptr) {
      ReadDefaultsFile(input, definition.get());
      CheckSubmission(input, options, definition.get());
    }
    return definition;
  }
  analysis::HideSecrets(*definition->workflow(), reporter);
  ReadDefaultsFile(input, definition.get());
  WarnOfSecrets(input, definition.get());
  CheckPropertyValues(options, input.name, definition.get());
  TakeInheritedGlobal(options, definition.get());
  AddJobXmlExpressions(input, *definition->source,
                       *std::get<std::unique_ptr<ast::Workflow>>(definition->ast),
                       definition->diagnostics);
  definition->hir = CheckWorkflow(input, options, reporter, definition.get());
  if (definition->hir != nullptr) {
    definition->hir->source = definition->source.get();
    definition->hir->file_name = input.name;
    definition->hir->defaults = definition->defaults;
    if (definition->workflow()->dialect == ast::Dialect::kOozie) {
      definition->hir->inherited_global = options.inherited_global;
    }
    if (definition->handed_global != options.inherited_global) {
      definition->hir->handed_global = definition->handed_global;
    }
#ifndef NDEBUG
    hir::Verify(*definition->hir);
#endif
  }
  return definition;
}

void AddFiles(std::vector<hir::File> files, Definition* definition) {
  std::erase_if(files,
                [&](const hir::File& file) { return file.path == definition->defaults_path; });
  definition->hir->files = std::move(files);
}

}  // namespace hpdl::pipeline
