#include "compiler/language/constructs.h"

#include "compiler/language/block.h"
#include "stdlib/core/bundle.h"
#include "stdlib/core/common.h"
#include "stdlib/core/control.h"
#include "stdlib/core/coordinator.h"
#include "stdlib/core/credential.h"

namespace hpdl::language {
namespace {

namespace control = stdlib::control;
using stdlib::kWorkflowVersions;
using stdlib::StructDecl;

constexpr stdlib::Version kHwsOnly[] = {stdlib::kHws};
constexpr stdlib::Version kSla01[] = {stdlib::kV0_1};
constexpr stdlib::Version kSla02[] = {stdlib::kV0_2};

std::string See(const Block& block) {
  std::string text;
  for (const std::string_view section : block.sections()) {
    text += (text.empty() ? "\nMore: " : ", ") + Link(section);
  }
  return text.empty() ? text : text + ".\n";
}

std::string BlockOf(Versions versions, std::string_view name, const StructDecl& decl) {
  Block block(versions);
  block.AddRoot(name, decl);
  return block.Format() + See(block);
}

std::string ActionBlock() {
  Block block(kWorkflowVersions);
  // AddRoot() gets only the attributes. Add() adds the elements, because the first element belongs
  // to an action kind and is not in the declaration of <action>.
  static constexpr stdlib::ElementDecl kNone[] = {{.name = "", .since = stdlib::kLatest}};
  const StructDecl attributes{.elements = kNone, .attributes = control::kActionAttributes};
  block.AddRoot("action", attributes);
  block.Add(1, "the element of a kind", "1", "see Actions");
  block.Add(1, "<ok to=\"node\"/>", "1", "next node when the action is done");
  block.Add(1, "<error to=\"node\"/>", "1", "next node when the action has failed");
  block.Add(1, "<on-finish>", "?", "puts values into the token");
  block.Add(1, "<info> of SLA", "?", "last");
  return block.Format();
}

std::string Nodes(Versions versions, bool hws) {
  Block block(versions);
  block.AddRoot("start", control::kToDecl);
  block.AddRoot("end", control::kEndDecl);
  block.AddRoot(hws ? "fail" : "kill", control::kKillDecl);
  return block.Format();
}

/// Returns a table of the types of credentials.
std::string CredentialTypes() {
  std::string text =
      "| type | is | properties (bold: needed) | without Kerberos |\n|---|---|---|---|\n";
  for (const stdlib::CredentialDecl* type : stdlib::AllCredentials()) {
    text += "| [" + std::string(type->name) + "](../stdlib/credentials/" + std::string(type->name) +
            "/README.md)";
    for (const std::string_view name : type->other_names) {
      text += ", `" + std::string(name) + "`";
    }
    text += " | " + std::string(type->summary) + " | ";
    bool first = true;
    for (const stdlib::CredentialProperty& property : type->properties) {
      const std::string sign = property.required ? "**" : "";
      text +=
          (first ? "" : "; ") + sign + "`" + std::string(property.name) + "`" + sign +
          (property.other_name.empty() ? "" : " or `" + std::string(property.other_name) + "`") +
          ": " + std::string(property.doc);
      first = false;
    }
    text += " | " + std::string(type->without_kerberos) + " |\n";
  }
  return text;
}

}  // namespace

std::vector<Part> OozieParts() {
  return {
      {2, "Oozie workflows",
       "The root is `<workflow-app>` in `uri:oozie:workflow:` 0.1, 0.2, 0.2.5, 0.3, 0.4, 0.4.5, "
       "0.5 or "
       "1.0. An action\nkind that all of these versions have is also accepted in the namespace of "
       "another "
       "version.\n"},
      {3, "workflow-app", BlockOf(kWorkflowVersions, "workflow-app", control::kWorkflowDecl)},
      {3, "start, end and kill",
       "A job begins at `start`; at `end` it has SUCCEEDED, at `kill` it is KILLED with the "
       "message.\n\n" +
           Nodes(kWorkflowVersions, false)},
      {3, "decision",
       "The first case whose predicate is true gives the next node.\n\n" +
           BlockOf(kWorkflowVersions, "decision", control::kDecisionDecl)},
      {3, "fork and join",
       "A fork has at least two paths, which run in parallel up to one join.\n\n" +
           BlockOf(kWorkflowVersions, "fork", control::kForkDecl) + "\n" +
           BlockOf(kWorkflowVersions, "join", control::kJoinDecl)},
      {3, "action", ActionBlock()},
      {3, "on-finish",
       "Expressions that put values into the [workflow token](design/token.md) when the action has "
       "ended. Programs evaluate\nthem once, after all retries and before the transition, whether "
       "it is `ok` or `error`. They may read the output, the\ncounters and the error of the "
       "action, but no files. If they fail after a success, the action and the job are\nFAILED; "
       "after "
       "an error they put nothing. The namespace is `" +
           std::string(control::kTokenNamespace) +
           "`, because Oozie does not have\nthis element. In HWS it is an element of the action "
           "without a namespace, beside its transitions.\n\n"
           "```xml\n<on-finish xmlns=\"" +
           std::string(control::kTokenNamespace) +
           "\">${token:put('rows', "
           "hadoop:counters('count')[RECORDS][REDUCE_OUT])}</on-finish>\n```\n"},
      {3, "parameters",
       "The parameters of a workflow, a coordinator or a bundle. If a parameter has a value, the "
       "value is its default.\n\n" +
           BlockOf(kWorkflowVersions, "parameters", control::kParametersDecl)},
      {3, "global",
       "Defaults for all actions of the workflow. If a sub-workflow action has "
       "`<propagate-configuration/>`, all sub-workflows of\nthe workflow inherit these defaults. "
       "Values in the `<global>` of a sub-workflow win over inherited values.\n\n" +
           BlockOf(kWorkflowVersions, "global", stdlib::kGlobalDecl)},
      {3, "credentials",
       "The workflow declares its credentials here. The attribute `cred` of an action names those "
       "that it uses, separated\nby commas, in upper or lower case. Their properties become "
       "properties "
       "of the action's configuration. Without Kerberos\nno token is needed, so none is "
       "requested.\n\n" +
           BlockOf(kWorkflowVersions, "credentials", control::kCredentialsDecl) + "\n" +
           CredentialTypes()},
      {3, "SLA",
       "The last element of a workflow or action, in `uri:oozie:sla:0.1` (workflow 0.2 and later) "
       "or "
       "`0.2` (0.5 and\nlater). Programs judge only version 0.2 and send its alerts: "
       "[sla.md](sla.md).\n\n0.1:\n\n" +
           BlockOf(kSla01, "info", control::kSla01Decl) + "\n0.2:\n\n" +
           BlockOf(kSla02, "info", control::kSla02Decl)},
  };
}

std::vector<Part> CoordinatorParts() {
  namespace coordinator = stdlib::coordinator;
  const Versions versions = coordinator::kVersions;
  static constexpr stdlib::Version kWithLogic[] = {stdlib::kV0_5};
  return {
      {2, "Coordinators and bundles",
       "The root of a coordinator is `<coordinator-app>` in `uri:oozie:coordinator:` 0.1 to\n0.5, "
       "that of a bundle "
       "`<bundle-app>` in `uri:oozie:bundle:` 0.1 or 0.2.\n"},
      {3, "coordinator-app",
       "Starts a workflow at given times, as soon as its data exists.\n\n" +
           BlockOf(versions, "coordinator-app", coordinator::kCoordinatorDecl)},
      {3, "datasets",
       "Data with a URI for each instance. A file that `include` names has the same elements "
       "without "
       "a namespace.\n\n" +
           BlockOf(versions, "datasets", coordinator::kDatasetsDecl)},
      {3, "input-events and output-events",
       "The instances of data sets that an action waits for, and those that it makes: single "
       "instances, or a range\nwith a start and an end.\n\n" +
           BlockOf(versions, "input-events", coordinator::kInputEventsDecl) + "\n" +
           BlockOf(versions, "output-events", coordinator::kOutputEventsDecl)},
      {3, "input-logic",
       "Says which of the inputs an action needs. `and` and `or` may be nested.\n\n" +
           BlockOf(kWithLogic, "input-logic", coordinator::kInputLogicDecl)},
      {3, "action of a coordinator",
       "The workflow that the coordinator starts. An SLA element of version 0.1 may follow "
       "`workflow`, "
       "and from 0.4 on also one\nof version 0.2.\n\n" +
           BlockOf(versions, "action", coordinator::kActionDecl)},
      {3, "bundle-app",
       "Starts coordinators together. In 0.1 the name of a coordinator begins with a letter and "
       "has "
       "letters, digits, `-` and\n`_` only.\n\n" +
           BlockOf(stdlib::bundle::kVersions, "bundle-app", stdlib::bundle::kBundleDecl)},
  };
}

std::vector<Part> HwsParts() {
  return {
      {2, "HWS workflows",
       "The root is `<hadoop-workflow>` in no namespace. There is one version, and no schema: "
       "elements may stand in\nany order. An action is an element named like its kind, with a name "
       "and two transitions, see " +
           Link("Actions") + ".\n"},
      {3, "hadoop-workflow", BlockOf(kHwsOnly, "hadoop-workflow", control::kHwsWorkflowDecl)},
      {3, "start, end and fail",
       "As in Oozie; at `fail` the job has FAILED.\n\n" + Nodes(kHwsOnly, true)},
      {3, "decision (HWS)",
       "The first `eval` that is true names a transition of the decision.\n\n" +
           BlockOf(kHwsOnly, "decision", control::kHwsDecisionDecl)},
      {3, "fork and join (HWS)",
       BlockOf(kHwsOnly, "fork", control::kHwsForkDecl) + "\n" +
           BlockOf(kHwsOnly, "join", control::kHwsJoinDecl)},
  };
}

std::vector<Part> SharedParts() {
  return {
      {2, "Shared parts", ""},
      {3, "configuration",
       "Hadoop properties. If two have the same name, the later one wins.\n\n" +
           BlockOf(kWorkflowVersions, "configuration", stdlib::kConfigurationDecl)},
      {3, "prepare",
       "Changes that are made in file systems before the job starts, and again before each retry. "
       "In "
       "the namespace of the\nworkflow:\n\n" +
           BlockOf(kWorkflowVersions, "prepare", stdlib::kPrepareDecl) +
           "\nIn the namespace of a kind, `delete` has only a path. In HWS there is only "
           "`delete`.\n"},
      {3, "launcher",
       "Settings of the application that starts the job. Only namespaces of version 1.0 have "
       "it.\n\n" +
           BlockOf(kWorkflowVersions, "launcher", stdlib::kLauncherDecl)},
  };
}

}  // namespace hpdl::language
