alter table documents add column policy jsonb;

alter table vehicles add column insurance_asked boolean not null default true;
update vehicles v set insurance_asked = false
  from users u where u.id = v.owner_id and 'driver' = any (u.roles);

alter table price_proposals drop constraint price_proposals_kind_check;
alter table price_proposals add constraint price_proposals_kind_check
  check (kind in ('fuel', 'toll', 'insurance'));
alter table price_proposals alter column pesos drop not null;
alter table price_proposals add constraint price_proposals_pesos
  check ((pesos is null) = (kind = 'insurance'));
