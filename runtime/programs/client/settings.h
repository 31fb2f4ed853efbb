#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_SETTINGS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_SETTINGS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::client {

/// The client's settings from outside its command line: the environment, .oozierc, and the
/// properties that users pass to the Java machine of Oozie's client.
class Settings {
 public:
  /// Reads $HOME/.oozierc, whose variables win over the environment. Reads the options -DNAME=VALUE
  /// before the command and removes them from `arguments`. Also reads such options from
  /// $OOZIE_CLIENT_OPTS.
  static Settings Read(std::vector<std::string>* arguments);

  std::optional<std::string> Variable(const std::string& name) const;
  std::optional<std::string> Property(const std::string& name) const;
  const std::map<std::string, std::string>& properties() const { return properties_; }

  /// Returns the user's name from the user database, not from the environment. The property
  /// user.name wins over it.
  std::string user() const;
  /// Returns the user's home folder from the user database. The property user.home wins over it.
  std::string home() const;

 private:
  void AddProperty(std::string_view option);
  std::map<std::string, std::string> from_file_;
  std::map<std::string, std::string> properties_;
};

/// Returns the variables that the lines of a .oozierc set. A line is NAME=VALUE or export
/// NAME=VALUE, with or without quotes around the value. Nothing is executed: other lines are
/// skipped and reported in `problems` as "line 3: ...".
std::map<std::string, std::string> ReadRcFile(std::string_view text,
                                              std::vector<std::string>* problems);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_SETTINGS_H_
