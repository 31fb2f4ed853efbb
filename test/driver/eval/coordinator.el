RUN: %hpdlc eval --context %S/coordinator.json '${coord:current(-1)} ${coord:current(0)}' '${coord:latest(0)}' '${coord:user()}' '${coord:currentRange(-1, 0)}' | FileCheck %s
RUN: not %hpdlc eval --context %S/coordinator.json '${coord:days(1)}' 2>&1 | FileCheck --check-prefix=ELSEWHERE %s
RUN: sed 's/coord-action-create/coord-action-start/' %S/coordinator.json >%t.json
RUN: %hpdlc eval --context %t.json '${coord:dataIn("a")} ${coord:dataOut("b")} ${coord:nominalTime()}' '${coord:latest(0)}' | FileCheck --check-prefix=START %s
RUN: sed 's/coord-action-create/coord-action/' %S/coordinator.json >%t.json
RUN: not %hpdlc eval --context %t.json x 2>&1 | FileCheck --check-prefix=GROUP %s

CHECK: {{^}}2009-03-08T08:00Z 2009-03-09T07:00Z{{$}}
CHECK-NEXT: {{^}}${coord:latest(0)}{{$}}
CHECK-NEXT: {{^}}ann{{$}}
CHECK-NEXT: {{^}}2009-03-09T07:00Z#2009-03-08T08:00Z{{$}}
ELSEWHERE: expression:1:3: error: coord:days is not a function of instances of events; it is allowed in frequency and timeout [UnknownFunction]
START: {{^}}/logs/2009/03/09 /out/9 2009-03-09T12:00Z{{$}}
START-NEXT: {{^}}${coord:latest(0)}{{$}}
GROUP: "group" is "coord-action", which is not a known group
