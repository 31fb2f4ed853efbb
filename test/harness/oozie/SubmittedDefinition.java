import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.oozie.util.XConfiguration;

/**
 * Prints the definition that Oozie's own server makes of a job without an application. Arguments: the command's class;
 * the properties come by standard input. The server itself refuses to run any such job (E0808).
 */
class SubmittedDefinition {
  public static void main(String[] words) throws Exception {
    Properties properties = new Properties();
    properties.load(System.in);
    XConfiguration conf = new XConfiguration(properties).trim().resolve();
    Class<?> type = Class.forName("org.apache.oozie.command.wf." + words[0]);
    Field unsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    unsafe.setAccessible(true);
    // The constructor wants a whole server.
    Object command = ((sun.misc.Unsafe) unsafe.get(null)).allocateInstance(type);
    Class<?> owner = Class.forName("org.apache.oozie.command.wf.SubmitHttpXCommand");
    Method xml = owner.getDeclaredMethod("getWorkflowXml", Configuration.class);
    xml.setAccessible(true);
    try {
      System.out.write(((String) xml.invoke(command, conf)).getBytes(StandardCharsets.UTF_8));
    } catch (InvocationTargetException error) {
      System.out.print("error: " + error.getCause().getMessage());
    }
    System.out.flush();
  }
}
