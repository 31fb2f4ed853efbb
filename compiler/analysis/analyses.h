#ifndef HPDL_COMPILER_ANALYSIS_ANALYSES_H_
#define HPDL_COMPILER_ANALYSIS_ANALYSES_H_

#include "compiler/analysis/facts.h"

/// The analyses. Each analysis has its own file and does not depend on the other analyses. Facts
/// holds the data that several analyses need.
namespace hpdl::analysis {

/// Warns of a decision's cases that are always or never taken, because the predicate of the case is
/// constant (ConstantCase) or repeats an earlier predicate (RepeatedCase). Warns of nodes that no
/// run reaches, because only cases that are never taken lead to these nodes (UnreachableNode). A
/// predicate that depends on a parameter is not constant.
void CheckDecisions(Facts& facts);

/// Warns of entries of <parameters> that nothing reads (UnusedParameter). Warns of unused
/// properties that -D or the file of defaults gives (UnusedProperty). Skips names with a dot,
/// because other programs may read these properties. Skips files of --config, because workflows
/// often share them. Reports nothing if the definition computes the name of a property that it
/// reads, or if a sub-workflow gets the job's configuration.
void CheckParameterUse(Facts& facts);

/// Warns of values of properties that do not fit their use (ParameterType). A use may require a
/// number, a Boolean, or the format that an element or attribute declares. A value is a number if
/// the operators of the runtime accept it as a number.
void CheckParameterTypes(Facts& facts);

/// Warns of retry-max on actions that must not be repeated (RetryNotIdempotent). A second attempt
/// either has the action's effect a second time, or fails because the output of the first attempt
/// exists. The declaration of the action's kind describes the effect of a second attempt.
void CheckRetries(Facts& facts);

/// Warns of passwords, keys and tokens in plain text in the definition or the file of defaults
/// (PlainSecret). Warns of URLs that send a secret over http (InsecureUrl). No message contains the
/// secret.
void CheckSecrets(Facts& facts);

/// Warns of credentials that no action uses (UnusedCredential).
void CheckCredentialUse(Facts& facts);

/// Warns of old versions of namespaces, once for each version, and of elements that a later version
/// renamed (DeprecatedSchema). The fix writes the newest version, if everything in the file exists
/// in that version too.
void CheckSchemaVersions(Facts& facts);

/// Warns of reads of outputs and counters that may be missing, because the run may have skipped
/// their node or the node may have failed (OutputMayBeMissing). Warns of outputs that their node
/// does not capture (OutputNotCaptured, with a fix). Warns of counters of nodes that run no Hadoop
/// job (NoHadoopJob). Checks only calls that name their node by a literal.
void CheckOutputs(Facts& facts);

/// Warns of error transitions after which the job succeeds although no node has checked the error
/// (ErrorLost).
void CheckErrors(Facts& facts);

/// Warns of credentials that an action names although its kind does not use credentials
/// (CredentialsIgnored).
void CheckWithoutEffect(Facts& facts);

/// Warns of relative paths to files that the application does not contain (FileNotBundled). Skips
/// names that may be commands. Refuses a definition of HWS whose package lacks a file
/// (FileNotPackaged). Reports nothing if the compiler knows only the definition and not the other
/// files of the application.
void CheckBundledFiles(Facts& facts);

/// Warns of an option in the text of an element, for example of <spark-opts>, if another element
/// makes the same setting (SetTwice). The message names the setting that takes effect. The fix
/// removes an option that has no effect. Warns of properties without --conf, which become a part of
/// the value of the option before them (MissingConf).
void CheckOptions(Facts& facts);

/// Warns of texts that name one program but contain a command line (ExecWithArguments). Skips a
/// text that names a file of the application or of the action.
void CheckProgramNames(Facts& facts);

/// Warns of Hive variables that a script of the application reads but that get no value from the
/// action or from the script (HiveVariableNotGiven). Reports nothing if a file, a URL or an
/// expression may set the variable.
void CheckHiveVariables(Facts& facts);

/// Warns of paths that one branch of a fork changes and another branch uses (ParallelPaths). The
/// declaration of an action's kind describes how the action uses each path. The work is bounded: if
/// one path has very many uses, not all conflicts are reported.
void CheckParallelPaths(Facts& facts);

/// Warns of paths that an action reads although its own <prepare> has deleted them
/// (PrepareDeletesInput). The work is bounded, so the check may miss some of these paths.
void CheckPreparedInput(Facts& facts);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_ANALYSES_H_
