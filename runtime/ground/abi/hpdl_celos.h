/* The tables of a program that runs workflows of Celos. They contain the Celos workflows that
 * the scripts define. A table of hpdl_celos_start lists the Celos workflows that start a
 * workflow of hpdl_program for each slot. In a program with these tables,
 * hpdl_program.coordination is `hpdl_celos_schedules`, and hpdl_program.coordinator and .bundle
 * are null. As in hpdl_abi.h, all tables are constant data of the program, and the version is
 * part of the symbol's name.
 */
#ifndef HPDL_RUNTIME_GROUND_ABI_HPDL_CELOS_H_
#define HPDL_RUNTIME_GROUND_ABI_HPDL_CELOS_H_

#include "runtime/ground/abi/hpdl_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HPDL_CELOS_SYMBOL hpdl_celos_v1

/* A Celos workflow that starts a workflow of hpdl_program for each slot. */
typedef struct hpdl_celos_start {
  hpdl_str id;       /* the workflow's id in the scripts */
  hpdl_str app_path; /* the oozie.wf.application.path that the started jobs get */
  uint32_t workflow; /* index into hpdl_program.workflows */
  uint32_t reserved;
} hpdl_celos_start;

/* A script, or a defaults file that a script imports. The program evaluates scripts to call their
 * functions, which compute the properties of a job from its slot. */
typedef struct hpdl_celos_script {
  hpdl_str path; /* the path of the script, as messages show it */
  hpdl_str name; /* the name by which scripts import these defaults; empty if this is a script */
  hpdl_str code; /* the script as compiled by the JavaScript engine */
} hpdl_celos_script;

struct hpdl_celos_functions; /* runtime/programs/celos_program/property_functions.h */

/* Evaluates functions of scripts. Emitted code refers to `hpdl_celos_javascript`, or has null if no
 * script has functions. Without functions the program contains no JavaScript engine. */
typedef struct hpdl_celos_evaluator {
  /* main() calls this first. Returns 1 if this process was started to evaluate scripts and has done
   * so; `code` is then the exit code of the process. Else returns 0. */
  int32_t (*serve)(int32_t argc, char** argv, int32_t* code);
  const struct hpdl_celos_functions* functions;
} hpdl_celos_evaluator;

typedef struct hpdl_celos {
  hpdl_str name;                  /* name of the folder that keeps the states of the slots */
  hpdl_str defined;               /* the definitions in the scripts, as written by OutcomeFrame()
                                     (runtime/engines/celos_scripts/outcome_frames.h) */
  const hpdl_celos_start* starts; /* sorted by the bytes of id */
  const hpdl_celos_script* scripts;
  uint32_t start_count;
  uint32_t script_count;
  /* the current time that the scripts saw when the program was built; ms since 1970 */
  int64_t evaluated_ms;
  const hpdl_celos_evaluator* evaluator;
} hpdl_celos;

#ifdef __cplusplus
}
#endif
#endif /* HPDL_RUNTIME_GROUND_ABI_HPDL_CELOS_H_ */
