import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.oozie.fluentjob.api.factory.WorkflowFactory;
import org.apache.oozie.fluentjob.api.serialization.WorkflowMarshaller;

/** FOLDER CLASS...: writes the definition that each example of Oozie makes to FOLDER/CLASS.xml. */
public class WriteExamples {
    public static void main(String[] words) throws Exception {
        for (int i = 1; i < words.length; ++i) {
            Class<?> example = Class.forName("org.apache.oozie.example.fluentjob." + words[i]);
            WorkflowFactory factory = (WorkflowFactory) example.getDeclaredConstructor().newInstance();
            String definition = WorkflowMarshaller.marshal(factory.create());
            Files.writeString(Path.of(words[0], words[i] + ".xml"), definition);
        }
    }
}
