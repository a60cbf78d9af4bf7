-- A stranger may ask for a recovery in somebody's name: that must not end the link its owner holds.
-- Every recovery link works until one of them is used; a change of address keeps the newest only.

drop index account_links_newest;
create unique index account_links_newest on account_links (user_id, purpose)
  where purpose not in ('email_undo', 'recovery');

-- Asked for from a signed-in session or a known device: has a share of the mails of its own.
alter table account_links add column asked_by_owner boolean not null default false;
