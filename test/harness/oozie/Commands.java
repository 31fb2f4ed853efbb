import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.oozie.cli.OozieCLI;

/** Oozie's command line, many times in one process: a command is a line with tabs between its words. Behind what it
 * prints come a zero byte, the exit code and the end of the line. */
public class Commands {
    /** Commands close what they print to. */
    static class Open extends FilterOutputStream {
        Open(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int size) throws IOException {
            out.write(bytes, from, size);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    public static void main(String[] ignored) throws Exception {
        OutputStream out = new Open(new FileOutputStream(FileDescriptor.out));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            PrintStream printed = new PrintStream(out, true);
            System.setOut(printed);
            System.setErr(printed);
            int code = new OozieCLI().run(line.split("\t"));
            System.out.flush();
            out.write(("\0" + (code & 255) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }
}
