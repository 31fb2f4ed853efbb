#ifndef HPDL_COMPILER_AST_COORDINATOR_H_
#define HPDL_COMPILER_AST_COORDINATOR_H_

#include <optional>
#include <string>
#include <vector>

#include "compiler/ast/ast.h"

/// A coordinator-app as written: the workflow that it starts, its schedule and its data.
namespace hpdl::ast {

using hpdl::LogicKind;

/// The declaration of a data set: a URI template and the frequency of its instances.
struct Dataset {
  Name name;
  Template frequency, initial_instance, timezone, uri_template;
  std::optional<Template> done_flag;
  Range range;  ///< the start tag
};

/// A `<datasets>` of a coordinator or of an included file.
struct Datasets {
  std::vector<Template> includes;
  std::vector<Dataset> datasets;
};

/// A file that an `<include>` names.
struct DatasetsFile {
  Datasets datasets;
  ExprPool exprs;
};

/// A data-in or data-out.
struct DataEvent {
  Name name;
  Template dataset;
  std::vector<Template> instances;
  /// The first and the last instance, if the event has a range instead of `instances`.
  std::optional<Template> start, end;
  bool nocleanup = false;  ///< true if a rerun must not delete the data of this data-out
  Range range;             ///< the start tag
};

/// An element of the input logic with the elements inside it, nested as in the file.
struct Logic {
  LogicKind kind = LogicKind::kDataIn;
  std::optional<Template> name, min, wait;
  std::optional<Template> dataset;  ///< the name of a data-in; only kDataIn has it
  std::vector<Logic> children;
  Range range;  ///< the start tag
};

/// A `<property>` of a configuration.
struct Property {
  Template name;
  Template value;
  Range range;  ///< the start tag
};

/// A coordinator-app.
struct Coordinator {
  std::string schema;  ///< the namespace
  stdlib::Version version = 0;
  Range range;  ///< the root's start tag
  Template name, frequency, start, end, timezone;
  std::vector<Parameter> parameters;
  std::optional<Template> timeout, concurrency, execution, throttle;
  Datasets datasets;
  std::vector<DataEvent> inputs, outputs;
  std::vector<Logic> logic;  ///< the elements directly in `<input-logic>`
  Range logic_range;         ///< the start tag of `<input-logic>`; empty if the element is missing
  Template app_path;
  std::vector<Property> properties;
  std::optional<Sla> sla;
  ExprPool exprs;
};

}  // namespace hpdl::ast

#endif  // HPDL_COMPILER_AST_COORDINATOR_H_
