-- By which channels each person wants to be told, and the browsers that take push messages.

-- What a person chose; without a row the default of the channel holds.
create table notification_preferences (
  user_id uuid not null references users (id),
  topic text not null check (topic ~ '^[a-z]{3,20}$'),
  channel text not null check (channel in ('mail', 'push', 'whatsapp', 'sms')),
  enabled boolean not null,
  changed_at timestamptz not null,
  primary key (user_id, topic, channel)
);

-- A browser that agreed to push messages (RFC 8030). It belongs to a session and ends with it.
create table push_subscriptions (
  session_id uuid primary key references sessions (id),
  user_id uuid not null references users (id),
  endpoint text not null check (length(endpoint) <= 1000),
  -- SHA-256 of the endpoint: a browser that changes hands has one owner.
  endpoint_hash bytea not null unique check (length(endpoint_hash) = 32),
  -- Key and secret of the browser, base64url (RFC 8291).
  p256dh text not null check (length(p256dh) between 80 and 100),
  auth text not null check (length(auth) between 16 and 40),
  created_at timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- Messages of one trip that may become one mail, and whether that mail was written.
alter table notifications
  add column batch text check (length(batch) between 1 and 100),
  add column mailed_at timestamptz;
create index notifications_unmailed on notifications (user_id, kind, batch)
  where batch is not null and mailed_at is null;
