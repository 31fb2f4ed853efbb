import java.nio.file.Files;
import java.nio.file.Paths;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;

/**
 * Submits jobs by Hadoop's own client, all in one virtual machine, and does not wait for them. The file
 * named by the argument has a line for each: NAME=VALUE of its properties, separated by tabs.
 */
public class SplitJobs {
  public static void main(String[] arguments) throws Exception {
    for (String line : Files.readAllLines(Paths.get(arguments[0]))) {
      JobConf job = new JobConf();
      for (String word : line.split("\t")) {
        int equals = word.indexOf('=');
        job.set(word.substring(0, equals), word.substring(equals + 1));
      }
      System.out.println(new JobClient(job).submitJob(job).getID());
    }
  }
}
