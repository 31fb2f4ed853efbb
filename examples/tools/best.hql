create database if not exists sales;
drop table if exists sales.towns;
create external table sales.towns (town string, sum int) row format delimited fields terminated by ',' location '${TOWNS}';
insert overwrite directory '${BEST}' row format delimited fields terminated by ','
select town, sum from sales.towns order by sum desc limit 1;
