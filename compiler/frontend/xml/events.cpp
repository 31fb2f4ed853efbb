#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/coordinator.h"

namespace hpdl::frontend {
namespace {

namespace coordinator = stdlib::coordinator;

/// Checks that the range of an event has both a start and an end, and that an event with a range
/// has no single instances.
void CheckEnds(SchemaReader& reader, const ast::Argument& event) {
  const ast::Argument* start = Find(event, coordinator::kDataInStart);
  const ast::Argument* end = Find(event, coordinator::kDataInEnd);
  const ast::Argument* instance = Find(event, coordinator::kDataInInstance);
  if (end != nullptr && instance != nullptr) {
    reader
        .Report(DiagnosticKind::kMisplacedElement, end->range,
                KnownTag("instance") + " and " + KnownTag("end-instance") + " exclude each other")
        .notes.push_back({&reader.source(), instance->range, KnownTag("instance") + " is here"});
  } else if ((start == nullptr) != (end == nullptr) && instance == nullptr) {
    reader.Report(DiagnosticKind::kMissingElement, event.range,
                  "a range needs both " + KnownTag("start-instance") + " and " +
                      KnownTag("end-instance") + ", and one of them is missing");
  }
}

ast::DataEvent EventOf(const ast::Argument& written, std::uint32_t name, std::uint32_t dataset) {
  ast::DataEvent event;
  event.range = written.range;
  event.name = NameOf(written, name);
  event.dataset = RequiredTemplateOf(written, dataset);
  return event;
}

}  // namespace

std::vector<ast::DataEvent> InputsOf(SchemaReader& reader, const ast::Argument& events) {
  std::vector<ast::DataEvent> inputs;
  for (const ast::Argument& written : events.children) {
    if (written.field != coordinator::kInputEventsDataIn) {
      continue;
    }
    CheckEnds(reader, written);
    ast::DataEvent& event = inputs.emplace_back(
        EventOf(written, coordinator::kDataInName, coordinator::kDataInDataset));
    for (const ast::Argument& child : written.children) {
      if (child.field == coordinator::kDataInInstance) {
        event.instances.push_back(*child.text);
      }
    }
    event.start = TemplateOf(written, coordinator::kDataInStart);
    event.end = TemplateOf(written, coordinator::kDataInEnd);
  }
  return inputs;
}

std::vector<ast::DataEvent> OutputsOf(const ast::Argument& events) {
  std::vector<ast::DataEvent> outputs;
  for (const ast::Argument& written : events.children) {
    ast::DataEvent& event = outputs.emplace_back(
        EventOf(written, coordinator::kDataOutName, coordinator::kDataOutDataset));
    if (auto instance = TemplateOf(written, coordinator::kDataOutInstance)) {
      event.instances.push_back(std::move(*instance));
    }
    if (const auto nocleanup = TemplateOf(written, coordinator::kDataOutNocleanup)) {
      event.nocleanup = nocleanup->text.value == "true" || nocleanup->text.value == "1";
    }
  }
  return outputs;
}

}  // namespace hpdl::frontend
