-- A second factor counts only where it was proved: digests of networks and of the browser, keyed
-- for the session. What was proved before this has no network, and is asked for again.
alter table sessions
  add column second_factor_networks bytea[],
  add column second_factor_device bytea;
