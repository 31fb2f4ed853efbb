#ifndef HPDL_COMPILER_ANALYSIS_ANALYSES_H_
#define HPDL_COMPILER_ANALYSIS_ANALYSES_H_

#include "compiler/analysis/facts.h"

/// The analyses, a file each. They do not depend on one another; what several of them want to know
/// is one of the facts.
namespace hpdl::analysis {

/// Warns of reads of the workflow token (docs/design/token.md) that are always null, as the node
/// named or all that put the key come not before the reader, or whose value is left open, as
/// several branches of a joined fork put the key. Only literal names and keys are looked at, and no
/// word is said where an action might put the key as captured output. Wants forks and joins in
/// pairs. Work is bounded: a very large workflow full of reads is checked in part.
void CheckTokenFlow(Facts& facts);

/// Warns of cases of decisions that are always or never taken, as their predicate is constant, or
/// repeats or is the opposite of an earlier one (ConstantCase, RepeatedCase), and of the nodes that
/// only such cases lead to (UnreachableNode). What depends on a parameter is not constant.
void CheckDecisions(Facts& facts);

/// Warns of entries of <parameters> and of properties given by -D or the file of defaults that
/// nothing reads (UnusedParameter, UnusedProperty). Names with a dot are for others; files of
/// --config are often shared between workflows. Silent where a name is computed or a sub-workflow
/// gets the job's configuration.
void CheckParameterUse(Facts& facts);

/// Warns of values that are given and cannot be what their use wants: a number, true or false, a
/// form that an element or attribute must have (ParameterType). The runtime's own operators decide.
void CheckParameterTypes(Facts& facts);

/// Warns of retry-max on actions whose repetition, as their kind declares it, does something twice
/// or meets the output of the try before (RetryNotIdempotent).
void CheckRetries(Facts& facts);

/// Warns of passwords, keys and tokens written out in the definition or the file of defaults
/// (PlainSecret), and of URLs that send one over http (InsecureUrl). No message holds the secret.
void CheckSecrets(Facts& facts);

/// Warns of credentials that no action asks for (UnusedCredential).
void CheckCredentialUse(Facts& facts);

/// Remarks on old versions of namespaces, one remark for each, and on elements that a later version
/// renamed (DeprecatedSchema), with the upgrade as a fix where all of the file exists there too.
void CheckSchemaVersions(Facts& facts);

/// Warns of outputs and counters that are read and may not be there, as their node need not have
/// run or may have failed (OutputMayBeMissing), and of those that never are: OutputNotCaptured,
/// with a fix, and NoHadoopJob. Only literal names of nodes are looked at.
void CheckOutputs(Facts& facts);

/// Warns of error transitions after which the job succeeds and nothing has looked at the error
/// (ErrorLost).
void CheckErrors(Facts& facts);

/// Warns of kinds of actions that compile and cannot run yet (KindCannotRun), and of credentials of
/// actions that have no use for them (CredentialsIgnored).
void CheckWithoutEffect(Facts& facts);

/// Warns of files named by a relative path that the application lacks (FileNotBundled). Silent if
/// the definition was named alone, and about names that may be commands.
void CheckBundledFiles(Facts& facts);

/// Warns of options in the text of an element that say what another element says too (SetTwice):
/// which of the two counts. Removing the one without effect is a fix.
void CheckOptions(Facts& facts);

/// Warns of variables of Hive's that a script of the application reads, and nothing gives or sets
/// (HiveVariableNotGiven). Silent where something else may: a file, a URL, an expression.
void CheckHiveVariables(Facts& facts);

/// Warns of paths that one branch of a fork changes and another one uses (ParallelPaths). Paths are
/// compared by what the declarations of kinds say of them. Work is bounded: of very many uses of
/// one path not all conflicts are named.
void CheckParallelPaths(Facts& facts);

/// Warns of what <prepare> deletes although its own action reads it, or a later one that finds
/// nothing there (PrepareDeletesInput). Silent where a program might have written it in between.
void CheckPreparedInput(Facts& facts);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_ANALYSES_H_
