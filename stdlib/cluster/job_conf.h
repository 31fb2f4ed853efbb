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

/// The configuration of a MapReduce job: what the Hadoop configuration of this machine says, and
/// over it what the job says. Properties have their current names, whichever name they are given
/// by.
class JobConf {
 public:
  /// `user` is what ${user.name} in values means here.
  JobConf(const rt::HadoopConf& site, const std::string& user);

  /// Sets the properties of a later layer. Of one that is there by both names the current one
  /// counts.
  void Apply(const rt::Properties& layer);
  void Set(const std::string& name, std::string value);
  void SetIfAbsent(const std::string& name, std::string value);
  void Remove(std::string_view name);
  /// Whether the job says it.
  bool Has(std::string_view name) const { return job_.contains(name); }

  /// Error "JA018" if values of the job refer to each other in a circle.
  rt::Result<void> Check() const;

  /// A value with what it refers to in its place, blanks around it gone; `fallback` if there is
  /// none, or an empty one.
  std::string Text(std::string_view name, std::string_view fallback = {}) const;
  /// `fallback` also if it is no number.
  std::int64_t Number(std::string_view name, std::int64_t fallback) const;
  bool Flag(std::string_view name, bool fallback) const;
  std::vector<std::string> List(std::string_view name) const;

  /// The job's properties, without those of this machine.
  const rt::Properties& job() const { return job_; }
  /// What job.xml has: both, not expanded, for Hadoop does so where it uses them.
  rt::Properties All() const;

 private:
  rt::Properties all_;  ///< both
  rt::Properties job_;
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JOB_CONF_H_
