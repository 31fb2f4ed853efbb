# Stands before examples of a coordinator: the coordinator.
cat >coordinator.xml <<'XML'
<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="report" frequency="${coord:days(1)}" start="2024-03-09T10:30Z"
                 end="2025-03-09T10:30Z" timezone="America/Los_Angeles">
  <datasets>
    <dataset name="logs" frequency="${coord:hours(1)}" initial-instance="2024-01-01T00:00Z" timezone="UTC">
      <uri-template>${nameNode}/logs/${YEAR}-${MONTH}-${DAY}-${HOUR}</uri-template>
    </dataset>
    <dataset name="days" frequency="${coord:days(1)}" initial-instance="2024-01-01T08:00Z" timezone="America/Los_Angeles">
      <uri-template>${nameNode}/days/${YEAR}-${MONTH}-${DAY}</uri-template>
    </dataset>
  </datasets>
  <input-events>
    <data-in name="logs" dataset="logs">
      <start-instance>${coord:current(-1)}</start-instance>
      <end-instance>${coord:current(0)}</end-instance>
    </data-in>
    <data-in name="newest" dataset="days">
      <instance>${coord:latest(0)}</instance>
    </data-in>
  </input-events>
  <output-events>
    <data-out name="report" dataset="days">
      <instance>${coord:current(0)}</instance>
    </data-out>
  </output-events>
  <action>
    <workflow>
      <app-path>${nameNode}/apps/report</app-path>
      <configuration>
        <property>
          <name>input</name>
          <value>${coord:dataIn('logs')}</value>
        </property>
      </configuration>
    </workflow>
  </action>
</coordinator-app>
XML
