#include <cstdio>
#include <string_view>
#include <vector>

#include "compiler/base/suggest.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/diagnostics/explain.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/options.h"
#include "stdlib/core/registry.h"

namespace hpdl::driver {
namespace {

constexpr char kAboutExplain[] =
    "Explains a kind of diagnostic (ForkJoinCount, E0730) or an action kind (shell). Without "
    "KIND, lists\n"
    "all of them.";

int Width(std::string_view text) {
  return static_cast<int>(text.size());
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
  std::printf("%.*s (action)\n\n  %.*s\n", Width(kind.decl->name), kind.decl->name.data(),
              Width(kind.decl->summary), kind.decl->summary.data());
  for (const stdlib::Shape& shape : kind.decl->shapes) {
    const char* family = shape.family == stdlib::Family::kHws        ? "HWS"
                         : shape.family == stdlib::Family::kWorkflow ? "the workflow's namespace"
                                                                     : "";
    std::printf("\n  <%.*s> of %s%.*s\n", Width(shape.element), shape.element.data(), family,
                Width(shape.namespace_prefix), shape.namespace_prefix.data());
    ExplainStruct(*shape.body, 4);
  }
}

/// Returns the names of all kinds of diagnostics and of actions.
std::vector<std::string_view> KnownNames() {
  std::vector<std::string_view> names;
  names.reserve(static_cast<std::size_t>(DiagnosticKind::kCount) + stdlib::AllKinds().size());
  for (std::size_t i = 0; i < static_cast<std::size_t>(DiagnosticKind::kCount); ++i) {
    names.push_back(InfoOf(static_cast<DiagnosticKind>(i)).name);
  }
  for (const stdlib::KindEntry& entry : stdlib::AllKinds()) {
    names.push_back(entry.decl->name);
  }
  return names;
}

int RunExplain(const CommandLine& line) {
  if (line.operands.size() > 1) {
    return UsageError(line.name, "give at most one KIND");
  }
  const std::string kind = line.operands.empty() ? "" : line.operands[0];
  if (kind.empty()) {
    std::fputs(ListKinds().c_str(), stdout);
    for (const stdlib::KindEntry& entry : stdlib::AllKinds()) {
      std::fputs(ListLine(entry.decl->name, entry.decl->summary).c_str(), stdout);
    }
    return kExitOk;
  }
  const std::string pages = Explain(kind);
  std::fputs(pages.c_str(), stdout);
  bool found = !pages.empty();
  for (const stdlib::KindEntry& entry : stdlib::AllKinds()) {
    if (IsSameInOtherCase(kind, entry.decl->name)) {
      ExplainKind(entry);
      found = true;
    }
  }
  if (!found) {
    return UsageError(line.name, "no diagnostic and no action has the kind '" + kind + "'" +
                                     DidYouMean(kind, KnownNames()).str());
  }
  return kExitOk;
}

}  // namespace

const Command kExplainCommand = {"explain", "explain a diagnostic or an action kind",
                                 "[KIND]",  kAboutExplain,
                                 nullptr,   &RunExplain,
                                 {},        true};

}  // namespace hpdl::driver
