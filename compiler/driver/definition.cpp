#include "compiler/driver/definition.h"

#include "compiler/analysis/analyze.h"
#include "compiler/application/ignore.h"
#include "compiler/application/load.h"
#include "compiler/driver/properties.h"
#include "compiler/frontend/xml/reader.h"
#include "compiler/frontend/xml/silence.h"
#include "compiler/sema/check.h"
#include "compiler/transform/transform.h"
#include "runtime/config/config.h"

namespace hpdl::driver {
namespace {

/// Each dialect has its own name for the file of defaults; the other's is an ordinary file.
void ReadDefaultsFile(Definition* definition, std::string* error) {
  const bool hws = definition->ast->dialect == ast::Dialect::kHws;
  const std::string name = hws ? application::kHwsDefaults : application::kOozieDefaults;
  std::optional<std::string> bytes = definition->application.Take(name, error);
  if (!bytes.has_value()) {
    return;
  }
  definition->defaults_source = frontend::MakeSource(definition->application.root + name,
                                                     std::move(*bytes), definition->diagnostics);
  if (definition->defaults_source != nullptr) {
    frontend::ReadSilences(*definition->defaults_source, definition->diagnostics);
    definition->defaults = ReadDefaults(*definition->defaults_source, &definition->default_lines,
                                        &definition->diagnostics);
  }
}

void WarnOfSecrets(Definition* definition) {
  for (const hir::File& file : definition->application.files) {
    if (application::LooksSecret(file.path)) {
      Diagnostic& warning = definition->diagnostics.Emit(
          DiagnosticKind::kSecretFile, nullptr, {},
          "this file looks like a secret and would become part of the program; name it in "
          ".hpdlignore to leave it out");
      warning.file = definition->application.root + file.path;
    }
  }
}

/// Values that refer to each other in a circle have no value; what overrides one of them may break
/// it.
void CheckPropertyValues(Definition* definition, const CompileOptions& options) {
  rt::Properties properties;
  for (const ast::Parameter& parameter : definition->ast->parameters) {
    if (parameter.value) {
      properties.emplace(parameter.name.text, parameter.value->value);
    }
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
    definition->diagnostics
        .Emit(DiagnosticKind::kPropertyCycle, nullptr, {}, expanded.error().message)
        .file = definition->application.definition_name;
  }
}

}  // namespace

bool LoadApplication(const std::string& path, const CompileOptions& options,
                     Application* application, std::string* error) {
  return application::Load(path, options.leave_out, application, error) &&
         (!options.defaults_beside || application::AddDefaultsBeside(path, application, error));
}

std::unique_ptr<Definition> ReadDefinition(const std::string& path, const CompileOptions& options,
                                           std::string* error) {
  auto definition = std::make_unique<Definition>(options.diagnostics);
  Application& application = definition->application;
  if (options.application != nullptr) {
    application = *options.application;
  } else if (!LoadApplication(path, options, &application, error)) {
    return nullptr;
  }
  definition->source = frontend::MakeSource(
      application.definition_name, std::move(application.definition), definition->diagnostics);
  if (definition->source != nullptr) {
    definition->ast = frontend::ReadWorkflow(*definition->source, frontend::ReadLimits(),
                                             definition->diagnostics);
  }
  return definition;
}

std::unique_ptr<Definition> Compile(const std::string& path, const CompileOptions& options,
                                    std::string* error) {
  std::unique_ptr<Definition> definition = ReadDefinition(path, options, error);
  if (definition == nullptr || definition->source == nullptr) {
    return definition;
  }
  const Reporter reporter{definition->source.get(), &definition->diagnostics};
  if (definition->ast == nullptr) {
    analysis::HideSecretsInText(reporter);
    return definition;
  }
  analysis::HideSecrets(*definition->ast, reporter);
  ReadDefaultsFile(definition.get(), error);
  if (!error->empty()) {
    return nullptr;
  }
  WarnOfSecrets(definition.get());
  CheckPropertyValues(definition.get(), options);
  sema::CheckOptions check;
  check.properties = options.properties;
  check.defaults = definition->defaults;
  check.validate_fork_join = options.validate_fork_join;
  sema::Checked checked =
      sema::Check(*definition->ast, *definition->source, check, definition->diagnostics);
  if (checked.hir == nullptr) {
    return definition;
  }
  transform::Fold(*checked.hir);
  if (options.analyze) {
    analysis::Analyze({.workflow = *definition->ast,
                       .checked = checked,
                       .properties = options.properties ? &*options.properties : nullptr,
                       .defined = options.defined.empty() ? nullptr : &options.defined,
                       .defaults_source = definition->defaults_source.get(),
                       .default_lines = definition->default_lines,
                       .reporter = reporter});
    definition->diagnostics.EmitUselessSilences();
  }
  if (definition->diagnostics.HasErrors()) {
    return definition;  // a parameter without a value, or -Werror
  }
  transform::Dedupe(*checked.hir);
  definition->hir = std::move(checked.hir);
  definition->hir->source = definition->source.get();
  definition->hir->file_name = definition->application.definition_name;
  definition->hir->defaults = definition->defaults;
  definition->hir->files = definition->application.files;
#ifndef NDEBUG
  hir::Verify(*definition->hir);
#endif
  return definition;
}

}  // namespace hpdl::driver
