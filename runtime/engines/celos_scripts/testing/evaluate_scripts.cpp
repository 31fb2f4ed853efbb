#include "runtime/engines/celos_scripts/script_child.h"

int main(int argc, char** argv) {
  return hpdl::rt::celos::EvaluateScriptsIfAsked(argc, argv).value_or(2);
}
