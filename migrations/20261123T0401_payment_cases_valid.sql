-- Takes no lock that writers wait for.
alter table payment_cases validate constraint payment_cases_proposed;
alter table payment_cases validate constraint payment_cases_two_people;
