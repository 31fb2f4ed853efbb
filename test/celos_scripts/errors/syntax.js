// RUN: not %hpdlc verify --format sarif %s | FileCheck %s
// RUN: not %hpdlc verify %s 2>&1 | FileCheck %s --check-prefix=TEXT
// CHECK: "ruleId":"ScriptError"
// TEXT: syntax.js:[[#@LINE+1]]:{{[0-9]+}}: error: SyntaxError: {{.*}} [ScriptError]
celos.defineWorkflow({id: "a" schedule: 5});
