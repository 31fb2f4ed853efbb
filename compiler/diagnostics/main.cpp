// `hpdl_diagnostics_docs FOLDER` writes the pages of docs/diagnostics/ to FOLDER. `./dev docs` runs
// this program.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "compiler/diagnostics/markdown.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: hpdl_diagnostics_docs FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  // Removes the pages of kinds that no longer exist.
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".md") {
      std::filesystem::remove(entry.path(), error);
    }
  }
  for (const auto& [name, text] : hpdl::MarkdownPages()) {
    std::ofstream file(folder / name, std::ios::binary);
    file << text;
    if (!file.flush()) {
      std::fprintf(stderr, "hpdl_diagnostics_docs: cannot write %s\n", (folder / name).c_str());
      return 1;
    }
  }
  return 0;
}
