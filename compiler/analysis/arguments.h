#ifndef HPDL_COMPILER_ANALYSIS_ARGUMENTS_H_
#define HPDL_COMPILER_ANALYSIS_ARGUMENTS_H_

#include <algorithm>

#include "compiler/ast/ast.h"
#include "compiler/sema/expression.h"
#include "stdlib/core/common.h"

/// Functions that visit the arguments in the body of an action, in <global> or in <credentials>,
/// together with their declarations.
namespace hpdl::analysis {

/// An element or attribute and its declaration. Exactly one of `element` and `attribute` is null.
struct Declared {
  const ast::Argument& argument;
  const stdlib::ElementDecl* element = nullptr;
  const stdlib::AttributeDecl* attribute = nullptr;

  std::string_view name() const { return element != nullptr ? element->name : attribute->name; }
  stdlib::TextRule rule() const {
    if (attribute != nullptr) {
      return attribute->rule;
    }
    const bool own_text = element->type != nullptr && element->type->text != nullptr;
    return own_text ? element->type->text_rule : element->rule;
  }
};

/// Returns `argument` with its declaration. `field` is the index of this declaration in `parent`,
/// where the elements come before the attributes.
inline Declared DeclarationOf(const ast::Argument& argument, const stdlib::StructDecl& parent,
                              std::uint32_t field) {
  const std::size_t elements = parent.elements.size();
  return field < elements ? Declared{argument, &parent.elements[field], nullptr}
                          : Declared{argument, nullptr, &parent.attributes[field - elements]};
}
inline Declared DeclarationOf(const ast::Argument& argument, const stdlib::StructDecl& parent) {
  return DeclarationOf(argument, parent, argument.field);
}

/// Calls visit(const Declared&) for each argument below `parent`, in document order. The recursion
/// is as deep as the declarations, which have few levels.
template <class Visit>
void ForEachArgument(const ast::Argument& parent, const stdlib::StructDecl& decl,
                     const Visit& visit) {
  for (const ast::Argument& child : parent.children) {
    const Declared declared = DeclarationOf(child, decl);
    visit(declared);
    if (declared.element != nullptr && declared.element->type != nullptr) {
      ForEachArgument(child, *declared.element->type, visit);
    }
  }
}

/// Returns the declaration of the body of an action. The kind of the action must be known.
inline const stdlib::StructDecl& BodyOf(const ast::Node& node) {
  return *node.kind->decl->shapes[node.shape].body;
}

/// True if the workflow inherits a <global>, and an action takes elements from it.
inline bool UsesInherited(const ast::Workflow& workflow) {
  return workflow.inherited &&
         std::any_of(workflow.nodes.begin(), workflow.nodes.end(), [](const ast::Node& node) {
           return node.kind != nullptr && stdlib::TakesGlobal(BodyOf(node));
         });
}

/// The name and the value of a `<property>`. A member is null if its element is missing.
struct PropertyTexts {
  const ast::Template* name = nullptr;
  const ast::Template* value = nullptr;
};
inline PropertyTexts PropertyOf(const ast::Argument& property) {
  PropertyTexts texts;
  for (const ast::Argument& part : property.children) {
    if (part.text && part.field == stdlib::kPropertyName) {
      texts.name = &*part.text;
    } else if (part.text && part.field == stdlib::kPropertyValue) {
      texts.value = &*part.text;
    }
  }
  return texts;
}

/// Calls visit(const PropertyTexts&) for each <property> in the <configuration> children of
/// `parent`.
template <class Visit>
void ForEachProperty(const ast::Argument& parent, const stdlib::StructDecl& decl,
                     const Visit& visit) {
  for (const ast::Argument& child : parent.children) {
    const Declared declared = DeclarationOf(child, decl);
    if (declared.element != nullptr && declared.element->type == &stdlib::kConfigurationDecl) {
      for (const ast::Argument& property : child.children) {
        visit(PropertyOf(property));
      }
    }
  }
}

/// True if the call is in the <on-finish> of the node that makes it. This expression is evaluated
/// when the node has ended, so it decides nothing about the node.
inline bool IsInOnFinish(const ast::Node& node, const sema::Call& call) {
  return node.on_finish && node.on_finish->text.range.begin <= call.range.begin &&
         call.range.end <= node.on_finish->text.range.end;
}

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_ARGUMENTS_H_
