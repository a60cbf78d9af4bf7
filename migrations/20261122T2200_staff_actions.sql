-- What the team did: who, what, on what, why, when, in which request. Only ever added to.
create table staff_actions (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid not null references users (id),
  action text not null check (length(action) between 1 and 60),
  subject_kind text not null check (length(subject_kind) between 1 and 40),
  subject_id text not null check (length(subject_id) between 1 and 80),
  reason text check (length(reason) between 1 and 4000),
  request_id text check (length(request_id) between 1 and 80)
);
create index staff_actions_newest on staff_actions (at desc, id desc);
create index staff_actions_of_actor on staff_actions (actor_id, at desc, id desc);
create index staff_actions_of_subject on staff_actions (subject_id, at desc, id desc);
create trigger staff_actions_immutable before update or delete on staff_actions
  for each row execute function refuse_change();
create trigger staff_actions_no_truncate before truncate on staff_actions
  for each statement execute function refuse_change();
