-- Refuses a person whose account is closing (error `account_closing`); cheap, as few close.
create or replace function refuse_closing(p_user uuid) returns void language plpgsql stable as $$
begin
  if exists (
    select from account_closings where user_id = p_user and taken_back_at is null
  ) then
    raise exception 'the account is closing' using errcode = 'CU001';
  end if;
end $$;
