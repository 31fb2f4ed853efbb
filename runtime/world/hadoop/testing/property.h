#ifndef HPDL_RUNTIME_WORLD_HADOOP_TESTING_PROPERTY_H_
#define HPDL_RUNTIME_WORLD_HADOOP_TESTING_PROPERTY_H_

#include <string>

namespace hpdl::rt::testing {

/// Returns one property in the XML of Hadoop's configuration files.
inline std::string Property(const std::string& name, const std::string& value) {
  return "<property><name>" + name + "</name><value>" + value + "</value></property>";
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_WORLD_HADOOP_TESTING_PROPERTY_H_
