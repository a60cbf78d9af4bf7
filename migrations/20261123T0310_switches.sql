-- Every time that somebody of the team switched a part of Cupo off or on. The newest row of a
-- switch is its state; without a row it is on.
create table switch_changes (
  id uuid primary key,
  switch text not null check (length(switch) between 1 and 40),
  is_on boolean not null,
  at timestamptz not null,
  actor_id uuid not null references users (id),
  reason text not null check (length(reason) between 1 and 500)
);
create index switch_changes_newest on switch_changes (switch, id desc);
create trigger switch_changes_immutable before update or delete on switch_changes
  for each row execute function refuse_change();
create trigger switch_changes_no_truncate before truncate on switch_changes
  for each statement execute function refuse_change();
