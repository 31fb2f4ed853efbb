#include <nlohmann/json.hpp>

#include "compiler/diagnostics/explain.h"
#include "compiler/diagnostics/formats.h"
#include "runtime/ground/base/percent.h"

namespace hpdl {
namespace {

using Json = nlohmann::ordered_json;

// The levels of SARIF, indexed by Severity.
constexpr std::string_view kLevels[] = {"error", "warning", "note"};

std::string_view LevelOf(Severity severity) {
  return kLevels[static_cast<std::size_t>(severity)];
}

Json Region(const SourceBuffer& source, Range range) {
  const LineColumn start = source.Locate(range.begin);
  const LineColumn end = source.Locate(range.end);
  return {{"startLine", start.line},
          {"startColumn", start.column},
          {"endLine", end.line},
          {"endColumn", end.column}};
}

/// Returns a file name as a URI reference (RFC 3986). A relative name stays relative, an absolute
/// name gets file://, and a URI keeps its scheme.
std::string Uri(std::string_view name) {
  const std::size_t scheme = name.find("://");
  const std::size_t kept = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::string begin(name.starts_with('/') ? "file://" : name.substr(0, kept));
  return begin + PercentEncoded(name.substr(kept), kPathMarks);
}

Json Location(const SourceBuffer* source, std::string_view file, Range range) {
  Json physical;
  physical["artifactLocation"]["uri"] = Uri(source != nullptr ? source->name() : file);
  if (source != nullptr) {
    physical["region"] = Region(*source, range);
  }
  return {{"physicalLocation", physical}};
}

Json FixOf(const Fix& fix, const SourceBuffer& source) {
  Json change;
  change["artifactLocation"]["uri"] = Uri(source.name());
  for (const Fix::Edit& edit : fix.edits) {
    Json replacement;
    replacement["deletedRegion"] = Region(source, edit.range);
    if (!edit.text.empty()) {
      replacement["insertedContent"]["text"] = edit.text;
    }
    change["replacements"].push_back(std::move(replacement));
  }
  Json out;
  out["description"]["text"] = fix.title.str();
  out["artifactChanges"] = Json::array({std::move(change)});
  return out;
}

Json ResultOf(const Diagnostic& diagnostic) {
  Json result;
  result["ruleId"] = InfoOf(diagnostic.kind).name;
  result["ruleIndex"] = static_cast<std::size_t>(diagnostic.kind);
  result["level"] = LevelOf(diagnostic.severity);
  result["message"]["text"] = diagnostic.text.str();
  if (diagnostic.source != nullptr || !diagnostic.file.empty()) {
    result["locations"] =
        Json::array({Location(diagnostic.source, diagnostic.file, diagnostic.range)});
  }
  for (const DiagnosticNote& note : diagnostic.notes) {
    if (note.source != nullptr) {
      Json related = Location(note.source, {}, note.range);
      related["message"]["text"] = note.text.str();
      result["relatedLocations"].push_back(std::move(related));
    }
  }
  if (diagnostic.fix && !diagnostic.fix->edits.empty() && !diagnostic.fix->shows_secret &&
      diagnostic.source != nullptr) {
    result["fixes"] = Json::array({FixOf(*diagnostic.fix, *diagnostic.source)});
  }
  return result;
}

void AppendExample(std::string_view title, std::string_view text, std::string& out) {
  if (!text.empty()) {
    out.append("\n\n").append(title).append("\n\n```\n").append(text).append("\n```");
  }
}

/// Returns the text of `hpdlc explain` in Markdown.
Json HelpOf(const Explanation& explanation) {
  std::string markdown(explanation.why);
  AppendExample("Wrong:", explanation.wrong, markdown);
  AppendExample("Right:", explanation.right, markdown);
  return {{"text", explanation.why}, {"markdown", std::move(markdown)}};
}

Json Rules() {
  Json rules = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(DiagnosticKind::kCount); ++i) {
    const auto kind = static_cast<DiagnosticKind>(i);
    const DiagnosticKindInfo& info = InfoOf(kind);
    Json rule;
    rule["id"] = info.name;
    rule["shortDescription"]["text"] = info.summary;
    if (const Explanation* explanation = ExplanationOf(kind)) {
      rule["fullDescription"]["text"] = explanation->why;
      rule["help"] = HelpOf(*explanation);
    }
    rule["defaultConfiguration"]["level"] = LevelOf(info.severity);
    if (!info.oozie_code.empty()) {
      rule["properties"]["oozieCode"] = info.oozie_code;
    }
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace

std::string FormatSarif(const std::vector<Diagnostic>& diagnostics, std::string_view tool_version) {
  Json run;
  Json& driver = run["tool"]["driver"];
  driver["name"] = "hpdlc";
  driver["version"] = tool_version;
  driver["rules"] = Rules();
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    run["results"].push_back(ResultOf(diagnostic));
  }
  Json log;
  log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({std::move(run)});
  // File names may contain any bytes; invalid UTF-8 must not make the output fail. All characters
  // outside ASCII are escaped, so that no character controls a terminal that shows the line.
  return log.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpdl
