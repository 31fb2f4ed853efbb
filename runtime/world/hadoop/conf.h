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
  /// Any of the files may be missing, not all. Errors are kNonTransient "E0902": not readable, not
  /// Hadoop's XML; the message begins with the file and, if there is one, the line.
  static Result<HadoopConf> Load(const std::string& directory);
  /// For tests: as if from a directory of that name.
  HadoopConf(std::string directory, Properties properties)
      : directory_(std::move(directory)), properties_(std::move(properties)) {}

  /// A property with what it refers to in its place; "" if there is none.
  std::string Value(std::string_view name) const;
  /// A property that is a list with commas.
  std::vector<std::string> List(std::string_view name) const;
  /// "" if there is no configuration.
  const std::string& directory() const { return directory_; }
  /// As the files have them, ${other} not expanded.
  const Properties& properties() const { return properties_; }
  /// fs.defaultFS, by its old name too; "" if there is none.
  std::string DefaultFileSystem() const;

 private:
  std::string directory_;
  Properties properties_;
};

/// The parts of a comma list, without blanks around them and empty ones.
std::vector<std::string> SplitList(std::string_view text, char separator = ',');

/// The base URLs ("http://host:9870") of the name nodes behind `authority` of a URI with `scheme`
/// hdfs, webhdfs or swebhdfs: more than one for an HA name service. kNonTransient "E0902" if the
/// configuration does not tell; the message names the keys that it lacks.
Result<std::vector<std::string>> NameNodeUrls(const HadoopConf& conf, std::string_view scheme,
                                              std::string_view authority);

/// The same from a setting `NAMENODE=ADDRESS|ADDRESS, ...`; empty if it does not name `authority`.
std::vector<std::string> UrlsOfSetting(std::string_view setting, std::string_view authority);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_CONF_H_
