#!/bin/sh
# Compiles a source of a test in place of `C++ ARGUMENT...`, the words that follow: by clang where it is installed. Without
# optimisation it takes half the time that g++ takes with as much of it as coroutines need there, to resume each other by
# tail calls. clang and g++ name the specialised functions of Asio's executors differently, so tests cannot link to those of
# runtime/ground/base/asio.cpp and define their own.
compiler=$1
shift
if command -v clang++-19 >/dev/null; then
  compiler=clang++-19
  for word; do
    case $word in
      *.gch)            # the precompiled header of all tests
        rm -f "$word"   # clang would read the old one while it writes the new one
        instantiate=yes # its templates once, not in each test
        ;;
    esac
  done
  set -- "$@" -O0 -Wno-unknown-warning-option -Wno-ignored-optimization-argument -Wno-deprecated-declarations \
    -UBOOST_ASIO_SEPARATE_COMPILATION ${instantiate:+-fpch-instantiate-templates}
fi
if command -v ccache >/dev/null; then
  exec ccache "$compiler" "$@"
fi
exec "$compiler" "$@"
