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

/// The definition as written: plain data with ranges, no behaviour. The two hPDL dialects meet
/// here.
namespace hpdl::ast {

using hpdl::Dialect;
using hpdl::NodeType;

/// Character data or an attribute value. `value` is decoded (references, CDATA, line ends) and,
/// unless its declaration says verbatim, trimmed; `jumps` lead offsets in it back to the buffer.
struct Text {
  std::string value;
  Range range;  ///< in the buffer; for a trimmed text the trimmed part
  struct Jump {
    std::uint32_t decoded;  ///< from this offset of `value` on ...
    std::uint32_t raw;      ///< ... bytes stand at this offset of the buffer and onwards
  };
  std::vector<Jump> jumps;  ///< sorted; the first has decoded == 0

  /// The place in the buffer of the byte at `offset` of `value`.
  std::uint32_t RawOffset(std::uint32_t offset) const;
  Range RawRange(std::uint32_t begin, std::uint32_t end) const;
};

/// A text that may hold expressions, and what the EL parser made of it.
struct Template {
  Text text;
  ExprId expr;  ///< invalid: plain text without any expression
  /// Of the place that it stands in: which functions there are.
  stdlib::Environment environment = stdlib::kOozieWorkflow;
};

/// A name or a reference to one. Empty where it is missing, which the reader has reported.
struct Name {
  std::string text;
  Range range;
};

/// An element or attribute of an action's body, checked against its declaration.
struct Argument {
  std::uint32_t field = 0;  ///< as hpdl_arg.field; the root's is 0
  Range range;              ///< the element's start tag or the attribute
  std::optional<Template> text;
  std::vector<Argument> children;
};

/// One way out of a node as written: <ok>, <path>, <case>, <transition> ...
struct Edge {
  Name to;
  Name name;                     ///< HWS: the transition's name; Oozie: "ok", "error" or empty
  std::optional<Template> when;  ///< the predicate of a decision's case
  Range range;                   ///< the element's start tag
};

/// A node as written; which members it has depends on its type.
struct Node {
  NodeType type = NodeType::kAction;
  Name name;    ///< "start" nodes of both dialects have none: ":start:"
  Range range;  ///< the start tag
  /// Start, join: one. Action: OK, ERROR. Fork: its paths. Decision: cases in order, the default
  /// last.
  std::vector<Edge> edges;
  std::optional<Template> message;          ///< kill, fail
  const stdlib::KindEntry* kind = nullptr;  ///< action; null after an error
  std::string kind_name;                    ///< as written, without prefix
  Range kind_range;
  std::uint32_t shape = 0;      ///< index into kind->decl->shapes
  stdlib::Version version = 0;  ///< of the action's namespace
  Argument body;                ///< action
  std::optional<Template> retry_max, retry_interval, retry_policy;
  std::optional<Name> credentials;  ///< the cred attribute
};

/// An entry of <parameters>.
struct Parameter {
  Name name;
  std::optional<Text> value;  ///< absent: required
};

/// A <credential>; its properties are in `credentials_body`.
struct Credential {
  Name name;
  Name type;
  Range range;
};

/// An SLA element.
struct Sla {
  Range tag;  ///< its start tag
  stdlib::Version version = 0;
  Argument body;          ///< fields of stdlib::control::kSla01Decl or kSla02Decl
  std::string node = {};  ///< in a workflow: the action that it is in; "": none
};

/// A workflow-app or hadoop-workflow.
struct Workflow {
  Dialect dialect = Dialect::kOozie;
  std::string schema;           ///< the namespace; empty for HWS
  stdlib::Version version = 0;  ///< of the workflow namespace; kHws
  Range range;                  ///< the root's start tag
  Template name;
  std::vector<Parameter> parameters;
  std::optional<Argument> global;  ///< fields of stdlib::Global
  std::vector<Credential> credentials;
  Argument credentials_body;  ///< <credentials> as a whole
  std::vector<Node> nodes;    ///< in document order
  /// Names of elements that were meant to be nodes and not understood, which has been reported.
  std::vector<std::string> lost_names;
  std::vector<Sla> sla;
  ExprPool exprs;
};

}  // namespace hpdl::ast

#endif  // HPDL_COMPILER_AST_AST_H_
