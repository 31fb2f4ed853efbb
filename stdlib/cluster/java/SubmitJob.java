package hpdl;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.oozie.action.hadoop.OozieActionConfigurator;

/**
 * Submits a MapReduce job by Hadoop's own client, for input formats that only their own code can
 * split and for configurations that a class has the last word about, and waits for its end.
 *
 * <p>Writes lines into a report: {@code id ID}, {@code state STATE}, {@code failure TEXT}, and {@code
 * counter VALUE GROUP\tNAME} for each counter; backslash, line feed and tab in names as \\, \n, \t.
 *
 * <p>Arguments: the job's configuration file and the report. Exit code 0 if the job succeeded.
 */
public final class SubmitJob {
  private static final String CONFIG_CLASS = "oozie.action.config.class";

  private SubmitJob() {}

  private static String plain(String text) {
    String clean = text == null ? "" : text.replace("\\", "\\\\");
    return clean.replace("\n", "\\n").replace("\t", "\\t").replace("\r", " ");
  }

  private static void write(File report, String text) throws IOException {
    File partial = new File(report.getPath() + ".partial");
    try (FileOutputStream out = new FileOutputStream(partial)) {
      out.write(text.getBytes("UTF-8"));
    }
    if (!partial.renameTo(report)) {
      throw new IOException("cannot write " + report);
    }
  }

  private static String countersOf(RunningJob job) throws IOException {
    StringBuilder text = new StringBuilder();
    Counters counters = job.getCounters();
    if (counters == null) {
      return "";
    }
    Map<String, Long> sorted = new TreeMap<>();
    for (Counters.Group group : counters) {
      for (Counters.Counter counter : group) {
        sorted.put(
            plain(group.getName()) + "\t" + plain(counter.getName()), counter.getCounter());
      }
    }
    for (Map.Entry<String, Long> each : sorted.entrySet()) {
      text.append("counter ").append(each.getValue()).append(' ').append(each.getKey());
      text.append('\n');
    }
    return text.toString();
  }

  /** Lets the class of {@code <config-class>} change the configuration, if there is one. */
  private static void configure(JobConf conf) throws Exception {
    String name = conf.get(CONFIG_CLASS, "").trim();
    if (name.isEmpty()) {
      return;
    }
    try {
      Class.forName(name)
          .asSubclass(OozieActionConfigurator.class)
          .getDeclaredConstructor()
          .newInstance()
          .configure(conf);
    } catch (Exception | LinkageError failure) {
      throw new Exception("config-class " + name + ": " + failure, failure);
    }
  }

  private static int run(JobConf conf, File report) throws Exception {
    RunningJob job = new JobClient(conf).submitJob(conf);
    String text = "id " + job.getID() + "\n";
    write(report, text);
    System.err.println("job " + job.getID() + " submitted, " + job.getTrackingURL());
    job.waitForCompletion();
    boolean well = job.isSuccessful();
    text += "state " + (well ? "SUCCEEDED" : "FAILED") + "\n";
    text += "failure " + plain(job.getFailureInfo()) + "\n" + countersOf(job);
    write(report, text);
    return well ? 0 : 1;
  }

  /** Entry of the JVM; ends it. */
  public static void main(String[] words) {
    int code = 1;
    File report = new File(words[1]);
    try {
      JobConf conf = new JobConf();
      conf.addResource(new Path(new File(words[0]).toURI()));
      configure(conf);
      code = run(conf, report);
    } catch (Throwable failure) {
      failure.printStackTrace();
      try {
        if (!report.exists()) {
          write(report, "state UNSUBMITTED\nfailure " + plain(failure.toString()) + "\n");
        }
      } catch (IOException second) {
        second.printStackTrace();
      }
    }
    System.exit(code);
  }
}
