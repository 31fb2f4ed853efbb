import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.streaming.StreamJob;
import org.apache.hadoop.util.ToolRunner;

/**
 * Runs streaming jobs in Hadoop's local mode, all in one virtual machine. The file named by the first
 * argument has a line for each: a name and the arguments of streaming, separated by tabs. For each job
 * `DIRECTORY/name.result` gets the exit code and its counters; DIRECTORY is the second argument.
 */
public class StreamingJobs extends StreamJob {
  void write(String path, int code) throws Exception {
    try (PrintWriter out = new PrintWriter(path, "UTF-8")) {
      out.println("exit\t" + code);
      if (running_ == null || running_.getCounters() == null) {
        return;
      }
      for (Counters.Group group : running_.getCounters()) {
        for (Counters.Counter counter : group) {
          out.println(group.getName() + "\t" + counter.getName() + "\t" + counter.getValue());
        }
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    for (String line : Files.readAllLines(Paths.get(arguments[0]))) {
      String[] words = line.split("\t");
      StreamingJobs job = new StreamingJobs();
      int code;
      try {
        code = ToolRunner.run(new Configuration(), job, Arrays.copyOfRange(words, 1, words.length));
      } catch (Exception error) {
        error.printStackTrace();
        code = 1;
      }
      job.write(arguments[1] + "/" + words[0] + ".result", code);
    }
  }
}
