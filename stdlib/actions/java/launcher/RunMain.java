package hpdl;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * Runs the main method of a java action and notes in a file how it came to its end.
 *
 * <p>The note is {@code running} from the start and becomes {@code returned}, {@code threw} or {@code
 * unusable}, the latter two followed by a line feed and text. A JVM that ends while the note says
 * {@code running} was ended from inside: by System.exit, Runtime.halt, or a crash. So no security
 * manager is needed, which newer Java versions do not have any more. Threads that main leaves behind
 * end with it.
 *
 * <p>Arguments: the note's path, how many archives there are, each as archive and folder, the main
 * class, the arguments for it. Works from Java 8 on.
 */
public final class RunMain {
  private final File note;

  private RunMain(String note) {
    this.note = new File(note);
  }

  /** Replaces the note in one step: whoever reads it sees the old or the new one. */
  private void write(String state, String text) throws IOException {
    File partial = new File(note.getPath() + ".partial");
    try (FileOutputStream out = new FileOutputStream(partial)) {
      out.write((text == null ? state : state + "\n" + text).getBytes("UTF-8"));
    }
    if (!partial.renameTo(note)) {
      throw new IOException("cannot write " + note);
    }
  }

  private int unusable(String text) throws IOException {
    System.err.println(text);
    write("unusable", text);
    return 1;
  }

  private int threw(Throwable failure) throws IOException {
    failure.printStackTrace();
    write("threw", failure.toString());
    return 1;
  }

  private int run(String name, String[] arguments) throws IOException {
    Method main;
    try {
      Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
      main = type.getMethod("main", String[].class);
    } catch (ClassNotFoundException missing) {
      return unusable("class " + name + " is not in the class path");
    } catch (NoSuchMethodException missing) {
      return unusable("class " + name + " has no public static void main(String[])");
    } catch (LinkageError broken) {
      return unusable("class " + name + " cannot be loaded: " + broken);
    }
    if (!Modifier.isStatic(main.getModifiers()) || main.getReturnType() != void.class) {
      return unusable("class " + name + " has no public static void main(String[])");
    }
    try {
      main.setAccessible(true);
      main.invoke(null, (Object) arguments);
    } catch (InvocationTargetException failure) {
      return threw(failure.getCause());
    } catch (IllegalAccessException | LinkageError failure) {
      return threw(failure);
    }
    System.out.flush();
    System.err.flush();
    write("returned", null);
    return 0;
  }

  /** Entry of the JVM; ends it. */
  public static void main(String[] words) {
    int code = 1;
    try {
      RunMain runner = new RunMain(words[0]);
      runner.write("running", null);
      int next = 2;
      String failure = null;
      for (int left = Integer.parseInt(words[1]); left > 0 && failure == null; --left) {
        failure = Unpack.unpack(new File(words[next]), new File(words[next + 1]));
        next += 2;
      }
      code =
          failure != null
              ? runner.unusable(failure)
              : runner.run(words[next], Arrays.copyOfRange(words, next + 1, words.length));
    } catch (Throwable failure) {
      failure.printStackTrace();
    }
    System.exit(code);
  }
}
