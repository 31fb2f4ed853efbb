#ifndef HPDL_STDLIB_ACTIONS_HIVE2_BEELINE_H_
#define HPDL_STDLIB_ACTIONS_HIVE2_BEELINE_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/hive2/hive2.kind.h"

/// The command line of beeline. It is the same in a container and on this machine.
namespace hpdl::stdlib {

/// The command line of beeline, without passwords, and the files that it names. The files are in
/// the command's directory.
struct Beeline {
  /// The arguments that follow the program `beeline`, or beeline's main class.
  std::vector<std::string> words;
  std::map<std::string, std::string> files;  ///< the names and contents of the files
};

/// The address of the server, and the user's login.
struct HiveConnection {
  std::string url;  ///< the URL without user and password
  std::string user;
  std::string password;  ///< "": no password
  bool secret = false;   ///< true if `url` has other passwords, for example of a key store
};

/// Returns the parts of a JDBC URL. A user and a password in the URL win over the arguments `user`
/// and `password`.
HiveConnection ConnectionOf(std::string_view url, const std::string& user,
                            const std::string& password);

/// Returns the command line. `configuration` is the action's configuration. `tag` is the tag of the
/// jobs that the server starts for the action. Fails with "JA018" if the URL does not belong to
/// Hive, and with the errors of hive_script.h.
rt::Result<Beeline> BeelineOf(const rt::ActionContext& ctx, const Hive2Args& args,
                              const rt::Properties& configuration, const std::string& tag);

/// Returns the action's passwords: the text of <password>, and the passwords in the URL, <param>
/// and <argument>. beeline and the server may repeat them in messages.
std::vector<std::string> SecretsOf(const Hive2Args& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HIVE2_BEELINE_H_
