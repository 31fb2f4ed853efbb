/* The contract between emitted code and the runtime.
 *
 * C only, fixed-width fields, no pointers owned by anybody: every table below is constant data of
 * the emitted program and lives as long as the process. Values made by an evaluation live in the
 * arena of its hpdl_eval and die with it.
 *
 * Codegen is the only compiler folder that mirrors these layouts; codegen/abi_types_test.cpp
 * compares each with offsetof. The version is part of the symbol HPDL_PROGRAM_SYMBOL, so an object
 * made for another version fails at link: `undefined symbol: hpdl_program_v4`. Change a layout,
 * raise the version.
 */
#ifndef HPDL_RUNTIME_GROUND_ABI_HPDL_ABI_H_
#define HPDL_RUNTIME_GROUND_ABI_HPDL_ABI_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HPDL_ABI_VERSION 4
#define HPDL_PROGRAM_SYMBOL hpdl_program_v4
#define HPDL_NONE UINT32_MAX

/* ---- Values ------------------------------------------------------------------------------------
 */

enum { HPDL_NULL, HPDL_BOOLEAN, HPDL_LONG, HPDL_DOUBLE, HPDL_STRING, HPDL_MAP };

struct hpdl_map;  /* runtime/ground/value/map.h */
struct hpdl_eval; /* runtime/ground/value/eval.h: one evaluation, its arena, and what it may look at
                   */

/* An EL value. Strings are UTF-8, `size` bytes, without terminator. */
typedef struct hpdl_value {
  uint32_t type; /* HPDL_NULL ... HPDL_MAP */
  uint32_t size; /* bytes of a string, else 0 */
  union {
    int64_t i; /* HPDL_LONG; HPDL_BOOLEAN as 0 or 1 */
    double d;
    const char* s;
    const struct hpdl_map* m;
  } as;
} hpdl_value;

/* All calls below return 0, or 1 after they have left a message in the hpdl_eval; `out` is then
 * unset. */
typedef int32_t (*hpdl_expr_fn)(struct hpdl_eval*, hpdl_value* out);
typedef int32_t (*hpdl_function)(struct hpdl_eval*, const hpdl_value* args, hpdl_value* out);

/* Operators of the JSP 2.0 expression language (JSP.2.3) with its coercions. */
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
                      hpdl_value* out); /* base[key], base.key */
int32_t hpdl_op_negate(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_not(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_empty(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_to_boolean(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_to_long(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
int32_t hpdl_op_to_string(struct hpdl_eval*, const hpdl_value*, hpdl_value* out);
/* A template: the parts as text, one after the other. */
int32_t hpdl_op_concat(struct hpdl_eval*, const hpdl_value* parts, uint32_t count, hpdl_value* out);
/* The job property behind the workflow's parameter number `index`. */
int32_t hpdl_op_parameter(struct hpdl_eval*, uint32_t index, hpdl_value* out);

/* ---- Program tables ----------------------------------------------------------------------------
 */

typedef struct hpdl_str {
  const char* data;
  uint64_t size;
} hpdl_str;

/* What an expression looks at besides its operands. A set of bits; 0 is pure. */
enum {
  HPDL_EFFECT_RUN_STATE = 1, /* the job, its nodes, its configuration */
  HPDL_EFFECT_WORLD = 2,     /* a file system */
  HPDL_EFFECT_CLOCK = 4,
  HPDL_EFFECT_WRITE = 8, /* token:put; evaluated exactly once, committed with the transition */
  HPDL_EFFECT_NOTE = 16  /* pure, but for a note that it leaves in the hpdl_eval */
};

/* One distinct expression of a workflow, or one constant text (then fn is null and text is its
 * value). */
typedef struct hpdl_expr {
  hpdl_expr_fn fn;
  hpdl_str text; /* the value if fn is null, else the template as written, for messages */
  uint32_t line; /* 1-based, of its first appearance in the definition */
  uint32_t column;
  uint32_t effects; /* HPDL_EFFECT_* */
  uint32_t reserved;
} hpdl_expr;

/* One argument of an action: an element or an attribute of its body, as a preorder tree. `field`
 * counts the elements of the owning struct declaration (stdlib/core/schema.h), then its attributes.
 * The children follow directly; `end` is the index one past the last descendant. */
typedef struct hpdl_arg {
  uint32_t field;
  uint32_t end;
  uint32_t expr; /* index into hpdl_workflow.exprs, or HPDL_NONE: no text */
  uint32_t line; /* where it stands in the definition, 1-based */
} hpdl_arg;

enum { HPDL_START, HPDL_END, HPDL_KILL, HPDL_FORK, HPDL_JOIN, HPDL_DECISION, HPDL_ACTION };

/* One way out of a node. */
typedef struct hpdl_edge {
  hpdl_str name;   /* HWS: the name of the transition; Oozie: "ok", "error", or the target's name */
  uint32_t target; /* node index */
  uint32_t when;   /* decision: index of the predicate, HPDL_NONE for the default */
} hpdl_edge;

struct hpdl_kind; /* runtime/engines/workflow/kind.h */

typedef struct hpdl_node {
  hpdl_str name;
  uint32_t type; /* HPDL_START ... HPDL_ACTION */
  uint32_t line; /* of the element in the definition */
  /* Start, join: the one edge. Action: ok, error. Fork: its paths. Decision: cases in order, the
   * default last. End, kill: none. */
  const hpdl_edge* edges;
  uint32_t edge_count;
  uint32_t message;             /* kill: expression index, or HPDL_NONE */
  const struct hpdl_kind* kind; /* action; null if this runtime cannot run the kind */
  hpdl_str kind_name;           /* action: "shell", ... */
  uint32_t shape; /* action: which shape of the kind's declaration the arguments follow */
  uint32_t arg_count;
  const hpdl_arg* args; /* action: preorder */
  uint32_t retry_max;   /* expression indices, or HPDL_NONE */
  uint32_t retry_interval;
  uint32_t retry_policy;
  uint32_t reserved;
  hpdl_str credentials; /* the cred attribute, comma separated */
} hpdl_node;

/* A free variable of the expressions, or an entry of <parameters>. */
typedef struct hpdl_parameter {
  hpdl_str name;
  hpdl_str default_value;
  uint32_t has_default;
  uint32_t line; /* of <property>, or of the first use */
  uint32_t used; /* an expression reads it as ${name} */
  uint32_t reserved;
} hpdl_parameter;

typedef struct hpdl_property {
  hpdl_str name;
  hpdl_str value;
} hpdl_property;

enum { HPDL_DIALECT_OOZIE, HPDL_DIALECT_HWS };

/* A file of the application. The bytes are in the section .hpdl.files, which is allocated and
 * read-only and survives strip. */
typedef struct hpdl_file {
  hpdl_str path; /* relative to the application, '/' between parts */
  const char* data;
  uint64_t size;
  uint8_t sha256[32];
} hpdl_file;

typedef struct hpdl_workflow {
  uint32_t dialect; /* HPDL_DIALECT_* */
  uint32_t name;    /* expression index */
  hpdl_str schema;  /* the namespace as written, empty for HWS */
  hpdl_str source;  /* the definition, byte for byte */
  hpdl_str file_name;
  hpdl_str app_path; /* as written in the <app-path> that led here; empty for the root */
  const hpdl_node* nodes;
  uint32_t node_count;
  uint32_t start; /* node index of the HPDL_START node */
  const hpdl_expr* exprs;
  uint32_t expr_count;
  uint32_t parameter_count;
  const hpdl_parameter* parameters;
  const hpdl_property* defaults; /* config-default.xml, configuration.xml */
  uint32_t default_count;
  uint32_t global_arg_count;
  const hpdl_arg* global_args; /* <global>, preorder, fields of stdlib/core's Global */
  const hpdl_file* files;
  uint32_t file_count;
  uint32_t flags; /* HPDL_WORKFLOW_* */
} hpdl_workflow;

enum {
  HPDL_WORKFLOW_UNPAIRED_JOINS = 1
}; /* fork/join validation was off: pair joins at run time */

/* One way an <app-path> was written or resolved, and the definition it leads to. A definition that
 * is reached by several texts has several entries and one workflow; one text may lead two
 * definitions to different ones, as `${wf:appPath()}/x` does. */
typedef struct hpdl_sub {
  hpdl_str app_path;
  uint32_t workflow; /* index into hpdl_program.workflows */
  uint32_t parent;   /* the definition that writes it so, the same kind of index */
} hpdl_sub;

/* What a workflow or an action of it has agreed on: SLA of version 0.2. */
typedef struct hpdl_agreement {
  uint32_t workflow; /* index into hpdl_program.workflows */
  uint32_t node;     /* index of the action; HPDL_NONE: of the workflow itself */
  uint32_t arg_count;
  uint32_t reserved;
  const hpdl_arg* args; /* fields of stdlib::control::kSla02Decl; expressions of the workflow */
} hpdl_agreement;

struct hpdl_sla;          /* runtime/engines/workflow/job_sla.h */
struct hpdl_network;      /* runtime/world/net/network.h */
struct hpdl_hadoop;       /* runtime/world/hadoop/hadoop.h */
struct hpdl_coordinator;  /* runtime/ground/abi/hpdl_coordinator.h */
struct hpdl_bundle;       /* likewise */
struct hpdl_coordination; /* runtime/engines/coordinator/coordination.h */

/* `-D` of hpdlc build: properties fixed into the program as lowest-priority job properties. */
typedef struct hpdl_program {
  uint32_t abi_version;
  /* The root first, then each sub-workflow definition once. Of a coordinator or a bundle: what its
   * jobs start, in any order; there may be none. */
  uint32_t workflow_count;
  const hpdl_workflow* workflows;
  const hpdl_property* properties; /* -D of `hpdlc build` */
  uint32_t property_count;
  uint32_t flags; /* HPDL_PROGRAM_* */
  hpdl_str compiler_version;
  hpdl_str content_hash; /* hex SHA-256 over all sources and files */
  const hpdl_sub* subs;  /* sorted by app_path, bytewise */
  uint32_t sub_count;
  uint32_t reserved;
  const struct hpdl_network* network; /* null with HPDL_PROGRAM_NO_NETWORK */
  const struct hpdl_hadoop* hadoop;   /* likewise */
  /* At most one of the two; null: the program is the first of its workflows. */
  const struct hpdl_coordinator* coordinator;
  const struct hpdl_bundle* bundle;
  const struct hpdl_coordination* coordination; /* who runs them; null in programs of workflows */
  const hpdl_agreement* agreements;             /* of the workflows, by these */
  uint32_t agreement_count;
  uint32_t reserved2;
  const struct hpdl_sla* sla; /* who judges agreements; null if there are none */
} hpdl_program;

enum { HPDL_PROGRAM_NO_NETWORK = 1 };

extern const hpdl_program HPDL_PROGRAM_SYMBOL;

#ifdef __cplusplus
}
#endif
#endif /* HPDL_RUNTIME_GROUND_ABI_HPDL_ABI_H_ */
