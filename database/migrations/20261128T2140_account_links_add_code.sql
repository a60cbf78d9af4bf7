alter table account_links
  add column code_hash bytea
    check (code_hash is null or purpose in ('email_change', 'email_confirm')),
  add column code_tries integer not null default 0;
