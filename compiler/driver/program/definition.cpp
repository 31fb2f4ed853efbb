#include "compiler/driver/program/definition.h"

#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "compiler/application/load.h"
#include "compiler/application/read_file.h"
#include "compiler/application/site_rules.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/program/included_file.h"

namespace hpdl::driver {
namespace {

std::optional<std::string> ReadListed(const hir::File& file) {
  rt::Result<std::string> bytes = application::ReadFile(file.disk_path);
  return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

/// Returns the rules of the site. Warns once if the default site file is ignored.
const rt::Result<application::SiteRules>& RulesOfSite() {
  static const rt::Result<application::SiteRules>& kRules =
      []() -> const rt::Result<application::SiteRules>& {
    const rt::Result<application::SiteRules>& rules = application::RulesOfSite();
    if (rules && !rules->ignored.empty()) {
      PrintError("warning: the site file is ignored: " + rules->ignored);
    }
    return rules;
  }();
  return kRules;
}

}  // namespace

rt::Result<Application> LoadApplication(const std::string& path, const CompileOptions& options) {
  application::LoadOptions load;
  load.leave_out = options.leave_out;
  load.defaults_beside = options.defaults_beside;
  load.with_folder = options.with_folder;
  load.passes_over = options.with_folder || options.served;
  for (const frontend::Language& language : frontend::Languages()) {
    if (!language.defaults.empty()) {
      load.defaults.push_back(language.defaults);
    }
    if (language.noun != "workflow") {
      load.submitted_roots.push_back(language.root);
    }
  }
  return application::Load(path, load);
}

std::unique_ptr<Definition> CompileBytes(const Application& application, std::string bytes,
                                         const CompileOptions& options) {
  pipeline::Input input;
  input.name = application.definition_name;
  input.bytes = std::move(bytes);
  input.root = application.root;
  input.files = application.files;
  input.has_all_files = application.has_all_files;
  input.read = &ReadListed;
  input.read_include = [&](const pipeline::IncludeUri& uri) {
    return ReadInclude(uri, application.directory, options);
  };
  pipeline::Options at_site = options;
  const rt::Result<application::SiteRules>& rules = RulesOfSite();
  at_site.validate_fork_join = options.validate_fork_join && (!rules || rules->fork_join);
  return pipeline::Compile(std::move(input), at_site);
}

rt::Result<Compiled> LoadAndCompile(const std::string& path, const CompileOptions& options) {
  rt::Result<Application> application = LoadApplication(path, options);
  HPDL_TRY(application);
  HPDL_TRY(RulesOfSite());
  Compiled compiled;
  compiled.application = std::move(*application);
  std::string bytes = std::move(compiled.application.definition);
  compiled.definition = CompileBytes(compiled.application, std::move(bytes), options);
  return compiled;
}

std::vector<Diagnostic> DiagnosticsOf(const std::vector<Compiled>& definitions) {
  std::vector<Diagnostic> all;
  using Key = std::tuple<std::string, DiagnosticKind, std::string, std::uint32_t, std::uint32_t,
                         std::string>;
  std::map<Key, std::size_t> seen;  // the first variant that has the diagnostic
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    for (Diagnostic& diagnostic : definitions[i].definition->diagnostics.Sorted()) {
      std::string file = diagnostic.source == nullptr ? diagnostic.file : diagnostic.source->name();
      Key key(definitions[i].application.identity, diagnostic.kind, std::move(file),
              diagnostic.range.begin, diagnostic.range.end, diagnostic.text.str());
      if (seen.try_emplace(std::move(key), i).first->second == i) {
        all.push_back(std::move(diagnostic));
      }
    }
  }
  return all;
}

bool IsComplete(const Definition& definition) {
  return definition.hir != nullptr || definition.coordinator_hir != nullptr ||
         definition.bundle_hir != nullptr;
}

}  // namespace hpdl::driver
