RUN: %hpdlc explain ForkWithoutJoin | FileCheck %s
RUN: not %hpdlc explain NoSuchKind

CHECK: ForkWithoutJoin
CHECK: E0733
