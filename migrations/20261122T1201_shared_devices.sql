-- Signs that two accounts belong to one person: keyed digests that say "the same" and nothing else.

-- Browsers in which an account signed in. The digest is of a random number in a cookie; rows not
-- seen for 180 days are deleted.
create table user_devices (
  user_id uuid not null references users (id),
  device_index bytea not null check (length(device_index) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_index)
);
create index user_devices_same on user_devices (device_index);
create index user_devices_seen on user_devices (last_seen_at);

-- Digest of the card or account that a top-up was paid from, where the gateway tells.
alter table payment_attempts add column payer_index bytea check (length(payer_index) = 32);
create index payment_attempts_payer on payment_attempts (payer_index)
  where payer_index is not null;
