-- Addresses that a mail server refused for good: no mail is sent there for 30 days
-- (docs/decisions/0170).
create table mail_suppressions (
  -- Keyed digest of the address: of people without an account nothing else is known here.
  address_hash bytea primary key check (length(address_hash) = 32),
  -- Whose address it was.
  user_id uuid references users (id),
  -- Reply code of SMTP with the status of RFC 3463, such as `550 5.1.1`.
  reply text not null check (reply ~ '^[0-9][0-9. ]{2,14}$'),
  refused_at timestamptz not null
);
create index mail_suppressions_user on mail_suppressions (user_id);
