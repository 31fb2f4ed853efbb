# A decision of n cases that lead to a or b in turn, and one that asks what led to a again, and the last that led to b.
function shell(name, argument, ok) {
  print "<action name=\"" name "\"><shell xmlns=\"uri:oozie:shell-action:1.0\"><exec>x</exec>" argument \
    "<capture-output/></shell><ok to=\"" ok "\"/><error to=\"k\"/></action>"
}
function asks(value, to) {
  print "<case to=\"" to "\">${x eq 'v" value "'}</case>"
}
BEGIN {
  print "<workflow-app xmlns=\"uri:oozie:workflow:1.0\" name=\"w\"><global><resource-manager>r</resource-manager>" \
    "<name-node>n</name-node></global><start to=\"d\"/><decision name=\"d\"><switch>"
  for (i = 0; i < n; i++) asks(i, i % 2 ? "b" : "a")
  print "<default to=\"e\"/></switch></decision>"
  shell("a", "", "c")
  shell("b", "", "c")
  print "<decision name=\"c\"><switch>"
  for (i = 0; i < n; i += 2) asks(i, "reader")
  asks(n - 1, "reader")
  print "<default to=\"e\"/></switch></decision>"
  shell("reader", "<argument>${wf:actionData('a')['x']}</argument>", "e")
  print "<kill name=\"k\"><message>m</message></kill><end name=\"e\"/></workflow-app>"
}
