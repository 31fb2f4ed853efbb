#ifndef HPDL_STDLIB_CORE_COORDINATOR_H_
#define HPDL_STDLIB_CORE_COORDINATOR_H_

#include "stdlib/core/common.h"
#include "stdlib/core/control.h"

/// The declarations of the elements and attributes of a coordinator-app, and of the files of data
/// sets that it includes. Each element or attribute names the phase in which its expressions are
/// evaluated. The reader knows an element or attribute by its position in the declaration.
namespace hpdl::stdlib::coordinator {

using control::Attr;
using control::Leaf;
using control::Optional;
using control::Part;

inline constexpr Version kVersions[] = {kV0_1, kV0_2, kV0_3, kV0_4, kV0_5};

// ---- Data sets
// ---------------------------------------------------------------------------------------

inline constexpr ElementDecl kDatasetElements[] = {
    Required(Leaf("uri-template")),
    Leaf("done-flag"),
};
inline constexpr AttributeDecl kDatasetAttributes[] = {
    Attr("name", TextRule::kDataName),
    Phase(Attr("frequency", TextRule::kAny), kCoordinatorFrequency),
    Phase(Attr("initial-instance", TextRule::kAny), kCoordinatorInitialInstance),
    Attr("timezone", TextRule::kAny),
};
enum DatasetField : std::uint32_t {
  kDatasetUriTemplate,
  kDatasetDoneFlag,
  kDatasetName,
  kDatasetFrequency,
  kDatasetInitialInstance,
  kDatasetTimezone,
};
inline constexpr StructDecl kDatasetDecl{
    .name = "dataset", .elements = kDatasetElements, .attributes = kDatasetAttributes};

/// Declares `<async-dataset>`. Only Oozie's schema has this element; Oozie's code does not use it.
inline constexpr ElementDecl kAsyncDatasetElements[] = {Required(Leaf("uri-template"))};
inline constexpr AttributeDecl kAsyncDatasetAttributes[] = {
    Attr("name", TextRule::kDataName),
    Attr("sequence-type", TextRule::kAny),
    Attr("initial-version", TextRule::kAny),
};
inline constexpr StructDecl kAsyncDatasetDecl{.name = "async-dataset",
                                              .elements = kAsyncDatasetElements,
                                              .attributes = kAsyncDatasetAttributes};

/// Declares `<datasets>`. The root of an included file has the same elements, but no namespace.
inline constexpr ElementDecl kDatasetsElements[] = {
    Repeated(Leaf("include")),
    Mixed(Part("dataset", kDatasetDecl), 1),
    Mixed(Part("async-dataset", kAsyncDatasetDecl), 1),
};
enum DatasetsField : std::uint32_t { kDatasetsInclude, kDatasetsDataset, kDatasetsAsync };
inline constexpr StructDecl kDatasetsDecl{.name = "datasets", .elements = kDatasetsElements};

// ---- Input logic
// -------------------------------------------------------------------------------------

inline constexpr AttributeDecl kLogicAttributes[] = {
    Phase(Optional(Attr("name", TextRule::kAny), 0), kCoordinatorActionStart),
    Phase(Optional(Attr("min", TextRule::kAny), 0), kCoordinatorActionStart),
    Phase(Optional(Attr("wait", TextRule::kAny), 0), kCoordinatorActionStart),
};
inline constexpr AttributeDecl kLogicDataInAttributes[] = {
    kLogicAttributes[0],
    kLogicAttributes[1],
    kLogicAttributes[2],
    Phase(Attr("dataset", TextRule::kAny), kCoordinatorActionStart),
};
/// The positions of the attributes. The field number of an attribute is its position plus the
/// number of the construct's elements.
enum LogicAttribute : std::uint32_t { kLogicName, kLogicMin, kLogicWait, kLogicDataset };
inline constexpr StructDecl kLogicDataInDecl{.name = "data-in",
                                             .attributes = kLogicDataInAttributes};

inline constexpr ElementDecl kCombineElements[] = {Repeated(Part("data-in", kLogicDataInDecl))};
inline constexpr StructDecl kCombineDecl{.name = "combine",
                                         .elements = kCombineElements,
                                         .attributes = kLogicAttributes,
                                         .order = Order::kAny};

/// Declares `<and>` and `<or>`, which may contain each other.
extern const StructDecl kLogicGroupDecl;
inline constexpr ElementDecl kLogicElements[] = {
    Repeated(Part("and", kLogicGroupDecl)),
    Repeated(Part("or", kLogicGroupDecl)),
    Repeated(Part("combine", kCombineDecl)),
    Repeated(Part("data-in", kLogicDataInDecl)),
};
enum LogicField : std::uint32_t { kLogicAnd, kLogicOr, kLogicCombine, kLogicDataIn };
inline constexpr StructDecl kLogicGroupDecl{
    .elements = kLogicElements, .attributes = kLogicAttributes, .order = Order::kAny};
inline constexpr StructDecl kInputLogicDecl{
    .name = "input-logic", .elements = kLogicElements, .order = Order::kAny};

// ---- Events
// ------------------------------------------------------------------------------------------

/// The instances of an event: single instances, or the first and the last instance of a range. The
/// reader (compiler/frontend/xml/events.cpp) checks that no event has both.
inline constexpr ElementDecl kDataInElements[] = {
    Required(
        Choice(Repeated(Phase(Leaf("instance"), kCoordinatorActionInstances)), std::uint8_t{1})),
    Required(Choice(Phase(Leaf("start-instance"), kCoordinatorActionRange), std::uint8_t{1})),
    Phase(Leaf("end-instance"), kCoordinatorActionRange),
};
inline constexpr AttributeDecl kDataInAttributes[] = {
    Attr("name", TextRule::kDataName),
    Phase(Attr("dataset", TextRule::kAny), kCoordinatorInstances),
};
enum DataInField : std::uint32_t {
  kDataInInstance,
  kDataInStart,
  kDataInEnd,
  kDataInName,
  kDataInDataset,
};
inline constexpr StructDecl kDataInDecl{
    .name = "data-in", .elements = kDataInElements, .attributes = kDataInAttributes};

/// The schema of 0.5 also allows `<and>`, `<or>` or nothing in place of events. In each of
/// these cases there are no events.
inline constexpr ElementDecl kInputEventsElements[] = {
    In(Choice(Part("and", kLogicGroupDecl), 1), kV0_5),
    In(Choice(Part("or", kLogicGroupDecl), 1), kV0_5),
    Required(Repeated(Choice(Part("data-in", kDataInDecl), 1)), 0, kV0_4),
};
enum InputEventsField : std::uint32_t { kInputEventsAnd, kInputEventsOr, kInputEventsDataIn };
inline constexpr StructDecl kInputEventsDecl{.name = "input-events",
                                             .elements = kInputEventsElements};

inline constexpr ElementDecl kDataOutElements[] = {
    Required(Phase(Leaf("instance"), kCoordinatorActionInstances)),
};
inline constexpr AttributeDecl kDataOutAttributes[] = {
    Attr("name", TextRule::kDataName),
    Phase(Attr("dataset", TextRule::kAny), kCoordinatorInstances),
    Optional(Attr("nocleanup", TextRule::kBoolean), kV0_4),
};
enum DataOutField : std::uint32_t {
  kDataOutInstance,
  kDataOutName,
  kDataOutDataset,
  kDataOutNocleanup,
};
inline constexpr StructDecl kDataOutDecl{
    .name = "data-out", .elements = kDataOutElements, .attributes = kDataOutAttributes};
inline constexpr ElementDecl kOutputEventsElements[] = {
    Required(Repeated(Part("data-out", kDataOutDecl)))};
inline constexpr StructDecl kOutputEventsDecl{.name = "output-events",
                                              .elements = kOutputEventsElements};

// ---- The coordinator-app
// ---------------------------------------------------------------------------------------

inline constexpr ElementDecl kControlsElements[] = {
    Phase(Leaf("timeout"), kCoordinatorTimeout),
    Leaf("concurrency"),
    Leaf("execution"),
    In(Leaf("throttle"), kV0_2),
};
enum ControlsField : std::uint32_t {
  kControlsTimeout,
  kControlsConcurrency,
  kControlsExecution,
  kControlsThrottle,
};
inline constexpr StructDecl kControlsDecl{.name = "controls", .elements = kControlsElements};

inline constexpr ElementDecl kPropertyElements[] = {
    Required(Phase(Leaf("name"), kCoordinatorData)),
    Required(Phase(Leaf("value"), kCoordinatorActionStart)),
    Leaf("description", TextRule::kPlain),
};
enum PropertyField : std::uint32_t { kPropertyName, kPropertyValue, kPropertyDescription };
inline constexpr StructDecl kPropertyDecl{.name = "property", .elements = kPropertyElements};
inline constexpr ElementDecl kConfigurationElements[] = {
    Required(Repeated(Part("property", kPropertyDecl)))};
inline constexpr StructDecl kConfigurationDecl{.name = "configuration",
                                               .elements = kConfigurationElements};

inline constexpr ElementDecl kWorkflowElements[] = {
    Required(Leaf("app-path")),
    Part("configuration", kConfigurationDecl),
};
enum WorkflowField : std::uint32_t { kWorkflowAppPath, kWorkflowConfiguration };
inline constexpr StructDecl kWorkflowDecl{.name = "workflow", .elements = kWorkflowElements};

/// An SLA element may follow `<workflow>`. The reader of coordinators checks it.
inline constexpr ElementDecl kActionElements[] = {Required(Part("workflow", kWorkflowDecl))};
inline constexpr StructDecl kActionDecl{.name = "action", .elements = kActionElements};

inline constexpr ElementDecl kCoordinatorElements[] = {
    In(Part("parameters", control::kParametersDecl), kV0_4),
    Part("controls", kControlsDecl),
    Part("datasets", kDatasetsDecl),
    Part("input-events", kInputEventsDecl),
    In(Part("input-logic", kInputLogicDecl), kV0_5),
    Part("output-events", kOutputEventsDecl),
    Required(Part("action", kActionDecl)),
};
inline constexpr AttributeDecl kCoordinatorAttributes[] = {
    Attr("name", TextRule::kAny),
    Phase(Attr("frequency", TextRule::kAny), kCoordinatorFrequency),
    Attr("start", TextRule::kAny),
    Attr("end", TextRule::kAny),
    Attr("timezone", TextRule::kAny),
};
enum CoordinatorField : std::uint32_t {
  kCoordinatorParameters,
  kCoordinatorControls,
  kCoordinatorDatasets,
  kCoordinatorInputEvents,
  kCoordinatorInputLogic,
  kCoordinatorOutputEvents,
  kCoordinatorAction,
  kCoordinatorName,
  kCoordinatorEvery,
  kCoordinatorStart,
  kCoordinatorEnd,
  kCoordinatorTimezone,
};
inline constexpr StructDecl kCoordinatorDecl{.name = "coordinator-app",
                                             .elements = kCoordinatorElements,
                                             .attributes = kCoordinatorAttributes};

}  // namespace hpdl::stdlib::coordinator

#endif  // HPDL_STDLIB_CORE_COORDINATOR_H_
