-- A press that came too early to be true counts later, and people aboard say that they arrived.
alter table journeys add column finish_counts_at timestamptz;
alter table journeys add column delay_ms bigint not null default 0 check (delay_ms >= 0);
alter table journey_arrivals add column counts_at timestamptz;
create table arrival_words (
  trip_id uuid not null references trips (id),
  user_id uuid not null references users (id),
  asked_at timestamptz,
  arrived boolean,
  answered_at timestamptz,
  check ((arrived is null) = (answered_at is null)),
  primary key (trip_id, user_id)
);
create index arrival_words_user on arrival_words (user_id);
