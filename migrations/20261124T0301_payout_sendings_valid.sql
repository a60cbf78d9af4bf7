-- Takes no lock that writers wait for.
alter table withdrawals validate constraint withdrawals_status;
alter table withdrawals validate constraint withdrawals_approved;
alter table withdrawals validate constraint withdrawals_result;
alter table withdrawals validate constraint withdrawals_channel;
