-- A person whose account is closing can no longer book, publish or look for trips. The error code
-- is `account_closing`. The check costs little, because very few accounts are closing.
create or replace function refuse_closing(p_user uuid) returns void language plpgsql stable as $$
begin
  if exists (
    select from account_closings where user_id = p_user and taken_back_at is null
  ) then
    raise exception 'the account is closing' using errcode = 'CU001';
  end if;
end $$;
