#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_CORPUS_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_CORPUS_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace hpdl::testing {

/// Calls a fuzzer with each input of its corpus in test/fuzz/corpus. A fuzzer is a file
/// `x_fuzz.cpp` beside the sources that it tests. A fuzzer without a corpus gets the inputs of all
/// other fuzzers. A fuzzer that finds a defect aborts. For each fuzzer, CMakeLists.txt adds a test
/// `Corpus.x_fuzz` that calls this function.
inline void Replay(const std::string& name, int (*fuzzer)(const std::uint8_t*, std::size_t)) {
  namespace fs = std::filesystem;
  const fs::path all = HPDL_SOURCE_DIR "/test/fuzz/corpus", own = all / name;
  int inputs = 0;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(fs::exists(own) ? own : all)) {
    if (entry.is_regular_file()) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string bytes((std::istreambuf_iterator<char>(file)), {});
      SCOPED_TRACE(entry.path().string());
      fuzzer(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++inputs;
    }
  }
  EXPECT_GT(inputs, 0);
}

}  // namespace hpdl::testing

#endif  // HPDL_RUNTIME_GROUND_BASE_TESTING_CORPUS_H_
