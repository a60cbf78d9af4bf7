-- A tariff may end, such as a discount of a few weeks: the one before it is then in force again.
alter table toll_tariffs add column valid_to date;
alter table toll_tariffs add constraint toll_tariffs_period check (valid_to >= valid_from);
