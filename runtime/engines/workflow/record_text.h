#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_RECORD_TEXT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_RECORD_TEXT_H_

#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

/// The text form of a node's data and counters in the journal (NodeRow.data, NodeRow.counters).
namespace hpdl::rt {

/// DataToText() returns Java properties text, one line for each name, sorted by name. UTF-8 is not
/// escaped.
std::string DataToText(const Properties& data);
Properties DataFromText(std::string_view text);

/// Returns JSON such as {"group":{"name":1}}.
std::string CountersToText(const Counters& counters);
/// Reads the text of CountersToText(). Returns false if the text has a different form.
bool CountersFromText(std::string_view text, Counters* counters);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_RECORD_TEXT_H_
