#include <nlohmann/json.hpp>

#include "compiler/diagnostics/formats.h"

namespace hpdl {
namespace {

using Json = nlohmann::ordered_json;

std::string Dump(const Json& json) {
  // Names of files may be any bytes; they must not make the whole output fail.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json Place(LineColumn place) {
  return {{"line", place.line}, {"column", place.column}};
}

void AddPlace(const SourceBuffer* source, std::string_view file, Range range, Json& out) {
  if (source != nullptr) {
    out["file"] = source->name();
    out["start"] = Place(source->Locate(range.begin));
    out["end"] = Place(source->Locate(range.end));
  } else if (!file.empty()) {
    out["file"] = file;
  }
}

std::string_view SeverityName(Severity severity) {
  return severity == Severity::kError ? "error" : "warning";
}

Json Region(const SourceBuffer& source, Range range) {
  const LineColumn start = source.Locate(range.begin);
  const LineColumn end = source.Locate(range.end);
  return {{"startLine", start.line},
          {"startColumn", start.column},
          {"endLine", end.line},
          {"endColumn", end.column}};
}

/// A file name as the path of a URI reference (RFC 3986): what is not unreserved is escaped.
std::string Uri(std::string_view name) {
  constexpr std::string_view kKept =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : name) {
    if (kKept.find(c) != std::string_view::npos) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out.append("%").append(1, kHex[byte >> 4]).append(1, kHex[byte & 15]);
    }
  }
  return out;
}

Json Location(const SourceBuffer* source, std::string_view file, Range range) {
  Json physical;
  physical["artifactLocation"]["uri"] = Uri(source != nullptr ? source->name() : file);
  if (source != nullptr) {
    physical["region"] = Region(*source, range);
  }
  return {{"physicalLocation", physical}};
}

Json SarifResult(const Diagnostic& diagnostic, std::size_t rule) {
  Json result;
  result["ruleId"] = InfoOf(diagnostic.kind).name;
  result["ruleIndex"] = rule;
  result["level"] = SeverityName(diagnostic.severity);
  result["message"]["text"] = diagnostic.text;
  if (diagnostic.source != nullptr || !diagnostic.file.empty()) {
    result["locations"] =
        Json::array({Location(diagnostic.source, diagnostic.file, diagnostic.range)});
  }
  for (const DiagnosticNote& note : diagnostic.notes) {
    if (note.source != nullptr) {
      Json related = Location(note.source, {}, note.range);
      related["message"]["text"] = note.text;
      result["relatedLocations"].push_back(std::move(related));
    }
  }
  return result;
}

Json SarifRules() {
  Json rules = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(DiagnosticKind::kCount); ++i) {
    const DiagnosticKindInfo& info = InfoOf(static_cast<DiagnosticKind>(i));
    Json rule;
    rule["id"] = info.name;
    rule["shortDescription"]["text"] = info.summary;
    rule["defaultConfiguration"]["level"] = SeverityName(info.severity);
    if (!info.oozie_code.empty()) {
      rule["properties"]["oozieCode"] = info.oozie_code;
    }
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace

std::string FormatJson(const std::vector<Diagnostic>& diagnostics) {
  Json list = Json::array();
  std::size_t errors = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    Json entry;
    entry["kind"] = InfoOf(diagnostic.kind).name;
    entry["severity"] = SeverityName(diagnostic.severity);
    if (!diagnostic.oozie_code.empty()) {
      entry["oozieCode"] = diagnostic.oozie_code;
    }
    entry["message"] = diagnostic.text;
    AddPlace(diagnostic.source, diagnostic.file, diagnostic.range, entry);
    entry["notes"] = Json::array();
    for (const DiagnosticNote& note : diagnostic.notes) {
      Json text = {{"message", note.text}};
      AddPlace(note.source, {}, note.range, text);
      entry["notes"].push_back(std::move(text));
    }
    errors += diagnostic.severity == Severity::kError ? 1 : 0;
    list.push_back(std::move(entry));
  }
  Json out;
  out["version"] = 1;
  out["diagnostics"] = std::move(list);
  out["errors"] = errors;
  out["warnings"] = diagnostics.size() - errors;
  return Dump(out);
}

std::string FormatSarif(const std::vector<Diagnostic>& diagnostics, std::string_view tool_version) {
  Json run;
  Json& driver = run["tool"]["driver"];
  driver["name"] = "hpdlc";
  driver["version"] = tool_version;
  driver["rules"] = SarifRules();
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    run["results"].push_back(SarifResult(diagnostic, static_cast<std::size_t>(diagnostic.kind)));
  }
  Json log;
  log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({std::move(run)});
  return Dump(log);
}

}  // namespace hpdl
