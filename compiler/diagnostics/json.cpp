#include <nlohmann/json.hpp>

#include "compiler/diagnostics/formats.h"

namespace hpdl {
namespace {

using Json = nlohmann::ordered_json;

std::string Dump(const Json& json) {
  // File names may contain any bytes; invalid UTF-8 must not make the output fail. All characters
  // outside ASCII are escaped, so that no character controls a terminal that shows the line.
  return json.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
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

Json FixOf(const Diagnostic& diagnostic) {
  Json fix = {{"title", diagnostic.fix->title.str()}, {"safe", diagnostic.fix->safe}};
  if (diagnostic.fix->shows_secret) {
    return fix;
  }
  fix["edits"] = Json::array();
  for (const Fix::Edit& edit : diagnostic.fix->edits) {
    fix["edits"].push_back({{"start", Place(diagnostic.source->Locate(edit.range.begin))},
                            {"end", Place(diagnostic.source->Locate(edit.range.end))},
                            {"text", edit.text}});
  }
  return fix;
}

Json Entry(const Diagnostic& diagnostic) {
  Json entry;
  entry["kind"] = InfoOf(diagnostic.kind).name;
  entry["severity"] = WordOf(diagnostic.severity);
  if (!diagnostic.oozie_code.empty()) {
    entry["oozieCode"] = diagnostic.oozie_code;
  }
  entry["message"] = diagnostic.text.str();
  AddPlace(diagnostic.source, diagnostic.file, diagnostic.range, entry);
  entry["notes"] = Json::array();
  for (const DiagnosticNote& note : diagnostic.notes) {
    Json text = {{"message", note.text.str()}};
    AddPlace(note.source, {}, note.range, text);
    entry["notes"].push_back(std::move(text));
  }
  if (diagnostic.fix.has_value() && diagnostic.source != nullptr) {
    entry["fix"] = FixOf(diagnostic);
  }
  return entry;
}

}  // namespace

std::string FormatJson(const std::vector<Diagnostic>& diagnostics) {
  Json list = Json::array();
  std::size_t counts[std::size(kSeverityWords)] = {};
  for (const Diagnostic& diagnostic : diagnostics) {
    list.push_back(Entry(diagnostic));
    ++counts[static_cast<std::size_t>(diagnostic.severity)];
  }
  Json out;
  out["version"] = 1;
  out["diagnostics"] = std::move(list);
  out["errors"] = counts[0];
  out["warnings"] = counts[1];
  out["remarks"] = counts[2];
  return Dump(out);
}

}  // namespace hpdl
