"""towns.py FROM TO: lines "ID,TOWN,AMOUNT" become "TOWN,SUM"."""

import sys
from operator import add

from pyspark import SparkContext

context = SparkContext()
rows = context.textFile(sys.argv[1]).map(lambda line: line.split(","))
sums = rows.map(lambda row: (row[1], int(row[2]))).reduceByKey(add, 1)
sums.map(lambda pair: f"{pair[0]},{pair[1]}").saveAsTextFile(sys.argv[2])
context.stop()
