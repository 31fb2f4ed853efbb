#include "compiler/pipeline/submitted.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "compiler/frontend/xml/datasets.h"
#include "compiler/frontend/xml/encoding.h"
#include "compiler/pipeline/properties.h"
#include "compiler/secrets/secret_text.h"
#include "compiler/sema/coordinator/check.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"

namespace hpdl::pipeline {
namespace {

/// The limits for included files: their number, and their bytes together. Files beyond a limit are
/// not read.
constexpr std::size_t kMostFiles = 100;
constexpr std::size_t kMostIncludedBytes = frontend::ReadLimits().bytes;
/// The path of an included file may end with the path of a file of the application. Endings with
/// more than kLongestPath bytes or kMostNames names are not compared.
constexpr std::size_t kLongestPath = 4096, kMostNames = 64;

/// Returns the value of a text that consists of literals and known properties. Returns nullopt if
/// the text contains anything else.
std::optional<std::string> SubstituteProperties(const ast::ExprPool& pool,
                                                const ast::Template& text,
                                                const PropertyMap& values) {
  if (!text.expr.valid()) {
    return text.text.value;
  }
  const ast::Expr& whole = pool[text.expr];
  const std::vector<ast::ExprId> one = {text.expr};
  std::string known;
  for (const ast::ExprId id : whole.kind == ast::ExprKind::kTemplate ? whole.operands : one) {
    const ast::Expr& part = pool[id];
    const auto value = part.kind == ast::ExprKind::kName ? values.find(part.text) : values.end();
    if (part.kind == ast::ExprKind::kString) {
      known += part.text;
    } else if (value != values.end()) {
      known += value->second;
    } else {
      return std::nullopt;
    }
  }
  return known;
}

/// Reads the files that a coordinator includes, directly or through other included files. The data
/// sets of a file come before the data sets of the files that it includes.
class Includes {
 public:
  Includes(const Input& input, const PropertyMap& values, Definition* definition)
      : input_(input), values_(values), definition_(definition) {}

  void Read(const ast::Coordinator& coordinator) {
    for (const ast::Template& include : coordinator.datasets.includes) {
      ReadFile(coordinator.exprs, include, *definition_->source, include.text.range);
    }
  }

  const std::vector<sema::IncludedFile>& files() const { return files_; }
  bool misses_files() const { return misses_files_; }

 private:
  /// Reads one file and the files that it includes. `place` is the place of the coordinator's own
  /// <include>.
  void ReadFile(const ast::ExprPool& pool, const ast::Template& include,
                const SourceBuffer& includer, Range place) {
    if (is_full_) {
      return;
    }
    const std::optional<std::string> path = SubstituteProperties(pool, include, values_);
    const std::optional<Found> found = path ? Find(*path) : std::nullopt;
    if (found) {
      bytes_ += found->bytes.size();
      is_full_ = definition_->included.size() == kMostFiles || bytes_ > kMostIncludedBytes;
    }
    if (!found || is_full_) {
      misses_files_ = true;
      definition_->diagnostics.Emit(DiagnosticKind::kIncludeNotFound, &includer, include.text.range,
                                    is_full_ ? TooMany()
                                    : path   ? "the application has no file " + Quoted(*path)
                                           : Message("the path of this file depends on properties "
                                                     "that are not given"));
      return;
    }
    if (std::find(open_.begin(), open_.end(), found->path) != open_.end()) {
      definition_->diagnostics.Emit(DiagnosticKind::kIncludeCycle, &includer, include.text.range,
                                    Quoted(found->path) + " includes itself");
      return;
    }
    std::unique_ptr<SourceBuffer> source =
        frontend::MakeSource(input_.root + found->path, found->bytes, definition_->diagnostics);
    if (source == nullptr) {
      misses_files_ = true;
      return;
    }
    analysis::HideSecretsInText({source.get(), &definition_->diagnostics});
    std::unique_ptr<ast::DatasetsFile> file =
        frontend::ReadDatasets(*source, frontend::ReadLimits(), definition_->diagnostics);
    IncludedSource& kept = definition_->included.emplace_back(std::move(source), std::move(file));
    if (kept.file == nullptr) {
      misses_files_ = true;
      return;
    }
    files_.push_back({kept.file.get(), kept.source.get(), place});
    open_.push_back(found->path);
    const ast::DatasetsFile& read = *kept.file;
    const SourceBuffer& read_source = *kept.source;
    for (const ast::Template& inner : read.datasets.includes) {
      ReadFile(read.exprs, inner, read_source, place);
    }
    open_.pop_back();
  }

  static Message TooMany() {
    return "this file and those after it are not read: a coordinator includes at most " +
           std::to_string(kMostFiles) + " files with " + std::to_string(kMostIncludedBytes >> 20) +
           " MB in total";
  }

  struct Found {
    std::string path;
    std::string bytes;
  };

  /// Returns the file of the application whose path is the end of `path`. If there are several such
  /// files, returns the file with the longest path. For example, `hdfs://nn/app/data/sets.xml` may
  /// be `data/sets.xml` of the application.
  std::optional<Found> Find(std::string_view path) {
    if (const std::size_t scheme = path.find("://"); scheme != std::string_view::npos) {
      path.remove_prefix(std::min(path.find('/', scheme + 3), path.size()));
    }
    path.remove_prefix(BeginOfEnds(path));
    while (!path.empty() && input_.read_beside) {
      path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
      if (std::optional<std::string> bytes = input_.read_beside(std::string(path))) {
        return Found{std::string(path), std::move(*bytes)};
      }
      path.remove_prefix(std::min(path.find('/'), path.size()));
    }
    return std::nullopt;
  }

  /// Returns the offset of the longest ending of `path` that has at most kLongestPath bytes and
  /// kMostNames names.
  static std::size_t BeginOfEnds(std::string_view path) {
    const std::size_t least = path.size() > kLongestPath ? path.size() - kLongestPath : 0;
    std::size_t begin = path.size();
    for (std::size_t names = 0; names < kMostNames && begin > least; ++names) {
      const std::size_t slash = path.rfind('/', begin - 1);
      const std::size_t next = slash == std::string_view::npos ? 0 : slash;
      if (next < least) {
        break;
      }
      begin = next;
    }
    return begin;
  }

  const Input& input_;
  const PropertyMap& values_;
  Definition* definition_;
  std::vector<sema::IncludedFile> files_;
  std::vector<std::string> open_;  ///< the files being read, the outermost first
  std::size_t bytes_ = 0;          ///< the bytes of the files that were read
  bool misses_files_ = false;
  bool is_full_ = false;
};

/// Returns the properties that are known before the job is submitted: -D, --config, defaults.
/// References in values are resolved, and blanks around values are removed.
PropertyMap ValuesOf(std::span<const ast::Parameter> parameters, const Options& options,
                     Definition* definition) {
  rt::Properties properties;
  for (const ast::Parameter& parameter : parameters) {
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
  if (const rt::Result<void> expanded = rt::ExpandAll(&properties); !expanded) {
    EmitCircle(expanded.error().message, options.all_properties && options.properties,
               definition->source->name(), &definition->diagnostics);
  }
  PropertyMap values;
  for (const auto& [name, value] : properties) {
    values.emplace(name, Trimmed(value));
  }
  return values;
}

/// Hides secret values of properties, because messages and pictures may contain the values of
/// expressions.
void HideSecretValues(const PropertyMap& values, Diagnostics* diagnostics) {
  for (const auto& [name, value] : values) {
    if (secrets::NamesSecret(name) && secrets::IsLiteralSecret(value)) {
      diagnostics->Hide(value);
      continue;
    }
    for (const secrets::SecretPart& part : secrets::FindSecrets(value)) {
      diagnostics->Hide(std::string_view(value).substr(part.begin, part.end - part.begin));
    }
  }
}

}  // namespace

void CheckSubmission(const Input& input, const Options& options, Definition* definition) {
  const Reporter reporter{definition->source.get(), &definition->diagnostics};
  const ast::Coordinator* coordinator = definition->coordinator();
  const ast::Bundle* bundle = definition->bundle();
  sema::SubmitOptions submit;
  submit.check.properties = options.all_properties ? options.properties : std::nullopt;
  submit.check.also_given = options.also_given;
  submit.check.defaults = definition->defaults;
  submit.values = ValuesOf(coordinator != nullptr ? coordinator->parameters : bundle->parameters,
                           options, definition);
  submit.now = options.now;
  definition->submitted = submit.values;
  HideSecretValues(submit.values, &definition->diagnostics);
  if (bundle != nullptr) {
    definition->bundle_hir = sema::CheckBundle(*bundle, submit, reporter);
  } else {
    Includes includes(input, submit.values, definition);
    includes.Read(*coordinator);
    submit.included = includes.files();
    submit.misses_files = includes.misses_files();
    definition->coordinator_hir = sema::CheckCoordinator(*coordinator, submit, reporter);
  }
  definition->diagnostics.EmitUselessSilences();
  if (definition->diagnostics.HasErrors()) {
    definition->bundle_hir = nullptr;
    definition->coordinator_hir = nullptr;
  }
#ifndef NDEBUG
  if (definition->bundle_hir != nullptr) {
    hir::Verify(*definition->bundle_hir);
  }
  if (definition->coordinator_hir != nullptr) {
    hir::Verify(*definition->coordinator_hir);
  }
#endif
}

}  // namespace hpdl::pipeline
