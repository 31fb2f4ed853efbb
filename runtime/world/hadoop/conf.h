#ifndef HPDL_RUNTIME_WORLD_HADOOP_CONF_H_
#define HPDL_RUNTIME_WORLD_HADOOP_CONF_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// The client side of a Hadoop configuration: core-site.xml, hdfs-site.xml, yarn-site.xml and
/// mapred-site.xml of one directory.
class HadoopConf {
 public:
  HadoopConf() = default;
  /// Loads a configuration. Some of the files may be missing, but not all. Fails with kNonTransient
  /// "E0902" if a file cannot be read or is not Hadoop's XML. The message begins with the file and,
  /// if there is one, the line.
  static Result<HadoopConf> Load(const std::string& directory);
  /// Makes a configuration for tests. It looks as if it was loaded from `directory`.
  HadoopConf(std::string directory, Properties properties)
      : directory_(std::move(directory)), properties_(std::move(properties)) {}

  /// Returns the value of a property with its references expanded; "" if there is no such property.
  std::string Value(std::string_view name) const;
  /// Returns the parts of a property that is a list with commas.
  std::vector<std::string> List(std::string_view name) const;
  /// Returns the directory of the files; "" if there is no configuration.
  const std::string& directory() const { return directory_; }
  /// Returns the properties of the files. References ${other} are not expanded.
  const Properties& properties() const { return properties_; }
  /// Returns the value of fs.defaultFS. If fs.defaultFS is missing, returns the value of its old
  /// name, fs.default.name; "" if both are missing.
  std::string DefaultFileSystem() const;

 private:
  std::string directory_;
  Properties properties_;
};

/// Returns the base URLs ("http://host:9870") of the name nodes behind the `authority` of a URI.
/// `scheme` is hdfs, webhdfs or swebhdfs. An HA name service has more than one URL. Fails with
/// kNonTransient "E0902" if the configuration does not have the URLs; the message names the missing
/// keys.
Result<std::vector<std::string>> NameNodeUrls(const HadoopConf& conf, std::string_view scheme,
                                              std::string_view authority);

/// Returns the base URLs of name nodes from a setting `NAMENODE=ADDRESS|ADDRESS, ...`. The result
/// is empty if the setting does not name `authority`.
std::vector<std::string> UrlsOfSetting(std::string_view setting, std::string_view authority);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_CONF_H_
