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
#include "runtime/server/protocols/oozie/conf_secrets.h"
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
  /// Returns the size of <global> as text in bytes, without escapes.
  std::size_t global_size() const { return global_size_; }
  /// Returns the bytes that the definition takes in memory.
  std::size_t memory() const { return memory_; }

 private:
  XmlElement root_;
  std::map<std::string, std::size_t, std::less<>> nodes_;  ///< index into the root's children
  Properties defaults_;
  std::size_t global_size_ = 0, memory_ = 0;
};

/// The values of a job that are not in the rows of its nodes.
struct ConfValues {
  ConfValues() = default;
  explicit ConfValues(Properties of_defaults);

  Properties defaults;            ///< the properties of config-default.xml with the job's values
  std::size_t defaults_size = 0;  ///< their size as text in bytes
  std::optional<ConfSecrets> secrets;  ///< hides secrets; nullopt: nothing is hidden
};

/// The limits for all texts of one answer. ConfOf() subtracts what it spends.
struct ConfBudget {
  std::size_t bytes = 8 << 20;       ///< the size of the texts
  std::size_t compared = 256 << 20;  ///< the bytes that are compared with values of secrets
};

/// Returns the `conf` of an action, a decision or a kill node, and "" for other control nodes. The
/// text has the values that the journal has for the node; a node that has not started has the texts
/// of the definition. Returns nullopt if the row is from another definition, if the text would have
/// more than a MiB, or if the budget is not enough.
std::optional<std::string> ConfOf(const WorkflowDefinition& definition, const NodeRow& row,
                                  const ConfValues& values, ConfBudget* budget);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ACTION_CONF_H_
