#ifndef HPDL_COMPILER_ANALYSIS_ANALYSES_H_
#define HPDL_COMPILER_ANALYSIS_ANALYSES_H_

#include "compiler/analysis/facts.h"

/// The analyses; each has its own file. They do not depend on one another. Data that several
/// analyses need is in Facts.
namespace hpdl::analysis {

/// Warns of cases of decisions that are always or never taken, because their predicate is constant
/// (ConstantCase) or repeats an earlier predicate (RepeatedCase). Warns of nodes
/// (UnreachableNode) to which only cases lead that are never taken. A predicate that depends on a
/// parameter is not constant.
void CheckDecisions(Facts& facts);

/// Warns of entries of <parameters> that nothing reads (UnusedParameter). Warns of properties given
/// by -D or the file of defaults that nothing reads (UnusedProperty). Skips names with a dot,
/// because other programs read them. Skips files of --config, because workflows often share them.
/// Reports nothing if a name is computed, or if a sub-workflow gets the job's configuration.
void CheckParameterUse(Facts& facts);

/// Warns of given values that do not fit their use: a number, true or false, or a form that an
/// element or attribute requires (ParameterType). The operators of the runtime decide if a value
/// fits.
void CheckParameterTypes(Facts& facts);

/// Warns of retry-max on actions that must not be repeated (RetryNotIdempotent): a repetition has
/// the effect a second time, or meets the output of the previous attempt. The declaration of the
/// action's kind says what a repetition does.
void CheckRetries(Facts& facts);

/// Warns of passwords, keys and tokens in plain text in the definition or the file of defaults
/// (PlainSecret). Warns of URLs that send a secret over http (InsecureUrl). No message contains the
/// secret.
void CheckSecrets(Facts& facts);

/// Warns of credentials that no action asks for (UnusedCredential).
void CheckCredentialUse(Facts& facts);

/// Warns of old versions of namespaces, once for each version, and of elements that a later version
/// renamed (DeprecatedSchema). The fix is the upgrade, if everything in the file exists in the
/// later version too.
void CheckSchemaVersions(Facts& facts);

/// Warns of outputs and counters that are read but may be missing, because their node may not have
/// run or may have failed (OutputMayBeMissing). Warns of outputs and counters that are always
/// missing: OutputNotCaptured, with a fix, and NoHadoopJob. Looks only at literal names of nodes.
void CheckOutputs(Facts& facts);

/// Warns of error transitions after which the job succeeds although nothing has looked at the error
/// (ErrorLost).
void CheckErrors(Facts& facts);

/// Warns of credentials of actions that have no use for credentials (CredentialsIgnored).
void CheckWithoutEffect(Facts& facts);

/// Warns of files that a relative path names but the application does not have (FileNotBundled).
/// Reports nothing if only the definition was given without its application. Skips names that may
/// be commands.
void CheckBundledFiles(Facts& facts);

/// Warns of an option in the text of an element if it sets what another element sets, too
/// (SetTwice). The message says if the option or the other element counts. The fix removes an
/// option without effect.
void CheckOptions(Facts& facts);

/// Warns of Hive variables that a script of the application reads but that nothing gives or sets
/// (HiveVariableNotGiven). Reports nothing if a file, a URL or an expression may set the variable.
void CheckHiveVariables(Facts& facts);

/// Warns of paths that one branch of a fork changes and another branch uses (ParallelPaths).
/// Compares paths by the use that the declarations of kinds give. Work is bounded: if one path has
/// very many uses, not all conflicts are reported.
void CheckParallelPaths(Facts& facts);

/// Warns of paths that <prepare> deletes although its own action then reads them
/// (PrepareDeletesInput). Work is bounded.
void CheckPreparedInput(Facts& facts);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_ANALYSES_H_
