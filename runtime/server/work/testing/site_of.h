#ifndef HPDL_RUNTIME_SERVER_WORK_TESTING_SITE_OF_H_
#define HPDL_RUNTIME_SERVER_WORK_TESTING_SITE_OF_H_

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "runtime/ground/value/eval.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt::testing {

/// Writes settings to the file `path`, in place of its old content, and reads the file as a site.
inline Site SiteOf(const std::string& path, const Properties& settings) {
  std::ofstream file(path);
  file << "<configuration>";
  for (const auto& [name, value] : settings) {
    file << "<property><name>" << name << "</name><value>" << value << "</value></property>";
  }
  file << "</configuration>";
  file.close();
  Result<Site> site = Site::Load(path);
  EXPECT_TRUE(site) << site.error().message;
  return site ? *site : Site();
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_SERVER_WORK_TESTING_SITE_OF_H_
