#ifndef HPDL_STDLIB_ACTIONS_HIVE2_BEELINE_H_
#define HPDL_STDLIB_ACTIONS_HIVE2_BEELINE_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/hive2/hive2.kind.h"

/// How beeline is started: the same in a container and on this machine.
namespace hpdl::stdlib {

/// A command line in which no password stands, and the files that it names in its directory.
struct Beeline {
  std::vector<std::string> words;            ///< behind the program, or its main class
  std::map<std::string, std::string> files;  ///< name and content
};

/// Where to connect, and as who.
struct HiveConnection {
  std::string url;  ///< without user and password
  std::string user;
  std::string password;  ///< "" for none
  bool secret = false;   ///< there are more passwords in the URL, of a key store perhaps
};

/// Takes user and password out of a JDBC URL, in which they count more than others.
HiveConnection ConnectionOf(std::string_view url, const std::string& user,
                            const std::string& password);

/// `configuration` is the action's, `tag` that of the jobs that the server starts for it. "JA018"
/// for a URL that is none of Hive's, and as hive_script.h says.
rt::Result<Beeline> BeelineOf(const rt::ActionContext& ctx, const Hive2Args& args,
                              const rt::Properties& configuration, const std::string& tag);

/// The action's passwords, which beeline and the server may repeat in messages: the element's, and
/// those of the URL, <param> and <argument>.
std::vector<std::string> SecretsOf(const Hive2Args& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HIVE2_BEELINE_H_
