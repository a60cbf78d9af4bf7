-- What a person agreed to, and what they took back. Only ever added to: the last row of a purpose
-- is the answer that holds. It is the proof of the authorisation (Ley 1581 de 2012, art. 9).
create table consents (
  id uuid primary key,
  user_id uuid not null references users (id),
  purpose text not null check (purpose in ('terms', 'privacy', 'selfie', 'marketing')),
  -- Of the text that the person read: contract/consent-texts.ts.
  version text not null check (version ~ '^\d{4}-\d{2}-\d{2}$'),
  given boolean not null,
  at timestamptz not null,
  -- How it was asked: nothing that would have to be erased with the account.
  facts jsonb not null default '{}'
);
create index consents_of_person on consents (user_id, purpose, at desc, id desc);

create trigger consents_immutable before update or delete on consents
  for each row execute function refuse_change();
create trigger consents_no_truncate before truncate on consents
  for each statement execute function refuse_change();

-- Who accepted the terms before this table was there agreed to their section about privacy too.
insert into consents (id, user_id, purpose, version, given, at, facts)
select derived_id('consent', p.purpose, u.id::text), u.id, p.purpose, u.terms_version, true,
  u.terms_accepted_at, '{"via":"terms"}'
from users u cross join (values ('terms'), ('privacy')) as p (purpose)
where u.terms_accepted_at is not null and u.terms_version ~ '^\d{4}-\d{2}-\d{2}$';

insert into consents (id, user_id, purpose, version, given, at, facts)
select derived_id('consent', 'marketing', a.subject_id), u.id, 'marketing', '2025-07-03', true,
  a.at, '{"via":"sign_up"}'
from audit_entries a join users u on u.id::text = a.subject_id
where a.action = 'user.registered' and a.details->>'newsletter' = 'true';
