#ifndef HPDL_STDLIB_CLUSTER_JOB_CONF_H_
#define HPDL_STDLIB_CLUSTER_JOB_CONF_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/world/hadoop/conf.h"

namespace hpdl::stdlib {

/// The configuration of a MapReduce job: the job's properties, which win over the Hadoop
/// configuration of this machine. Layers may use Hadoop's former names; the properties are stored
/// under their current names.
class JobConf {
 public:
  /// `user` is the value of ${user.name} in properties.
  JobConf(const rt::HadoopConf& site, const std::string& user);

  /// Sets the properties of a later layer. If the layer has a property under its former and its
  /// current name, the value of the current name is used.
  void Apply(const rt::Properties& layer);
  void Set(const std::string& name, std::string value);
  void SetIfAbsent(const std::string& name, std::string value);
  void Remove(std::string_view name);
  /// True if the job sets the property.
  bool Has(std::string_view name) const { return job_.contains(name); }

  /// Fails with "JA018" if values of the job refer to each other in a circle.
  rt::Result<void> Check() const;

  /// Returns a value with its references expanded and without blanks at its ends. Returns
  /// `fallback` if the property is missing or its value is empty.
  std::string Text(std::string_view name, std::string_view fallback = {}) const;
  /// Returns a value as a number. Returns `fallback` if the property is missing or its value is not
  /// a number.
  std::int64_t Number(std::string_view name, std::int64_t fallback) const;
  bool Flag(std::string_view name, bool fallback) const;
  std::vector<std::string> List(std::string_view name) const;

  /// Returns the job's properties, without the properties of this machine.
  const rt::Properties& job() const { return job_; }
  /// Returns the properties of job.xml: the properties of this machine and of the job. References
  /// are not expanded because Hadoop expands them when it reads a value.
  rt::Properties All() const;

 private:
  rt::Properties all_;  ///< the properties of this machine and of the job
  rt::Properties job_;
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JOB_CONF_H_
