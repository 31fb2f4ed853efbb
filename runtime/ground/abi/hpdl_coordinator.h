/* The tables of a program that is a coordinator or a bundle. hpdl_program.coordinator refers to the
 * table of a coordinator, and hpdl_program.bundle to the table of a bundle. The program contains
 * the workflows that its jobs start.
 *
 * As in hpdl_abi.h, all tables are constant data of the program. Each field that the comments below
 * call an expression is an index into the table of expressions. It is HPDL_NONE if the definition
 * has no such expression. Each expression is evaluated in one phase of the coordinator
 * (stdlib/core/coordinator.h), with the data of that phase.
 */
#ifndef HPDL_RUNTIME_GROUND_ABI_HPDL_COORDINATOR_H_
#define HPDL_RUNTIME_GROUND_ABI_HPDL_COORDINATOR_H_

#include "runtime/ground/abi/hpdl_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A data set. The data sets of included files are in the same table, and names are unique in it. */
typedef struct hpdl_dataset {
  hpdl_str name;
  uint32_t frequency;
  uint32_t initial_instance;
  uint32_t timezone;
  uint32_t uri_template; /* expression; `${YEAR}` to `${MINUTE}` are not replaced in its value */
  uint32_t done_flag;    /* HPDL_NONE means _SUCCESS */
  uint32_t line;
} hpdl_dataset;

/* A data-in or data-out. */
typedef struct hpdl_event {
  hpdl_str name;
  uint32_t dataset; /* expression; its value is the name of a data set */
  uint32_t is_range;
  /* Expressions that are evaluated when an action is made, for example `${coord:current(0)}`. The
   * value of a function that must wait for data is its call, such as `coord:latest(0)`. A range has
   * two expressions, its first and its last instance. The value of each is a call. */
  const uint32_t* instances;
  uint32_t instance_count;
  uint32_t nocleanup; /* data-out: 1 if a rerun does not delete the data */
} hpdl_event;

enum { HPDL_LOGIC_AND, HPDL_LOGIC_OR, HPDL_LOGIC_COMBINE, HPDL_LOGIC_DATA_IN };

/* An element of the input logic. A table of elements is in preorder. */
typedef struct hpdl_logic {
  uint32_t kind; /* HPDL_LOGIC_* */
  uint32_t end;  /* index one past the last element inside this element, in the same table */
  uint32_t name; /* the fields from here to `dataset` are expressions */
  uint32_t min;
  uint32_t wait;
  uint32_t dataset; /* HPDL_LOGIC_DATA_IN: expression for the name of an event */
} hpdl_logic;

/* A property that a started job gets. */
typedef struct hpdl_given_property {
  uint32_t name;  /* expression */
  uint32_t value; /* expression */
} hpdl_given_property;

/* The parts that the definitions of coordinators and bundles have in common. */
typedef struct hpdl_definition {
  hpdl_str schema; /* the XML namespace as written */
  hpdl_str source; /* the definition, byte for byte */
  hpdl_str file_name;
  const hpdl_expr* exprs;
  const hpdl_parameter* parameters;
  const hpdl_property* defaults; /* from coord-config-default.xml or bundle-config-default.xml */
  uint32_t expr_count;
  uint32_t parameter_count;
  uint32_t default_count;
  uint32_t name; /* expression */
} hpdl_definition;

typedef struct hpdl_coordinator {
  hpdl_definition definition;
  uint32_t frequency; /* the fields from here to app_path are expressions */
  uint32_t start;
  uint32_t end;
  uint32_t timezone;
  uint32_t timeout;
  uint32_t concurrency;
  uint32_t execution;
  uint32_t throttle;
  uint32_t app_path;
  uint32_t sla_version; /* 0: no SLA; 1: sla:0.1; 2: sla:0.2 */
  const hpdl_dataset* datasets;
  const hpdl_event* inputs;
  const hpdl_event* outputs;
  const hpdl_logic* logic;
  const hpdl_given_property* configuration;
  /* The arguments of the SLA in preorder. `field` is an index into stdlib::control::kSla01Decl
   * or kSla02Decl. */
  const hpdl_arg* sla_args;
  uint32_t dataset_count;
  uint32_t input_count;
  uint32_t output_count;
  uint32_t logic_count; /* 0: no input logic, so an action needs all inputs */
  uint32_t configuration_count;
  uint32_t sla_arg_count;
  uint32_t workflow; /* index into hpdl_program.workflows; HPDL_NONE if not compiled in */
} hpdl_coordinator;

/* A coordinator of a bundle. */
typedef struct hpdl_bundled {
  uint32_t name; /* the four fields up to `enabled` are expressions */
  uint32_t app_path;
  uint32_t critical;
  uint32_t enabled;
  const hpdl_given_property* configuration;
  uint32_t configuration_count;
  uint32_t coordinator; /* index into hpdl_bundle.coordinators; HPDL_NONE if not compiled in */
} hpdl_bundled;

typedef struct hpdl_bundle {
  hpdl_definition definition;
  uint32_t kick_off_time; /* expression */
  uint32_t bundled_count;
  const hpdl_bundled* bundled;
  const hpdl_coordinator* coordinators; /* the coordinators that are compiled in */
  uint32_t coordinator_count;
  uint32_t reserved;
} hpdl_bundle;

struct hpdl_coordination; /* runtime/engines/coordinator/coordination.h */

#ifdef __cplusplus
}
#endif
#endif /* HPDL_RUNTIME_GROUND_ABI_HPDL_COORDINATOR_H_ */
