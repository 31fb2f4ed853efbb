import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/** URL STATEMENT ...: runs statements, and prints the first column of what they give, a line each. */
public class Sql {
  public static void main(String[] args) throws Exception {
    try (Connection connection = DriverManager.getConnection(args[0], "SA", ""); Statement statement = connection.createStatement()) {
      for (int i = 1; i < args.length; i++) {
        if (statement.execute(args[i])) {
          for (ResultSet rows = statement.getResultSet(); rows.next();) {
            System.out.println(rows.getString(1));
          }
        }
      }
    }
  }
}
