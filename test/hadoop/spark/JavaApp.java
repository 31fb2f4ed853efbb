import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;

/** Writes what it is given and what Spark knows into a file: OUTPUT NAME ... of settings; or fails, or waits for a file. */
public class JavaApp {
  public static void main(String[] args) throws Exception {
    SparkContext context = SparkSession.builder().getOrCreate().sparkContext();
    if (args[0].equals("fail")) {
      throw new IllegalStateException("there is no such data");
    }
    write(context, args);
    context.stop();
  }

  static void write(SparkContext context, String[] args) throws Exception {
    SparkConf conf = context.getConf();
    StringBuilder text = new StringBuilder("id=" + context.applicationId() + "\n");
    text.append("opt=" + System.getProperty("x.y") + "\n");
    for (int i = 1; i < args.length; i++) {
      text.append(args[i] + "=" + conf.get(args[i], "-") + "\n");
    }
    Path out = new Path(args[0]);
    FileSystem files = out.getFileSystem(context.hadoopConfiguration());
    Path go = out.suffix(".go");
    Path begun = out.suffix(".begun");
    if (conf.getBoolean("spark.app.waits", false)) {
      files.mkdirs(new Path(begun, context.applicationId()));
      while (!files.exists(go)) {
        Thread.sleep(200);
      }
    }
    try (OutputStream stream = files.create(out)) {
      stream.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }
}
