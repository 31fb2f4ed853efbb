#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>
#include <vector>

#include "compiler/base/suggest.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/diagnostics/explain.h"
#include "compiler/driver/command.h"
#include "compiler/driver/options.h"
#include "stdlib/core/registry.h"

namespace hpdl::driver {
namespace {

constexpr char kAbout[] =
    "Explains a kind of diagnostic (ForkWithoutJoin, E0733) or an action kind (shell). Without "
    "KIND:\n"
    "lists both.";

int Width(std::string_view text) {
  return static_cast<int>(text.size());
}

void ExplainDiagnostic(const DiagnosticKindInfo& info) {
  std::fputs(Explain(info.name).c_str(), stdout);
}

void ExplainStruct(const stdlib::StructDecl& body, int indent) {
  for (const stdlib::AttributeDecl& attribute : body.attributes) {
    std::printf("%*s@%.*s%s  %.*s\n", indent, "", Width(attribute.name), attribute.name.data(),
                attribute.required ? " (required)" : "", Width(attribute.doc),
                attribute.doc.data());
  }
  for (const stdlib::ElementDecl& element : body.elements) {
    const bool required = element.required_since != stdlib::kLatest;
    const bool repeats = element.repeat_since != stdlib::kLatest;
    std::printf("%*s<%.*s>%s%s  %.*s\n", indent, "", Width(element.name), element.name.data(),
                required ? " (required)" : "", repeats ? " (repeats)" : "", Width(element.doc),
                element.doc.data());
    if (element.type != nullptr && element.type != &body) {
      ExplainStruct(*element.type, indent + 2);
    }
  }
}

void ExplainKind(const stdlib::KindEntry& kind) {
  std::printf("%.*s (action%s)\n\n  %.*s\n", Width(kind.decl->name), kind.decl->name.data(),
              kind.has_executor ? "" : ", compiles but cannot run yet", Width(kind.decl->summary),
              kind.decl->summary.data());
  for (const stdlib::Shape& shape : kind.decl->shapes) {
    const char* family = shape.family == stdlib::Family::kHws        ? "HWS"
                         : shape.family == stdlib::Family::kWorkflow ? "the workflow's namespace"
                                                                     : "";
    std::printf("\n  <%.*s> of %s%.*s\n", Width(shape.element), shape.element.data(), family,
                Width(shape.namespace_prefix), shape.namespace_prefix.data());
    ExplainStruct(*shape.body, 4);
  }
}

bool SameName(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

}  // namespace

int ExplainCommand(const Arguments& arguments) {
  CommandLine line("explain", "[KIND]", kAbout);
  if (!line.Parse(arguments)) {
    return line.exit_code;
  }
  if (line.operands.size() > 1) {
    return UsageError(line.name, "want one KIND");
  }
  const std::string kind = line.operands.empty() ? "" : line.operands[0];
  bool found = false;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(DiagnosticKind::kCount); ++i) {
    const DiagnosticKindInfo& info = InfoOf(static_cast<DiagnosticKind>(i));
    names.push_back(info.name);
    if (kind.empty()) {
      std::printf("%-24.*s %.*s\n", Width(info.name), info.name.data(), Width(info.summary),
                  info.summary.data());
    } else if (SameName(kind, info.name) ||
               (!info.oozie_code.empty() && SameName(kind, info.oozie_code))) {
      std::printf("%s", found ? "\n" : "");
      ExplainDiagnostic(info);
      found = true;
    }
  }
  for (const stdlib::KindEntry& entry : stdlib::AllKinds()) {
    names.push_back(entry.decl->name);
    if (kind.empty()) {
      std::printf("%-24.*s %.*s\n", Width(entry.decl->name), entry.decl->name.data(),
                  Width(entry.decl->summary), entry.decl->summary.data());
    } else if (SameName(kind, entry.decl->name)) {
      ExplainKind(entry);
      found = true;
    }
  }
  if (!kind.empty() && !found) {
    return UsageError(line.name, "no kind '" + kind + "'" + DidYouMean(kind, names));
  }
  return kExitOk;
}

}  // namespace hpdl::driver
