#ifndef HPDL_COMPILER_AST_AST_H_
#define HPDL_COMPILER_AST_AST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/expr.h"
#include "compiler/base/source.h"
#include "compiler/core/terms.h"
#include "stdlib/core/registry.h"

/// The definition as written: plain data with ranges, without behaviour. Definitions in both
/// dialects of hPDL, Oozie and HWS, become these structures.
namespace hpdl::ast {

using hpdl::Dialect;
using hpdl::NodeType;

/// Character data or an attribute value. `value` is decoded (references, CDATA, line ends). It is
/// trimmed unless its declaration marks it as verbatim. `jumps` map offsets in `value` to offsets
/// in the buffer.
struct Text {
  std::string value;
  Range range;  ///< the place of the text in the buffer, after trimming
  struct Jump {
    std::uint32_t decoded;  ///< offset in `value`
    /// The byte value[decoded] has this offset in the buffer. From this byte to the next jump,
    /// `value` and the buffer have the same bytes.
    std::uint32_t raw;
  };
  std::vector<Jump> jumps;  ///< sorted by offset; the first jump has decoded == 0

  /// Returns the offset that the byte value[offset] has in the buffer.
  std::uint32_t RawOffset(std::uint32_t offset) const;
  Range RawRange(std::uint32_t begin, std::uint32_t end) const;
};

/// A text that may hold expressions, and the expression that the EL parser made of it.
struct Template {
  Text text;
  ExprId expr;  ///< invalid if the text contains no expression
  /// The environment in which the text is evaluated; it decides which functions exist.
  stdlib::Environment environment = stdlib::kOozieWorkflow;
};

/// A name or a reference to a name. It is empty if the name is missing; the reader has then
/// reported a diagnostic.
struct Name {
  std::string text;
  Range range;
};

/// An element or attribute of an action's body, checked against its declaration.
struct Argument {
  /// The index of the argument's declaration, the same as hpdl_arg.field; 0 for the root.
  std::uint32_t field = 0;
  Range range;  ///< the range of the element's start tag or of the attribute
  std::optional<Template> text;
  std::vector<Argument> children;
};

/// A transition of a node as written, such as <ok>, <path>, <case> or <transition>.
struct Edge {
  Name to;
  Name name;  ///< the name of the transition in HWS; "ok", "error" or empty in Oozie
  std::optional<Template> when;  ///< the predicate of a decision's case
  Range range;                   ///< the element's start tag
};

/// A node as written. Its type decides which members it has.
struct Node {
  NodeType type = NodeType::kAction;
  Name name;    ///< the name as written; ":start:" for a start node, which has no name
  Range range;  ///< the start tag
  /// The transitions of the node. Start and join have one transition. An action has OK and ERROR. A
  /// fork has its paths. A decision has its cases in order, and the default last.
  std::vector<Edge> edges;
  std::optional<Template> message;          ///< the message of a kill or fail node
  const stdlib::KindEntry* kind = nullptr;  ///< the kind of an action; null if it is not known
  std::string kind_name;                    ///< the name of the kind as written, without its prefix
  Range kind_range;
  std::uint32_t shape = 0;      ///< index into kind->decl->shapes
  stdlib::Version version = 0;  ///< version of the action's namespace
  Argument body;                ///< the body of an action
  std::optional<Template> retry_max, retry_interval, retry_policy;
  std::optional<Template> on_finish;  ///< the text of <on-finish>
  std::optional<Name> credentials;    ///< the cred attribute
};

/// An entry of <parameters>.
struct Parameter {
  Name name;
  std::optional<Text> value;  ///< nullopt if the parameter is required
};

/// A <credential>; its properties are in `credentials_body`.
struct Credential {
  Name name;
  Name type;
  Range range;
};

/// An SLA element.
struct Sla {
  Range tag;  ///< the start tag of the SLA element
  stdlib::Version version = 0;
  Argument body;  ///< the content, as declared by stdlib::control::kSla01Decl or kSla02Decl
  /// The name of the action that contains the SLA element. "" if the element belongs to the
  /// workflow itself, or to a coordinator.
  std::string node = {};
};

/// A workflow-app or hadoop-workflow.
struct Workflow {
  Dialect dialect = Dialect::kOozie;
  std::string schema;           ///< the namespace; empty for HWS
  stdlib::Version version = 0;  ///< version of the workflow namespace; kHws for HWS
  Range range;                  ///< the root's start tag
  Template name;
  std::vector<Parameter> parameters;
  std::optional<Argument> global;  ///< the element <global>, as declared by stdlib::kGlobalDecl
  /// The elements that the <global> of a parent workflow adds to `global`, as declared by
  /// stdlib::kGlobalDecl. They are not written in this definition, so all their ranges are one
  /// place in it.
  std::optional<Argument> inherited;
  std::vector<Credential> credentials;
  Argument credentials_body;  ///< the element <credentials> with its content
  std::vector<Node> nodes;    ///< in document order
  /// The names of elements that are probably nodes but that the reader did not understand. The
  /// reader has reported these elements.
  std::vector<std::string> lost_names;
  std::vector<Sla> sla;
  ExprPool exprs;
};

}  // namespace hpdl::ast

#endif  // HPDL_COMPILER_AST_AST_H_
