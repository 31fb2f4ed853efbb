RUN: %hpdlc explain ForkJoinCount | FileCheck %s
RUN: not %hpdlc explain NoSuchKind

CHECK: ForkJoinCount
CHECK: E0730

RUN: %hpdlc explain SecretFile | FileCheck %s --check-prefix=FILE
FILE: -Wno-SecretFile silences the diagnostic.
