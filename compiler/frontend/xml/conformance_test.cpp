#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "compiler/frontend/xml/read_for_test.h"

namespace hpdl::frontend {
namespace {

struct Probe {
  std::string name, oozie, hpdlc, reader, differs, document;
};

std::vector<Probe> LoadProbes() {
  std::ifstream file(HPDL_SOURCE_DIR "/test/conformance/schema.probes");
  std::vector<Probe> probes;
  std::string line;
  while (std::getline(file, line)) {
    const auto field = [&](const char* key, std::string* value) {
      if (line.starts_with(key) && !probes.empty()) {
        *value = line.substr(std::string_view(key).size());
      }
    };
    if (line.starts_with("= ")) {
      probes.push_back({line.substr(2), "", "", "", "", ""});
    } else if (!probes.empty()) {
      Probe& probe = probes.back();
      field("oozie: ", &probe.oozie);
      field("hpdlc: ", &probe.hpdlc);
      field("reader: ", &probe.reader);
      field("differs: ", &probe.differs);
      if (line.starts_with("<")) {
        probe.document += line + "\n";
      }
    }
  }
  return probes;
}

/// Reads each document. Compares the kinds of the diagnostics with the expected kinds, and their
/// codes with Oozie's codes.
TEST(Conformance, SchemaProbes) {
  const std::vector<Probe> probes = LoadProbes();
  ASSERT_GT(probes.size(), 100u);
  for (const Probe& probe : probes) {
    SCOPED_TRACE(probe.name);
    const ReadResult r = ReadText(probe.document);
    std::string kinds;
    for (const Diagnostic& d : r.diagnostics.Sorted()) {
      kinds += (kinds.empty() ? "" : " ") + std::string(InfoOf(d.kind).name);
      if (probe.differs.empty()) {
        EXPECT_EQ(d.oozie_code, probe.oozie);
      }
    }
    const std::string& wanted = probe.reader.empty() ? probe.hpdlc : probe.reader;
    EXPECT_EQ(kinds.empty() ? "valid" : kinds, wanted);
    EXPECT_EQ(probe.differs.empty(), (probe.oozie == "valid") == (probe.hpdlc == "valid"));
  }
}

}  // namespace
}  // namespace hpdl::frontend
