/* The contract between emitted code and the runtime.
 *
 * This header is plain C. Its fields have fixed widths, and its pointers own nothing: every table
 * below is constant data of the emitted program and lives as long as the process. Values made by an
 * evaluation are in the arena of its hpdl_eval and are freed with the hpdl_eval.
 *
 * In the compiler, only the folder codegen has a copy of these layouts; codegen/abi_types_test.cpp
 * compares each layout with offsetof. The version is part of the symbol HPDL_PROGRAM_SYMBOL, so an
 * object made for a different version fails at link: `undefined symbol: hpdl_program_v6`. If you
 * change a layout, raise the version.
 */
#ifndef HPDL_RUNTIME_GROUND_ABI_HPDL_ABI_H_
#define HPDL_RUNTIME_GROUND_ABI_HPDL_ABI_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HPDL_ABI_VERSION 6
#define HPDL_PROGRAM_SYMBOL hpdl_program_v6
#define HPDL_NONE UINT32_MAX
/* The field number of the arguments below an argument that names a file. Each of them stands for
 * one property of the file: it has the property's name, and its child has the value. If a value
 * fails, the engine leaves out all properties of the file, and the action gets the file as it is.
 */
#define HPDL_FILE_PROPERTY 0xfffffffeU

/* ---- Values ------------------------------------------------------------------------------------
 */

enum { HPDL_NULL, HPDL_BOOLEAN, HPDL_LONG, HPDL_DOUBLE, HPDL_STRING, HPDL_MAP };

struct hpdl_map;  /* runtime/ground/value/map.h */
struct hpdl_eval; /* runtime/ground/value/eval.h: the inputs, memory and error of one evaluation */

/* An EL value. A string is `size` bytes of UTF-8 without a terminator. */
typedef struct hpdl_value {
  uint32_t type; /* HPDL_NULL ... HPDL_MAP */
  uint32_t size; /* bytes of a string; 0 for other types */
  union {
    int64_t i; /* value of an HPDL_LONG; 0 or 1 for an HPDL_BOOLEAN */
    double d;
    const char* s;
    const struct hpdl_map* m;
  } as;
} hpdl_value;

/* All functions below return 0 if they succeed. If they fail, they leave a message in the
 * hpdl_eval, return 1 and do not set `out`. */
typedef int32_t (*hpdl_expr_fn)(struct hpdl_eval*, hpdl_value* out);
typedef int32_t (*hpdl_function)(struct hpdl_eval*, const hpdl_value* args, hpdl_value* out);

/* The operators of the JSP 2.0 expression language (JSP.2.3) with its coercions. */
int32_t hpdl_op_add(struct hpdl_eval*, const hpdl_value*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_subtract(struct hpdl_eval*, const hpdl_value*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_multiply(struct hpdl_eval*, const hpdl_value*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_divide(struct hpdl_eval*, const hpdl_value*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_modulo(struct hpdl_eval*, const hpdl_value*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_equal(struct hpdl_eval*, const hpdl_value*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_not_equal(struct hpdl_eval*, const hpdl_value*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_less(struct hpdl_eval*, const hpdl_value*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_less_equal(struct hpdl_eval*, const hpdl_value*, const hpdl_value*,
                           hpdl_value* out);
int32_t hpdl_op_greater(struct hpdl_eval*, const hpdl_value*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_greater_equal(struct hpdl_eval*, const hpdl_value*, const hpdl_value*,
                              hpdl_value* out);
int32_t hpdl_op_index(struct hpdl_eval*, const hpdl_value* base, const hpdl_value* key,
                      hpdl_value* out); /* base[key] or base.key */
int32_t hpdl_op_negate(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_not(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_empty(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_to_boolean(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_to_long(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_to_string(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
/* Joins the parts of a template to one text. */
int32_t hpdl_op_concat(struct hpdl_eval*, const hpdl_value* parts, uint32_t count, hpdl_value* out);
/* Reads the job property with the name of parameter `index` of the workflow. */
int32_t hpdl_op_parameter(struct hpdl_eval*, uint32_t index, hpdl_value* out);

/* ---- Program tables ----------------------------------------------------------------------------
 */

typedef struct hpdl_str {
  const char* data;
  uint64_t size;
} hpdl_str;

/* The things that an expression reads or changes besides its operands. The values are bits of a
 * set; 0 means a pure expression. */
enum {
  HPDL_EFFECT_RUN_STATE = 1, /* reads the job, its nodes or its configuration */
  HPDL_EFFECT_WORLD = 2,     /* reads a file system */
  HPDL_EFFECT_CLOCK = 4,     /* reads the current time */
  /* The expression calls token:put. It is evaluated exactly once. The value that it puts into
   * the token is committed with the transition. */
  HPDL_EFFECT_WRITE = 8,
  HPDL_EFFECT_NOTE = 16 /* writes to hpdl_eval::notes, and is pure otherwise */
};

/* One distinct expression of a workflow, or one constant text. A constant text has a null `fn`, and
 * `text` is its value. */
typedef struct hpdl_expr {
  hpdl_expr_fn fn;
  hpdl_str text; /* the value if fn is null, else the expression as written, for error messages */
  uint32_t line; /* 1-based line of the first appearance in the definition */
  uint32_t column;
  uint32_t effects; /* HPDL_EFFECT_* */
  uint32_t reserved;
} hpdl_expr;

/* One argument of an action: an element or an attribute of the action's body. The arguments are
 * a tree in preorder: the children of an argument follow it directly, and `end` is the index one
 * past its last descendant. `field` is a number in the owning struct declaration
 * (stdlib/core/schema.h), which numbers its elements first and then its attributes. */
typedef struct hpdl_arg {
  uint32_t field;
  uint32_t end;
  uint32_t expr; /* index into hpdl_workflow.exprs; HPDL_NONE if the argument has no text */
  uint32_t line; /* 1-based line of the argument in the definition */
} hpdl_arg;

enum { HPDL_START, HPDL_END, HPDL_KILL, HPDL_FORK, HPDL_JOIN, HPDL_DECISION, HPDL_ACTION };

/* One transition out of a node. */
typedef struct hpdl_edge {
  hpdl_str name;   /* HWS: the transition's name; Oozie: "ok", "error", or the target's name */
  uint32_t target; /* node index */
  uint32_t when;   /* decision: expression index of the predicate; HPDL_NONE for the default */
} hpdl_edge;

struct hpdl_kind; /* runtime/engines/workflow/kind.h */

typedef struct hpdl_node {
  hpdl_str name;
  uint32_t type; /* HPDL_START ... HPDL_ACTION */
  uint32_t line; /* line of the element in the definition */
  /* A start or join has one edge. An action has two edges: ok, then error. A fork has one edge for
   * each path. A decision has its cases in order, the default last. An end or kill has no edge. */
  const hpdl_edge* edges;
  uint32_t edge_count;
  uint32_t message;             /* kill: expression index of the message, or HPDL_NONE */
  const struct hpdl_kind* kind; /* action: its kind; else null */
  hpdl_str kind_name;           /* action: name of its kind, for example "shell" */
  uint32_t shape; /* action: index of the Shape (stdlib/core/schema.h) that declares `args` */
  uint32_t arg_count;
  const hpdl_arg* args; /* action: its arguments in preorder */
  uint32_t retry_max;   /* the three retry fields are expression indices, or HPDL_NONE */
  uint32_t retry_interval;
  uint32_t retry_policy;
  /* action: the expression that is evaluated when the action has ended, or HPDL_NONE. Its text is
   * not used: the expression puts values into the workflow token. */
  uint32_t on_finish;
  hpdl_str credentials; /* the cred attribute, comma separated */
  /* action: the arguments of <global> that the action does not use, because it has its own or
   * because a later property has the same name. They are indices into hpdl_workflow.global_args,
   * sorted, without the descendants. */
  const uint32_t* unused_global;
  uint32_t unused_global_count;
  uint32_t flags; /* HPDL_NODE_* */
} hpdl_node;

/* HPDL_NODE_TAKES_GLOBAL: an action of this kind takes elements of <global>. */
enum { HPDL_NODE_TAKES_GLOBAL = 1 };

/* A free variable of the expressions, or an entry of <parameters>. */
typedef struct hpdl_parameter {
  hpdl_str name;
  hpdl_str default_value;
  uint32_t has_default;
  uint32_t line; /* line of <property>, or of the first use */
  uint32_t used; /* 1 if an expression reads the parameter as ${name}, else 0 */
  /* 1 if a job starts without a value, and only the expressions that read the parameter fail */
  uint32_t optional;
} hpdl_parameter;

typedef struct hpdl_property {
  hpdl_str name;
  hpdl_str value;
} hpdl_property;

enum { HPDL_DIALECT_OOZIE, HPDL_DIALECT_HWS };

/* A file of the application. Its bytes are in the section .hpdl.files, which is allocated and
 * read-only and survives strip. */
typedef struct hpdl_file {
  hpdl_str path; /* path relative to the application, with '/' between its parts */
  const char* data;
  uint64_t size;
  uint8_t sha256[32];
} hpdl_file;

typedef struct hpdl_workflow {
  uint32_t dialect; /* HPDL_DIALECT_* */
  uint32_t name;    /* expression index of the name */
  hpdl_str schema;  /* the XML namespace as written; empty for HWS */
  hpdl_str source;  /* the definition, byte for byte */
  hpdl_str file_name;
  hpdl_str app_path; /* text of the <app-path> that refers to this workflow; empty for the root
                        workflow */
  const hpdl_node* nodes;
  uint32_t node_count;
  uint32_t start; /* node index of the HPDL_START node */
  const hpdl_expr* exprs;
  uint32_t expr_count;
  uint32_t parameter_count;
  const hpdl_parameter* parameters;
  const hpdl_property* defaults; /* properties of config-default.xml or configuration.xml */
  uint32_t default_count;
  uint32_t global_arg_count;
  /* The arguments of <global> in preorder. `field` is an index into the fields of stdlib/core's
   * Global. */
  const hpdl_arg* global_args;
  const hpdl_file* files;
  uint32_t file_count;
  uint32_t flags; /* HPDL_WORKFLOW_* */
  /* The value of the property oozie.wf.globalconf for sub-workflows; empty: sub-workflows get the
   * value that the job itself has. */
  hpdl_str handed_global;
  /* The value of this property that the workflow was compiled with; empty: it inherits nothing. */
  hpdl_str inherited_global;
} hpdl_workflow;

/* HPDL_WORKFLOW_UNPAIRED_JOINS: fork/join validation was off, so the runtime must find the join of
 * each fork. */
enum { HPDL_WORKFLOW_UNPAIRED_JOINS = 1 };

/* The text of an <app-path>, as written or as resolved, and the workflow that it refers to. If
 * several texts refer to a workflow, the workflow has several entries. The same text, for
 * example `${wf:appPath()}/x`, may refer to different workflows in different definitions. */
typedef struct hpdl_sub {
  hpdl_str app_path;
  uint32_t workflow; /* index into hpdl_program.workflows */
  uint32_t parent;   /* index of the workflow whose definition has this text */
} hpdl_sub;

/* The SLA (version 0.2) of a workflow or of one of its actions. */
typedef struct hpdl_agreement {
  uint32_t workflow; /* index into hpdl_program.workflows */
  uint32_t node;     /* node index of the action; HPDL_NONE for the workflow's own SLA */
  uint32_t arg_count;
  uint32_t reserved;
  const hpdl_arg* args; /* `field` is an index into stdlib::control::kSla02Decl; `expr` is an
                           expression of the workflow */
} hpdl_agreement;

struct hpdl_sla;          /* runtime/engines/workflow/job_sla.h */
struct hpdl_network;      /* runtime/world/net/network.h */
struct hpdl_hadoop;       /* runtime/world/hadoop/hadoop.h */
struct hpdl_coordinator;  /* runtime/ground/abi/hpdl_coordinator.h */
struct hpdl_bundle;       /* runtime/ground/abi/hpdl_coordinator.h */
struct hpdl_coordination; /* runtime/engines/coordinator/coordination.h */

/* All tables of an emitted program. */
typedef struct hpdl_program {
  uint32_t abi_version;
  /* The root workflow comes first, then each sub-workflow definition once. A program of a
   * coordinator or a bundle has the workflows that its jobs start, in any order, and may have no
   * workflow. */
  uint32_t workflow_count;
  const hpdl_workflow* workflows;
  const hpdl_property* properties; /* job properties of the lowest priority, from -D of hpdlc */
  uint32_t property_count;
  uint32_t flags; /* HPDL_PROGRAM_* */
  hpdl_str compiler_version;
  hpdl_str content_hash; /* SHA-256 over all sources and files, as hex digits */
  const hpdl_sub* subs;  /* sorted by the bytes of app_path */
  uint32_t sub_count;
  uint32_t reserved;
  const struct hpdl_network* network; /* null with HPDL_PROGRAM_NO_NETWORK */
  const struct hpdl_hadoop* hadoop;   /* null with HPDL_PROGRAM_NO_NETWORK */
  /* At most one of `coordinator` and `bundle` is set. If both are null, the program runs its first
   * workflow or the Celos scripts of hpdl_celos.h. */
  const struct hpdl_coordinator* coordinator;
  const struct hpdl_bundle* bundle;
  const struct hpdl_coordination* coordination; /* runs coordinators, bundles or scripts of Celos;
                                                   null in a workflow's program */
  const hpdl_agreement* agreements; /* SLAs of workflows and actions, in the order of `workflows` */
  uint32_t agreement_count;
  uint32_t reserved2;
  const struct hpdl_sla* sla; /* the code for SLAs; null if `agreements` is empty */
} hpdl_program;

enum { HPDL_PROGRAM_NO_NETWORK = 1 };

extern const hpdl_program HPDL_PROGRAM_SYMBOL;

#ifdef __cplusplus
}
#endif
#endif /* HPDL_RUNTIME_GROUND_ABI_HPDL_ABI_H_ */
