/* What a program tells of the expressions that it meets only while it runs, in the files of
 * <job-xml>: the functions and constants that these may name, and who evaluates them. Optional:
 * emitted code has it only if a definition of the program names such a file, so that no other
 * program has the interpreter and every function in it. The version is part of the symbol's name,
 * as that of hpdl_abi.h.
 */
#ifndef HPDL_RUNTIME_GROUND_ABI_HPDL_NAMES_H_
#define HPDL_RUNTIME_GROUND_ABI_HPDL_NAMES_H_

#include "runtime/ground/abi/hpdl_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HPDL_NAMES_SYMBOL hpdl_names_v1

/* An EL function with one number of arguments. */
typedef struct hpdl_named_function {
  hpdl_str name; /* with prefix */
  hpdl_function call;
  uint32_t arguments; /* how many */
  uint32_t reserved;
} hpdl_named_function;

typedef struct hpdl_named_constant {
  hpdl_str name;
  hpdl_value value;
} hpdl_named_constant;

struct hpdl_interpreter; /* runtime/engines/workflow/interpreter.h */

/* What expressions of an Oozie workflow may name; HWS takes such files as they are. */
typedef struct hpdl_names {
  const struct hpdl_interpreter* interpreter;
  const hpdl_named_function* functions;
  const hpdl_named_constant* constants;
  uint32_t function_count;
  uint32_t constant_count;
} hpdl_names;

#ifdef __cplusplus
}
#endif
#endif /* HPDL_RUNTIME_GROUND_ABI_HPDL_NAMES_H_ */
