#ifndef HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_COMMAND_H_
#define HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_COMMAND_H_

#include <map>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "stdlib/actions/sqoop/sqoop.kind.h"

namespace hpdl::stdlib {

/// True if the action's configuration has oozie.action.sqoop.shellsplitter=true.
bool UsesShellSplitter(const rt::Properties& configuration);

/// Returns Sqoop's own arguments: the words of <command>, or each <arg>. <command> is split at
/// blanks. With `shell_splitter`, blanks between quotes do not split it; without it, quotes are
/// ordinary characters. Drops `sqoop` before the name of a tool, as Oozie does. Fails with "JA018"
/// if there are no arguments, and with "SQOOP002" if <command> has an open quote.
rt::Result<std::vector<std::string>> SqoopArguments(const SqoopArgs& args, bool shell_splitter);

/// The name of the file with the action's configuration, in the command's directory.
inline constexpr const char* kSqoopSite = "sqoop-site.xml";

/// Returns the arguments with `-conf` and kSqoopSite behind the tool's name. Without `-conf` Sqoop
/// reads kSqoopSite before mapred-site.xml, and the values of mapred-site.xml win. With `-conf` it
/// reads kSqoopSite after mapred-site.xml. The user's -D, and a -conf that the user gives later in
/// the arguments, still win.
std::vector<std::string> WithSqoopSite(std::vector<std::string> arguments);

/// The words of a Sqoop command line, and the options files that the words name. Options files
/// contain the arguments, so no list of processes shows passwords.
struct SqoopWords {
  std::vector<std::string> words;  ///< the words of the command line
  /// The content of each options file, by the file's name.
  std::map<std::string, std::string> files;
};
/// Returns the words and files for the arguments. An argument of several lines cannot stand in an
/// options file, so it becomes a word of the command line.
SqoopWords WordsOf(const std::vector<std::string>& arguments);

/// Returns the passwords among the arguments. They stand after --password, in -DNAME=VALUE, and in
/// URLs. Splits <command> both with and without the shell splitter. Sqoop and database drivers may
/// repeat these passwords in messages.
std::vector<std::string> SecretsOf(const SqoopArgs& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_COMMAND_H_
