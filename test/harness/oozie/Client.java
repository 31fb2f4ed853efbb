import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs command lines of Oozie's own client, one after another, in one Java machine. From standard input comes the
 * number of words and each word; to standard output go the exit code, standard output and standard error. Texts are
 * UTF-8 behind their length; all numbers have four bytes, the highest first.
 */
public class Client {
  public static void main(String[] none) throws Exception {
    DataInputStream in = new DataInputStream(System.in);
    DataOutputStream answers = new DataOutputStream(System.out);
    while (true) {
      String[] words;
      try {
        words = new String[in.readInt()];
      } catch (EOFException end) {
        return;
      }
      for (int i = 0; i < words.length; ++i) {
        words[i] = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
      int code = new org.apache.oozie.cli.OozieCLI().run(words);
      System.out.flush();
      System.err.flush();
      answers.writeInt(code);
      for (ByteArrayOutputStream each : new ByteArrayOutputStream[] {out, err}) {
        answers.writeInt(each.size());
        each.writeTo(answers);
      }
      answers.flush();
    }
  }
}
