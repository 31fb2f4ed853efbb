#!/bin/sh
# Compiles a source of a test in place of `C++ ARGUMENT...`, the words that follow: by clang where it is installed. Without
# optimisation it takes half the time that g++ takes with as much of it as coroutines need there, to resume each other by
# tail calls. clang and g++ name the specialised functions of Asio's executors differently, so tests cannot link to those of
# runtime/base/asio.cpp and define their own.
compiler=$1
shift
if command -v clang++-19 >/dev/null; then
  compiler=clang++-19
  set -- "$@" -O0 -Wno-unknown-warning-option -Wno-ignored-optimization-argument -Wno-deprecated-declarations \
    -UBOOST_ASIO_SEPARATE_COMPILATION
fi
if command -v ccache >/dev/null; then
  exec ccache "$compiler" "$@"
fi
exec "$compiler" "$@"
