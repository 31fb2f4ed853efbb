#include "compiler/pipeline/inherited_global.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/pipeline/global_section.h"
#include "compiler/pipeline/outside_text.h"
#include "runtime/ground/value/launcher_properties.h"
#include "stdlib/core/common.h"

namespace hpdl::pipeline {
namespace {

using stdlib::ElementDecl;
using stdlib::StructDecl;

std::string TextOf(const ast::Argument& argument) {
  return argument.text ? argument.text->text.value : std::string();
}

/// Returns the field of an element of <global>.
std::uint32_t GlobalField(std::string_view name) {
  std::uint32_t field = 0;
  while (stdlib::kGlobalElements[field].name != name) {
    ++field;
  }
  return field;
}

void AddConfiguration(const ast::Argument& configuration, GlobalSection* section) {
  for (const ast::Argument& property : configuration.children) {
    std::string name, value;
    for (const ast::Argument& part : property.children) {
      if (part.field == stdlib::kPropertyName) {
        name = TextOf(part);
      } else if (part.field == stdlib::kPropertyValue) {
        value = TextOf(part);
      }
    }
    if (!value.empty()) {
      section->properties[name] = std::move(value);
    }
  }
}

/// Returns the <global> that is written in the definition.
GlobalSection SectionOf(const ast::Argument& global) {
  GlobalSection section;
  const ast::Argument* launcher = nullptr;
  for (const ast::Argument& child : global.children) {
    const ElementDecl& element = stdlib::kGlobalElements[child.field];
    if (element.type == &stdlib::kConfigurationDecl) {
      AddConfiguration(child, &section);
    } else if (element.type == &stdlib::kLauncherDecl) {
      launcher = &child;
    } else if (element.role == stdlib::ElementRole::kJobXml) {
      section.job_xml.push_back(TextOf(child));
    } else if (element.name == "name-node") {
      section.name_node = TextOf(child);
    } else {
      section.resource_manager = TextOf(child);
    }
  }
  if (launcher != nullptr) {  // in Oozie, its settings win over <configuration>
    for (const ast::Argument& setting : launcher->children) {
      for (const auto& [element, property] : rt::kLauncherProperties) {
        if (element == stdlib::kLauncherElements[setting.field].name) {
          section.properties[std::string(property)] = TextOf(setting);
        }
      }
    }
  }
  return section;
}

/// Removes from `section` what `own` has too.
void RemoveOwn(const GlobalSection& own, GlobalSection* section) {
  if (own.resource_manager) {
    section->resource_manager.reset();
  }
  if (own.name_node) {
    section->name_node.reset();
  }
  std::erase_if(section->job_xml, [&](const std::string& path) {
    return std::find(own.job_xml.begin(), own.job_xml.end(), path) != own.job_xml.end();
  });
  std::erase_if(section->properties,
                [&](const auto& property) { return own.properties.contains(property.first); });
}

/// Adds to `own` the elements of `inherited`, which `own` does not have.
void AddInherited(GlobalSection inherited, GlobalSection* own) {
  if (inherited.resource_manager) {
    own->resource_manager = std::move(inherited.resource_manager);
  }
  if (inherited.name_node) {
    own->name_node = std::move(inherited.name_node);
  }
  own->job_xml.insert(own->job_xml.begin(), inherited.job_xml.begin(), inherited.job_xml.end());
  own->properties.merge(inherited.properties);
}

/// Makes an ast of a section.
class InheritedElements {
 public:
  InheritedElements(ast::Workflow& workflow, Range place) : texts_(workflow), place_(place) {}

  ast::Argument Of(const GlobalSection& section) {
    ast::Argument global;
    global.range = place_;
    if (section.resource_manager) {
      Add(GlobalField("job-tracker"), *section.resource_manager, &global);
    }
    if (section.name_node) {
      Add(GlobalField("name-node"), *section.name_node, &global);
    }
    for (const std::string& path : section.job_xml) {
      Add(GlobalField("job-xml"), path, &global);
    }
    if (!section.properties.empty()) {
      ast::Argument configuration = Element(GlobalField("configuration"));
      for (const auto& [name, value] : section.properties) {
        ast::Argument property = Element(0);
        Add(stdlib::kPropertyName, name, &property);
        Add(stdlib::kPropertyValue, value, &property);
        configuration.children.push_back(std::move(property));
      }
      global.children.push_back(std::move(configuration));
    }
    return global;
  }
  /// Returns the number of bytes of all texts.
  std::size_t bytes() const { return bytes_; }

 private:
  ast::Argument Element(std::uint32_t field) const {
    ast::Argument element;
    element.field = field;
    element.range = place_;
    return element;
  }
  void Add(std::uint32_t field, const std::string& text, ast::Argument* parent) {
    ast::Argument element = Element(field);
    element.text = texts_.Parse(text, place_);
    bytes_ += text.size();
    parent->children.push_back(std::move(element));
  }

  OutsideTexts texts_;
  const Range place_;
  std::size_t bytes_ = 0;
};

/// Reports what Oozie refuses with the same code and the same beginning of the message.
void RefuseGlobal(const std::string& why, Range place, Definition* definition) {
  definition->diagnostics
      .Emit(DiagnosticKind::kBadValue, definition->source.get(), place,
            "Error while processing global section conf: " + Message::Words(why))
      .oozie_code = "E0700";
}

}  // namespace

bool HandsGlobalOn(const ast::Workflow& workflow) {
  return std::any_of(workflow.nodes.begin(), workflow.nodes.end(), [](const ast::Node& node) {
    if (node.kind == nullptr) {
      return false;
    }
    const StructDecl& body = *node.kind->decl->shapes[node.shape].body;
    return std::any_of(node.body.children.begin(), node.body.children.end(),
                       [&](const ast::Argument& child) {
                         return child.field < body.elements.size() &&
                                body.elements[child.field].role == stdlib::ElementRole::kHandsOn;
                       });
  });
}

void TakeInheritedGlobal(const Options& options, Definition* definition) {
  ast::Workflow& workflow = *std::get<std::unique_ptr<ast::Workflow>>(definition->ast);
  if (workflow.dialect != ast::Dialect::kOozie) {
    return;
  }
  const Range place = workflow.global ? workflow.global->range : workflow.range;
  GlobalSection section = workflow.global ? SectionOf(*workflow.global) : GlobalSection();
  if (!options.inherited_global.empty()) {
    rt::Result<GlobalSection> inherited = ReadGlobalSection(options.inherited_global);
    if (!inherited) {
      RefuseGlobal(inherited.error().message, place, definition);
      return;
    }
    RemoveOwn(section, &*inherited);
    InheritedElements elements(workflow, place);
    workflow.inherited = elements.Of(*inherited);
    definition->inherited_bytes = elements.bytes();
    AddInherited(std::move(*inherited), &section);
  }
  definition->handed_global = options.inherited_global;
  if (HandsGlobalOn(workflow) && (workflow.global || workflow.inherited)) {
    rt::Result<std::string> handed = WriteGlobalSection(section);
    if (!handed) {
      RefuseGlobal(handed.error().message, place, definition);
      return;
    }
    definition->handed_global = std::move(*handed);
  }
}

}  // namespace hpdl::pipeline
