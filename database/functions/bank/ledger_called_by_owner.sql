-- Whether the caller is the owner of the ledger (at a console or in a test) and not the app.
create or replace function ledger_called_by_owner() returns boolean language sql stable as $$
  select session_user = current_user and current_setting('role') in ('none', session_user)
$$;
