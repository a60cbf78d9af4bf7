-- What the team looks up about people, trips, bookings and payments.

-- Who of the team saw a whole datum of a person, and why. Only ever added to.
create table data_reveals (
  id uuid primary key,
  at timestamptz not null,
  -- Whose datum it is.
  user_id uuid not null references users (id),
  actor_id uuid not null references users (id),
  field text not null check (field in ('email', 'phone', 'identification')),
  reason text check (length(reason) between 10 and 500),
  -- The ticket or report that it was for, instead of words.
  about_kind text check (about_kind in ('ticket', 'case')),
  about_id uuid,
  check ((about_kind is null) = (about_id is null)),
  check ((reason is null) <> (about_id is null)),
  check (user_id <> actor_id)
);
create index data_reveals_of_person on data_reveals (user_id, at desc, id desc);
create trigger data_reveals_immutable before update or delete on data_reveals
  for each row execute function refuse_change();
create trigger data_reveals_no_truncate before truncate on data_reveals
  for each statement execute function refuse_change();

-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists users_words on users using gin (to_tsvector('simple',
  translate(lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')),
    'áéíóúüñ', 'aeiouun')));
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists users_phone on users (phone_index) where phone_index is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists trips_departing on trips (departs_at desc, id desc);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists bookings_picking_up on bookings (picks_up_at desc, id desc);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists bookings_of_code on bookings (code);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists payments_newest on payments (created_at desc, id desc);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists gateway_events_of_transaction on gateway_events (transaction_id);
