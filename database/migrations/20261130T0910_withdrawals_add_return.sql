-- A bank can return a paid withdrawal: one person enters its movement, another person confirms it.
alter table withdrawals
  add column return_reference text unique check (return_reference ~ '^[A-Z0-9_-]{4,64}$'),
  add column return_reason text check (length(return_reason) between 1 and 300),
  add column return_by uuid references users (id),
  add column return_at timestamptz,
  add column return_confirmed_by uuid references users (id),
  drop constraint withdrawals_by_hand,
  add constraint withdrawals_by_hand check (
    channel is distinct from 'bank_file' or status not in ('paid', 'failed')
    or confirmed_by is not null
      and (result = status or result = 'paid' and return_confirmed_by is not null)),
  add constraint withdrawals_return check (
    num_nulls(return_reference, return_reason, return_by, return_at) in (0, 4)
    and (return_by is null
      or status = case when return_confirmed_by is null then 'paid' else 'failed' end)
    and return_by is distinct from user_id
    and (return_confirmed_by is null or return_by is not null
      and return_confirmed_by not in (return_by, user_id)));
create index withdrawals_returning on withdrawals (created_at, id)
  where return_by is not null and return_confirmed_by is null;
