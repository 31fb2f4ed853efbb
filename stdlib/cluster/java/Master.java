package hpdl;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Speaks to YARN for a command that runs beside it in the same container.
 *
 * <p>Registers the application, writes a byte to the file descriptor 3, keeps the application alive
 * until a line comes on standard input, carries the result file to the attempt's folder, and ends
 * the application with what the line says: {@code SUCCEEDED TEXT} or {@code FAILED TEXT}. Standard
 * input that ends without a line means that the launcher is gone: nothing is ended well then.
 *
 * <p>Arguments: the result file, its place in the cluster's file system, and how many seconds to try
 * to bring it there. Works from Java 8 and Hadoop 2.7 on.
 */
public final class Master {
  private static final long BEAT_MS = 1000;
  private static final long PAUSE_MS = 2000;

  private final AMRMClient<AMRMClient.ContainerRequest> manager = AMRMClient.createAMRMClient();
  private volatile boolean over;

  private Master() {}

  /** The resource manager forgets applications that are silent. */
  private void beat() {
    while (!over) {
      try {
        synchronized (manager) {
          if (!over) {
            manager.allocate(0.5f);
          }
        }
        Thread.sleep(BEAT_MS);
      } catch (InterruptedException | YarnException | IOException failure) {
        // Killed by the resource manager, or unknown to it: whoever waits for us ends the command.
        failure.printStackTrace();
        Runtime.getRuntime().halt(1);
      }
    }
  }

  /** A file under its name is whole. */
  private static void carry(Configuration conf, File from, Path to) throws IOException {
    FileSystem files = to.getFileSystem(conf);
    Path partial = to.suffix(".partial");
    files.copyFromLocalFile(false, true, new Path(from.toURI()), partial);
    files.delete(to, false);
    if (!files.rename(partial, to)) {
      throw new IOException("cannot rename " + partial);
    }
  }

  private static void carryPatiently(Configuration conf, File from, Path to, long seconds)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + seconds * 1000000000L;
    for (; ; ) {
      try {
        carry(conf, from, to);
        return;
      } catch (IOException failure) {
        if (System.nanoTime() > end) {
          throw failure;
        }
        failure.printStackTrace();
        Thread.sleep(PAUSE_MS);
      }
    }
  }

  private int run(File result, Path place, long seconds) throws Exception {
    Configuration conf = new YarnConfiguration();
    manager.init(conf);
    manager.start();
    manager.registerApplicationMaster(InetAddress.getLocalHost().getHostName(), -1, "");
    try (FileOutputStream launcher = new FileOutputStream("/proc/self/fd/3")) {
      launcher.write('R');
    }
    Thread beats = new Thread(this::beat, "heartbeat");
    beats.setDaemon(true);
    beats.start();
    String line = new BufferedReader(new InputStreamReader(System.in, "UTF-8")).readLine();
    if (line == null) {
      return 1;
    }
    FinalApplicationStatus status =
        line.startsWith("SUCCEEDED ")
            ? FinalApplicationStatus.SUCCEEDED
            : FinalApplicationStatus.FAILED;
    String text = line.substring(line.indexOf(' ') + 1);
    try {
      carryPatiently(conf, result, place, seconds);
    } catch (IOException failure) {
      failure.printStackTrace();
      status = FinalApplicationStatus.FAILED;
      text = text + "; the result could not be brought to " + place + ": " + failure;
    }
    over = true;
    synchronized (manager) {
      manager.unregisterApplicationMaster(status, text, "");
    }
    return 0;
  }

  /** Entry of the JVM; ends it. */
  public static void main(String[] words) {
    int code = 1;
    try {
      code = new Master().run(new File(words[0]), new Path(words[1]), Long.parseLong(words[2]));
    } catch (Throwable failure) {
      failure.printStackTrace();
    }
    System.err.flush();
    Runtime.getRuntime().halt(code);
  }
}
