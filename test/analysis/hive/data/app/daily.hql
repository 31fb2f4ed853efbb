-- ${comment} is for people, as don't is
SET hivevar:limit=10;
set table = visits;
SET x = ${hiveconf:mapred.x};
/* ${block} */
select '${system:user.name}', '-- ${
hivevar:odd}', "a''\"b", '${hivevar:year}' -- it's ${late}
from ${table}
where day = '${day}' and year = '${year}'
and month = ${hiveconf:${month}} and path = '/a/*' limit ${limit};
