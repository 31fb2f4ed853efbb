#include <algorithm>

#include "compiler/language/block.h"
#include "compiler/language/constructs.h"
#include "stdlib/core/common.h"
#include "stdlib/core/registry.h"

namespace hpdl::language {
namespace {

using stdlib::Family;
using stdlib::KindDecl;
using stdlib::KindEntry;
using stdlib::Shape;

constexpr stdlib::Version kVersionsOfHws[] = {stdlib::kHws};

std::string List(Versions versions) {
  std::string text;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == versions.size() ? " and " : ", ") + VersionName(versions[i]);
  }
  return text;
}

/// Returns a short name for the place of this shape of an action kind: "HWS", the workflow schemas
/// that contain it, or its own namespace.
std::string PlaceOf(const Shape& shape) {
  switch (shape.family) {
    case Family::kHws:
      return "HWS";
    case Family::kWorkflow:
      return shape.versions.size() == 1 ? "workflow " + List(shape.versions)
                                        : "workflow, all versions";
    case Family::kOwn:
      return "`" + std::string(shape.namespace_prefix) + "` " + List(shape.versions);
  }
  return {};
}

/// Returns the text with a leading capital.
std::string Sentence(std::string text) {
  if (text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

Versions VersionsOf(const Shape& shape) {
  return shape.family == Family::kHws ? Versions(kVersionsOfHws) : shape.versions;
}

Block BlockOf(const Shape& shape) {
  const bool hws = shape.family == Family::kHws;
  Block block(VersionsOf(shape));
  block.AddRoot(std::string(shape.element) + (hws ? " name=\"node\"" : ""), *shape.body);
  if (hws) {
    block.Add(1, "<transition name=\"OK\" to=\"node\"/>", "1", "next node when the action is done");
    block.Add(1, "<transition name=\"ERROR\" to=\"node\"/>", "1",
              "next node when the action has failed");
  }
  return block;
}

std::string Facts(const KindEntry& entry) {
  const KindDecl& kind = *entry.decl;
  std::string text = Sentence(std::string(kind.summary)) + ".";
  if (kind.needs_cluster) {
    text += " Needs a resource manager and a name node, from the action or from " + Link("global") +
            ".";
  }
  if (kind.map_reduce) {
    text += " `hadoop:*` functions read its job.";
  }
  if (kind.produces_data) {
    text += " `wf:actionData` and `action:output` read its output.";
  }
  const std::string folder = "../stdlib/actions/" + std::string(kind.name);
  return text + " [Manual](" + folder + "/README.md).\n";
}

std::string KindText(const KindEntry& entry) {
  std::string text = Facts(entry);
  std::vector<std::string_view> sections;
  for (const Shape& shape : entry.decl->shapes) {
    const Block block = BlockOf(shape);
    text += "\n" + Sentence(PlaceOf(shape)) + ":\n\n" + block.Format();
    for (const std::string_view section : block.sections()) {
      if (std::find(sections.begin(), sections.end(), section) == sections.end()) {
        sections.push_back(section);
      }
    }
  }
  for (std::size_t i = 0; i < sections.size(); ++i) {
    text +=
        (i == 0 ? "\nMore: " : ", ") + Link(sections[i]) + (i + 1 == sections.size() ? ".\n" : "");
  }
  return text;
}

std::string Overview() {
  std::string text = "| kind | written in | what it does |\n|---|---|---|\n";
  for (const KindEntry& entry : stdlib::AllKinds()) {
    std::string places;
    for (const Shape& shape : entry.decl->shapes) {
      places += (places.empty() ? "" : "; ") + PlaceOf(shape);
    }
    text += "| " + Link(entry.decl->name) + " | " + places + " | " +
            std::string(entry.decl->summary) + " |\n";
  }
  return text;
}

}  // namespace

std::vector<Part> KindParts() {
  std::vector<Part> parts{{2, "Actions", Overview()}};
  for (const KindEntry& entry : stdlib::AllKinds()) {
    parts.push_back({3, std::string(entry.decl->name), KindText(entry)});
  }
  return parts;
}

}  // namespace hpdl::language
