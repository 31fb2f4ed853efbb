#ifndef HPDL_COMPILER_AST_BUNDLE_H_
#define HPDL_COMPILER_AST_BUNDLE_H_

#include <optional>
#include <string>
#include <vector>

#include "compiler/ast/coordinator.h"

/// A bundle-app as written: coordinators that are started together.
namespace hpdl::ast {

/// A `<coordinator>` of a bundle.
struct BundleCoordinator {
  Template name, app_path;
  std::optional<Template> critical, enabled;
  std::vector<Property> properties;
  Range range;  ///< the start tag
};

/// A bundle-app.
struct Bundle {
  std::string schema;  ///< the namespace
  stdlib::Version version = 0;
  Range range;  ///< the root's start tag
  Template name;
  std::vector<Parameter> parameters;
  std::optional<Template> kick_off_time;
  std::vector<BundleCoordinator> coordinators;
  ExprPool exprs;
};

}  // namespace hpdl::ast

#endif  // HPDL_COMPILER_AST_BUNDLE_H_
