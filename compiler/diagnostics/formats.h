#ifndef HPDL_COMPILER_DIAGNOSTICS_FORMATS_H_
#define HPDL_COMPILER_DIAGNOSTICS_FORMATS_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

/// Diagnostics for programs. Lines and columns are 1-based; columns count Unicode code points;
/// `end` is one past the last. All end in a line end.
namespace hpdl {

/// One object on one line:
///     {"version":1,"diagnostics":[{"kind":"Cycle","severity":"error","oozieCode":"E0707",
///       "message":"...","file":"w.xml","start":{"line":3,"column":9},"end":{"line":3,"column":10},
///       "notes":[{"message":"...","file":"w.xml","start":{...},"end":{...}}],
///       "fix":{"title":"...","safe":true,"edits":[{"start":{...},"end":{...},"text":"..."}]}}],
///      "errors":1,"warnings":0,"remarks":0}
/// oozieCode and fix are left out if there is none, file if unknown, start and end if it is not
/// about a place in a file. Members may be added within version 1.
std::string FormatJson(const std::vector<Diagnostic>& diagnostics);

/// Workflow commands of GitHub Actions, a line each: `::error file=w.xml,line=3,col=9::text
/// [Kind]`, with the notes as further lines of the text; warnings are `::warning`, remarks
/// `::notice`.
std::string FormatGithub(const std::vector<Diagnostic>& diagnostics);

/// A log of the Static Analysis Results Interchange Format 2.1.0 with one run; each kind is a rule
/// with its explanation as help, notes are related locations, corrections are fixes, remarks have
/// level note.
std::string FormatSarif(const std::vector<Diagnostic>& diagnostics, std::string_view tool_version);

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_FORMATS_H_
