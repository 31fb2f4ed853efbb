# Stands before the runs of examples/hourly: three hours of visits, of which the last is not complete. hpdld of root serves root alone.
for hour in 00 01 02; do
  mkdir -p visits/2024-05-06-$hour
  printf '%s\n' /start /news /start /contact /news /start >visits/2024-05-06-$hour/web-1.log
done
touch visits/2024-05-06-00/_SUCCESS visits/2024-05-06-01/_SUCCESS
oozie() (exec -a oozie hpdl "$@")
hpdld() { exec hpdld $( ((EUID != 0)) || echo --one-user) "$@"; }
at_the_end() {
  code=$?
  kill $(jobs -p) 2>/dev/null || true
  wait || true
  return $code
}
trap at_the_end EXIT
