/* The functions and constants that expressions in the files of <job-xml> may name, and the
 * interpreter of these expressions. A program reads these files only while it runs, so hpdlc
 * cannot compile their expressions. Emitted code has this table only if a definition of the
 * program names a <job-xml> file. Other programs contain neither the interpreter nor functions
 * that they do not call. The version is part of the symbol's name, as in hpdl_abi.h.
 */
#ifndef HPDL_RUNTIME_GROUND_ABI_HPDL_NAMES_H_
#define HPDL_RUNTIME_GROUND_ABI_HPDL_NAMES_H_

#include "runtime/ground/abi/hpdl_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HPDL_NAMES_SYMBOL hpdl_names_v1

/* An EL function. A function that can have different numbers of arguments has one entry for each
 * number. */
typedef struct hpdl_named_function {
  hpdl_str name; /* the name with its prefix */
  hpdl_function call;
  uint32_t arguments; /* number of arguments */
  uint32_t reserved;
} hpdl_named_function;

typedef struct hpdl_named_constant {
  hpdl_str name;
  hpdl_value value;
} hpdl_named_constant;

struct hpdl_interpreter; /* runtime/engines/workflow/interpreter.h */

/* The names that expressions in the <job-xml> files of an Oozie workflow may use. HWS does not
 * evaluate expressions in these files. */
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
