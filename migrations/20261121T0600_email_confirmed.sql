-- Whether the person has shown that the address is theirs: by a mailed link or by their provider.

alter table users add column email_confirmed_at timestamptz;

-- Google and Apple had verified the address of everybody whom they brought.
update users u set email_confirmed_at = i.created_at
from identities i
where i.user_id = u.id and lower(i.email) = u.email_key;
