// `hpdl_language_docs FILE` writes docs/language.md to FILE. `./dev docs` runs this program.
#include <cstdio>
#include <fstream>

#include "compiler/language/page.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: hpdl_language_docs FILE\n");
    return 2;
  }
  std::ofstream file(argv[1], std::ios::binary);
  file << hpdl::language::Page();
  if (!file.flush()) {
    std::fprintf(stderr, "hpdl_language_docs: cannot write %s\n", argv[1]);
    return 1;
  }
  return 0;
}
