-- The signed report of a month: written once, never changed.
create table month_closings (
  -- First day of the month (Bogotá).
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  closed_by uuid not null references users (id),
  -- First transaction number that is not in the report: what was written later is in the next one.
  upto_tx bigint not null check (upto_tx > 0),
  -- JSON as it was signed, byte for byte.
  report text not null check (report::jsonb is not null),
  signature bytea not null check (length(signature) = 64),
  -- First bytes of the SHA-256 of the public key that verifies it, and the key (SPKI, DER).
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  public_key bytea not null
);
create trigger month_closings_immutable before update or delete on month_closings
  for each row execute function refuse_change();
create trigger month_closings_no_truncate before truncate on month_closings
  for each statement execute function refuse_change();

-- One after another, and each later than the one before.
create function month_closing_follows() returns trigger language plpgsql as $$
declare
  last month_closings;
begin
  select * into last from month_closings order by month desc limit 1;
  if found and (new.month <> last.month + interval '1 month' or new.upto_tx < last.upto_tx) then
    raise exception 'month % does not follow %', new.month, last.month
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger month_closings_follow before insert on month_closings
  for each row execute function month_closing_follows();
