# Stands before README's example of a server: what a team has already. At the end the job must have succeeded.
mkdir app
cat >app/workflow.xml <<XML
<workflow-app xmlns="uri:oozie:workflow:1.0" name="nightly">
  <start to="make"/>
  <action name="make"><fs><mkdir path="file://$PWD/made"/></fs><ok to="end"/><error to="fail"/></action>
  <kill name="fail"><message>no</message></kill>
  <end name="end"/>
</workflow-app>
XML
echo "oozie.wf.application.path=file://$PWD/app" >job.properties
cat >oozie-site.xml <<XML
<configuration><property>
  <name>oozie.service.HadoopAccessorService.supported.filesystems</name><value>hdfs,file</value>
</property><property>
  <name>hpdl.server.one.user</name><value>true</value>
</property></configuration>
XML
oozie() (exec -a oozie hpdl "$@")
at_the_end() {
  code=$?
  if [ $code = 0 ]; then
    hpdl watch "$(oozie jobs | grep -o '0[-0-9a-z]*-W')"
    ls -d made
  fi
  kill $!
  wait $!
  return $code
}
trap at_the_end EXIT
