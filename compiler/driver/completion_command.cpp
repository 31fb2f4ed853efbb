#include <cstdio>

#include "compiler/driver/command.h"
#include "compiler/driver/options.h"

namespace hpdl::driver {
namespace {

constexpr char kAbout[] =
    "Prints the completion script of a shell. For bash: eval \"$(hpdlc completion bash)\"";

constexpr char kBash[] = R"sh(# bash completion for hpdlc
_hpdlc() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='verify build graph eval emit explain completion --version --help'
  else
    case "${COMP_WORDS[1]}:$previous" in
      verify:--format) words='text json sarif github' ;;
      verify:--color) words='auto always never' ;;
      graph:--format) words='dot svg mermaid' ;;
      eval:--format) words='text json' ;;
      build:--link) words='static glibc' ;;
      completion:*) words='bash' ;;
      explain:*) words=$(hpdlc explain 2>/dev/null | cut -d' ' -f1) ;;
      *)
        if [ "${current:0:5}" = -Wno- ]; then
          words=$(hpdlc explain 2>/dev/null | sed -n 's/^\([A-Z][A-Za-z0-9]*\) .*/-Wno-\1/p')
        elif [ "${current:0:1}" = - ]; then
          case "${COMP_WORDS[1]}" in
            verify) words='--config -D --format --color -Werror -Wno- --fix --diff --help' ;;
            build) words='-o --link --no-network -D --sub --debug --strip -Werror -Wno- --help' ;;
            graph) words='--format --help' ;;
            eval) words='--context --format --help' ;;
            emit) words='--ast --hir --llvm --asm --obj -D --sub --debug -Werror -Wno- --help' ;;
            *) words='--help' ;;
          esac
        fi ;;
    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _hpdlc hpdlc
)sh";

}  // namespace

int CompletionCommand(const Arguments& arguments) {
  CommandLine line("completion", "bash", kAbout);
  if (!line.Parse(arguments)) {
    return line.exit_code;
  }
  if (line.operands.size() != 1 || line.operands[0] != "bash") {
    return UsageError(line.name, "want the name of a shell: bash");
  }
  std::fputs(kBash, stdout);
  return kExitOk;
}

}  // namespace hpdl::driver
