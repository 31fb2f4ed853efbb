select ${a};
source other.hql;
