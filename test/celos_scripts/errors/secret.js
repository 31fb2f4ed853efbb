// RUN: not %hpdlc verify %s 2>&1 | FileCheck %s
// CHECK: secret.js:[[#@LINE+2]]:
// CHECK-NEXT: var p = {"db.password": "*******"}, q = nothing.at.all;
var p = {"db.password": "hive123"}, q = nothing.at.all;
