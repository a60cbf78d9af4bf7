create table sent_texts (
  id text primary key check (length(id) between 1 and 40),
  user_id uuid references users (id),
  phone_index bytea check (length(phone_index) = 32),
  channel text not null check (channel in ('whatsapp', 'sms')),
  path text not null check (path ~ '^/(?!/)'),
  pesos integer not null check (pesos >= 0),
  sent_at timestamptz not null
);
create index sent_texts_of_page on sent_texts (user_id, path);
create index sent_texts_of_number on sent_texts (phone_index);
create index sent_texts_order on sent_texts (sent_at);
-- News of the travel has a topic of its own: what people chose for trips goes on for it.
insert into notification_preferences (user_id, topic, channel, enabled, changed_at)
select user_id, 'travel', channel, enabled, changed_at from notification_preferences
where topic = 'trips' on conflict do nothing;
