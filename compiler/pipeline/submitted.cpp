#include "compiler/pipeline/submitted.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "compiler/ast/parameters.h"
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

/// Adds the names of the properties to which a value refers. Returns false if a name depends on the
/// values of other properties, as in `${a${b}}`.
bool AddReferences(std::string_view value, std::vector<std::string>* names) {
  for (std::size_t at = value.find("${"); at != std::string_view::npos;
       at = value.find("${", at + 2)) {
    const std::size_t end = value.find_first_of("}$ ", at + 2);
    if (value.substr(std::min(end, value.size()), 2) == "${") {
      return false;
    }
    if (end != std::string_view::npos && value[end] == '}') {
      names->emplace_back(value.substr(at + 2, end - at - 2));
    }
  }
  return true;
}

/// The properties that give values to the URIs of <include>.
struct UriProperties {
  rt::Properties written;  ///< with references to other properties
  PropertyMap values;      ///< without references

  /// Returns the names of the properties that decide the values of `used`. If it is not known which
  /// properties they are, returns the names of all properties.
  std::set<std::string> DecidersOf(std::vector<std::string> used) const {
    std::set<std::string> deciders;
    while (!used.empty()) {
      const std::string name = std::move(used.back());
      used.pop_back();
      const auto found = written.find(name);
      if (!deciders.insert(name).second || found == written.end()) {
        continue;
      }
      if (!AddReferences(found->second, &used)) {
        for (const auto& [any, value] : written) {
          deciders.insert(any);
        }
      }
    }
    return deciders;
  }
};

/// The value of a URI with properties.
struct UriValue {
  std::optional<std::string> known;  ///< nullopt if a part of the URI has no value
  std::string missing;  ///< the first property without a value; "" if another part has no value
  std::vector<std::string> used;  ///< the names of the properties in the URI
};

/// Returns the name of the property that a part of a URI reads: `${name}`,
/// `${coord:conf('name')}` or `${coord:user()}`. Returns "" for any other part.
std::string PropertyIn(const ast::ExprPool& pool, const ast::Expr& part) {
  if (part.kind == ast::ExprKind::kName) {
    return part.text;
  }
  if (part.kind != ast::ExprKind::kCall) {
    return std::string();
  }
  if (part.text == "coord:user" && part.operands.empty()) {
    return "user.name";
  }
  const bool reads = part.text == "coord:conf" && part.operands.size() == 1 &&
                     pool[part.operands[0]].kind == ast::ExprKind::kString;
  return reads ? pool[part.operands[0]].text : std::string();
}

/// Evaluates a URI that consists of plain text and properties.
UriValue ValueOf(const ast::ExprPool& pool, const ast::Template& uri, const PropertyMap& values) {
  UriValue result;
  result.known = std::string();
  if (!uri.expr.valid()) {
    result.known = uri.text.value;
    return result;
  }
  const ast::Expr& whole = pool[uri.expr];
  const std::vector<ast::ExprId> one = {uri.expr};
  for (const ast::ExprId id : whole.kind == ast::ExprKind::kTemplate ? whole.operands : one) {
    const ast::Expr& part = pool[id];
    if (part.kind == ast::ExprKind::kString) {
      *result.known += part.text;
      continue;
    }
    const std::string name = PropertyIn(pool, part);
    const auto value = values.find(name);
    if (!name.empty()) {
      result.used.push_back(name);
    }
    if (name.empty() || value == values.end()) {
      result.known = std::nullopt;
      result.missing = name;
      return result;
    }
    *result.known += value->second;
  }
  return result;
}

/// Reads the files that a coordinator includes, directly or through other included files. The data
/// sets of a file come before the data sets of the files that it includes.
class Includes {
 public:
  Includes(const Input& input, const Options& options, const UriProperties& properties,
           Definition* definition)
      : input_(input), options_(options), properties_(properties), definition_(definition) {}

  void Read(const ast::Coordinator& coordinator) {
    std::vector<std::string> used;
    for (const ast::Template& include : coordinator.datasets.includes) {
      const UriValue uri = ValueOf(coordinator.exprs, include, properties_.values);
      used.insert(used.end(), uri.used.begin(), uri.used.end());
      const Range range = include.text.range;
      ReadFile({include.text.value, uri.known}, uri.missing,
               {definition_->source.get(), range, range});
    }
    definition_->include_properties = properties_.DecidersOf(std::move(used));
  }

  const std::vector<sema::IncludedFile>& files() const { return files_; }
  bool misses_files() const { return misses_files_; }

 private:
  /// The place of an <include>.
  struct Place {
    const SourceBuffer* source;
    Range range;
    Range in_coordinator;  ///< the place of the coordinator's own <include> that led here
  };

  /// Reads one file and the files that it includes. `missing` is the property that the URI lacks.
  void ReadFile(const IncludeUri& uri, const std::string& missing, const Place& place) {
    if (is_full_) {
      return;
    }
    const rt::Result<FoundInclude> found = Find(uri);
    if (found) {
      bytes_ += found->bytes.size();
      is_full_ = definition_->included.size() == kMostFiles || bytes_ > kMostIncludedBytes;
    }
    if (is_full_) {
      Miss(DiagnosticKind::kIncludeNotFound, place, TooMany());
    } else if (found) {
      ReadFound(*found, place);
    } else if (uri.known || !found.error().code.empty()) {
      ReportUnread(uri, found.error(), place);
    } else {
      ReportUnknown(uri, missing, place);
    }
  }

  /// Reads a file. If Input::read_include is empty, it is not known if the file can be read.
  rt::Result<FoundInclude> Find(const IncludeUri& uri) const {
    return input_.read_include ? input_.read_include(uri)
                               : rt::Error{rt::ErrorClass::kError, "", "files cannot be read here"};
  }

  void ReadFound(const FoundInclude& found, const Place& place) {
    if (std::find(open_.begin(), open_.end(), found.name) != open_.end()) {
      definition_->diagnostics.Emit(DiagnosticKind::kIncludeCycle, place.source, place.range,
                                    Quoted(found.name) + " includes itself");
      return;
    }
    std::unique_ptr<SourceBuffer> source =
        frontend::MakeSource(found.name, found.bytes, definition_->diagnostics);
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
    files_.push_back({kept.file.get(), kept.source.get(), place.in_coordinator});
    open_.push_back(found.name);
    const ast::DatasetsFile& read = *kept.file;
    const SourceBuffer* const read_source = kept.source.get();
    for (const ast::Template& inner : read.datasets.includes) {
      // Oozie does not evaluate the URIs in an included file.
      ReadFile({inner.text.value, inner.text.value}, "",
               {read_source, inner.text.range, place.in_coordinator});
    }
    open_.pop_back();
  }

  /// Reports a file that was not read although its URI is known.
  void ReportUnread(const IncludeUri& uri, const rt::Error& error, const Place& place) {
    const Message file = "the file " + Quoted(uri.known.value_or(uri.written));
    if (error.code.empty()) {
      Miss(DiagnosticKind::kIncludeNotFound, place,
           file + " was not read: " + Message(error.message));
      return;
    }
    Miss(DiagnosticKind::kIncludeUnreadable, place,
         file + " cannot be read: " + Message(error.message))
        .oozie_code = error.code == kNoInclude ? kNoInclude : kUnreadableInclude;
  }

  /// Reports a file whose URI has a part without a value. After a submission, this is an error,
  /// because nothing else gives a value.
  void ReportUnknown(const IncludeUri& uri, const std::string& missing, const Place& place) {
    if (options_.submitted && !missing.empty()) {
      Miss(DiagnosticKind::kUndefinedVariable, place,
           "parameter " + Quoted(missing) + " has no value and no default");
      return;
    }
    Message text = "the path of this file depends on properties that are not given";
    if (options_.needs_includes) {
      text += "; give them by -D, or the file by --sub '" + Message(uri.written) + "=FILE'";
    }
    Miss(DiagnosticKind::kIncludeNotFound, place, text);
  }

  /// Emits a diagnostic for a file that is not read. A kIncludeNotFound becomes a
  /// kIncludeUnreadable if the data sets of the file are needed.
  Diagnostic& Miss(DiagnosticKind kind, const Place& place, const Message& text) {
    misses_files_ = true;
    const bool needed = options_.needs_includes && kind == DiagnosticKind::kIncludeNotFound;
    return definition_->diagnostics.Emit(needed ? DiagnosticKind::kIncludeUnreadable : kind,
                                         place.source, place.range, text);
  }

  static Message TooMany() {
    return "this file and those after it are not read: a coordinator includes at most " +
           std::to_string(kMostFiles) + " files with " + std::to_string(kMostIncludedBytes >> 20) +
           " MiB in total";
  }

  const Input& input_;
  const Options& options_;
  const UriProperties& properties_;
  Definition* definition_;
  std::vector<sema::IncludedFile> files_;
  std::vector<std::string> open_;  ///< the files being read, the outermost first
  std::size_t bytes_ = 0;          ///< the bytes of the files that were read
  bool misses_files_ = false;
  bool is_full_ = false;
};

/// Returns the properties that are known before the job is submitted: -D, --config, defaults.
rt::Properties PropertiesOf(std::span<const ast::Parameter> parameters, const Options& options,
                            const Definition& definition) {
  rt::Properties properties;
  for (const ast::Parameter* parameter : ast::ParameterDefaults(parameters)) {
    properties.emplace(parameter->name.text, parameter->value->value);
  }
  for (const hir::Property& property : definition.defaults) {
    properties[property.name] = property.value;
  }
  if (options.properties) {
    for (const auto& [name, value] : *options.properties) {
      properties[name] = value;
    }
  }
  return properties;
}

/// Resolves the references in the values, and removes blanks around the values. `all_known` is true
/// if `properties` are all properties of the job.
PropertyMap ValuesOf(rt::Properties properties, bool all_known, Definition* definition) {
  if (const rt::Result<void> expanded = rt::ExpandAll(&properties); !expanded) {
    EmitCircle(expanded.error().message, all_known, definition->source->name(),
               &definition->diagnostics);
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

/// Returns the properties for the URIs of <include>. `known` are the properties that are known
/// before the job is submitted.
UriProperties PropertiesOfUris(UriProperties known, const Options& options,
                               Definition* definition) {
  if (!options.submitted) {
    return known;
  }
  for (const auto& [name, value] : *options.submitted) {
    known.written[name] = value;
  }
  known.values = ValuesOf(known.written, true, definition);
  HideSecretValues(known.values, &definition->diagnostics);
  return known;
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
  UriProperties known;
  known.written = PropertiesOf(
      coordinator != nullptr ? coordinator->parameters : bundle->parameters, options, *definition);
  known.values = ValuesOf(known.written, options.all_properties && options.properties, definition);
  submit.values = known.values;
  submit.now = options.now;
  definition->submitted = submit.values;
  HideSecretValues(submit.values, &definition->diagnostics);
  if (bundle != nullptr) {
    definition->bundle_hir = sema::CheckBundle(*bundle, submit, reporter);
  } else {
    const UriProperties properties = PropertiesOfUris(std::move(known), options, definition);
    Includes includes(input, options, properties, definition);
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
