import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession

/** Writes the sum of what it is given into a file: OUTPUT NUMBER ... */
object ScalaApp {
  def main(args: Array[String]): Unit = {
    val context = SparkSession.builder().getOrCreate().sparkContext
    val out = new Path(args.head)
    val stream = out.getFileSystem(context.hadoopConfiguration).create(out)
    stream.write(s"sum=${args.tail.map(_.toInt).sum}\nlog4j=${scala.io.Source.fromFile("spark-log4j.properties").nonEmpty}\n".getBytes("UTF-8"))
    stream.close()
    context.stop()
  }
}
