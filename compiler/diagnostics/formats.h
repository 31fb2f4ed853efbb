#ifndef HPDL_COMPILER_DIAGNOSTICS_FORMATS_H_
#define HPDL_COMPILER_DIAGNOSTICS_FORMATS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

/// Formats in which other programs read diagnostics. Lines and columns are 1-based; columns count
/// Unicode code points; `end` is one past the last column. Each result ends with a line end.
namespace hpdl {

/// Returns one JSON object on one line:
/// {"version":1,"diagnostics":[{"kind":"Cycle","severity":"error","oozieCode":"E0707",
/// "message":"...","file":"w.xml","start":{"line":3,"column":9},"end":{"line":3,"column":10},
/// "notes":[{"message":"...","file":"w.xml","start":{...},"end":{...}}],
/// "fix":{"title":"...","safe":true,"edits":[{"start":{...},"end":{...},"text":"..."}]}}],
/// "errors":1,"warnings":0,"remarks":0} The members "oozieCode" and "fix" are missing if a
/// diagnostic has no code or no fix. The member "file" is missing if the file is not known. The
/// members "start" and "end" are missing if the diagnostic has no place in a file. A later release
/// may add members to version 1.
std::string FormatJson(const std::vector<Diagnostic>& diagnostics);

/// Returns workflow commands of GitHub Actions, one line each: `::error
/// file=w.xml,line=3,col=9::text [Kind]`. The notes are further lines of the text. Warnings are
/// `::warning`, remarks are `::notice`.
std::string FormatGithub(const std::vector<Diagnostic>& diagnostics);

/// Returns a log of the Static Analysis Results Interchange Format 2.1.0 with one run. Each kind is
/// a rule with its explanation as help. Notes become related locations, and fixes become fixes of
/// SARIF. Remarks have the level "note".
std::string FormatSarif(const std::vector<Diagnostic>& diagnostics, std::string_view tool_version);

/// A format by its name in --format. `write` also gets the version of hpdlc.
struct DiagnosticFormat {
  std::string_view name;
  std::string (*write)(const std::vector<Diagnostic>& diagnostics, std::string_view tool_version);
};
/// Returns all formats of this header.
std::span<const DiagnosticFormat> DiagnosticFormats();

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_FORMATS_H_
