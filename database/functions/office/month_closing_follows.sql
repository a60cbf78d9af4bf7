-- Months are closed in order, and no closing covers fewer transactions than the previous one.
create or replace function month_closing_follows() returns trigger language plpgsql as $$
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
