#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_RECORD_TEXT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_RECORD_TEXT_H_

#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

/// How data and counters of a node are written in the journal (NodeRow.data, NodeRow.counters).
namespace hpdl::rt {

/// Java properties text, a line each, sorted by name; UTF-8 stays as it is.
std::string DataToText(const Properties& data);
Properties DataFromText(std::string_view text);

/// {"group":{"name":1}}
std::string CountersToText(const Counters& counters);
/// False if the text is not what CountersToText writes.
bool CountersFromText(std::string_view text, Counters* counters);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_RECORD_TEXT_H_
