alter table sessions add column provider text;
alter table oauth_flows add column session_id uuid;
alter table mail_suppressions alter column refused_at drop not null;
create unique index identities_one_each on identities (user_id, issuer);
drop index identities_user;
