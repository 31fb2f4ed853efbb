#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ACTION_CONF_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ACTION_CONF_H_

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/config/xml_tree.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/records.h"

/// Makes the text that Oozie shows as `conf` of an action: the element of the action with the parts
/// of <global> and config-default.xml, as Oozie's class LiteWorkflowAppParser merges them.
namespace hpdl::rt {

/// The definition of a workflow of Oozie's dialect.
class WorkflowDefinition {
 public:
  /// `defaults` are the properties of config-default.xml as written. Returns an error if the text
  /// is not well-formed XML.
  static Result<WorkflowDefinition> Read(std::string_view text, Properties defaults);

  /// Returns the element of a node; null if the definition has no such node.
  const XmlElement* Node(std::string_view name) const;
  const XmlElement* global() const { return root_.Child("global"); }
  const Properties& defaults() const { return defaults_; }

 private:
  XmlElement root_;
  std::map<std::string, std::size_t, std::less<>> nodes_;  ///< index into the root's children
  Properties defaults_;
};

/// Returns the `conf` of an action, a decision or a kill node, and "" for other control nodes. The
/// text has the values that the journal has for the node; a node that has not started has the texts
/// of the definition. `properties` are the properties of the job; they are used only if the
/// definition has defaults. If `masked` is true, values that are probably secrets are hidden.
/// Returns nullopt if the row is from another definition, or if the text would have more than a
/// MiB.
std::optional<std::string> ConfOf(const WorkflowDefinition& definition, const NodeRow& row,
                                  const Properties& properties, bool masked);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ACTION_CONF_H_
