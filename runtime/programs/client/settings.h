#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_SETTINGS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_SETTINGS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::client {

/// The client's settings that are not in its own command line: the environment, .oozierc, and the
/// properties that users give to the JVM of Oozie's client.
class Settings {
 public:
  /// Reads $HOME/.oozierc, whose variables override the environment. Reads options -DNAME=VALUE
  /// from $OOZIE_CLIENT_OPTS and from the beginning of `arguments`. Removes these options from
  /// `arguments`.
  static Settings Read(std::vector<std::string>* arguments);

  std::optional<std::string> Variable(const std::string& name) const;
  std::optional<std::string> Property(const std::string& name) const;
  const std::map<std::string, std::string>& properties() const { return properties_; }

  /// Returns the user's name: the property user.name, else the name in the user database. Ignores
  /// the environment.
  std::string user() const;
  /// Returns the user's home folder: the property user.home, else the folder in the user database.
  std::string home() const;

 private:
  void AddProperty(std::string_view option);
  std::map<std::string, std::string> from_file_;
  std::map<std::string, std::string> properties_;
};

/// Returns the variables that the lines of a .oozierc set. A valid line is NAME=VALUE or export
/// NAME=VALUE, with or without quotes around the value. This function executes nothing. It skips
/// other lines and reports them in `problems` as "line 3: ...".
std::map<std::string, std::string> ReadRcFile(std::string_view text,
                                              std::vector<std::string>* problems);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_SETTINGS_H_
