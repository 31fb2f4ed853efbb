RUN: %hpdlc eval '${1 + 2}' '${10 * GB}' '${empty ""}' '${7 / 2}' 'a${1}b' | FileCheck %s
RUN: %hpdlc eval --format json '${1 + 2}' '${null}' | FileCheck --check-prefix=JSON %s
RUN: not %hpdlc eval '${nosuch}' 2>&1 | FileCheck --check-prefix=UNKNOWN %s

CHECK: {{^}}3{{$}}
CHECK-NEXT: 10737418240
CHECK-NEXT: true
CHECK-NEXT: 3.5
CHECK-NEXT: a1b
JSON: {"type":"Long","value":3}
UNKNOWN: nosuch
