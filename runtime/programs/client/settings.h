#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_SETTINGS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_SETTINGS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::client {

/// What the client is told outside its command line: environment, .oozierc, and the properties
/// that users give its Java machine.
class Settings {
 public:
  /// Reads $HOME/.oozierc, whose lines set variables over those of the environment, and takes the
  /// -DNAME=VALUE before the command out of `arguments`. $OOZIE_CLIENT_OPTS may have more of them.
  static Settings Read(std::vector<std::string>* arguments);

  std::optional<std::string> Variable(const std::string& name) const;
  std::optional<std::string> Property(const std::string& name) const;
  const std::map<std::string, std::string>& properties() const { return properties_; }

  /// The name of the user, as the machine has it, not the environment; property user.name is over
  /// it.
  std::string user() const;
  /// The folder of the user, likewise; property user.home is over it.
  std::string home() const;

 private:
  void AddProperty(std::string_view option);
  std::map<std::string, std::string> from_file_;
  std::map<std::string, std::string> properties_;
};

/// What the lines of a .oozierc set, which are NAME=VALUE or export NAME=VALUE with quotes around
/// values or not. Nothing of it is executed: other lines are not taken, and told of in `problems`,
/// as "line 3: ...".
std::map<std::string, std::string> ReadRcFile(std::string_view text,
                                              std::vector<std::string>* problems);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_SETTINGS_H_
