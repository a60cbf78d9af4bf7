-- Usernames that look the same count as the same: see users/username.ts. Where two of before do,
-- the older keeps the key and both keep their name.

create function pg_temp.username_skeleton(name text) returns text language sql immutable as $$
  select regexp_replace(
    replace(replace(
      translate(
        replace(replace(replace(
          regexp_replace(
            normalize(lower(normalize(name, NFKC)), NFD), '[\u0300-\u036f]', '', 'g'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        '01ıłøđðħɑɡɩ', 'oliloddhagi'),
      'rn', 'm'), 'vv', 'w'),
    '[._-]+', '.', 'g')
$$;

with keyed as (
  select id, pg_temp.username_skeleton(username) as skeleton,
    row_number() over (
      partition by pg_temp.username_skeleton(username) order by created_at, id) as place
  from users where username is not null
)
update users u
set username_key = case when k.place = 1 then k.skeleton else k.skeleton || '#' || u.id end
from keyed k where k.id = u.id;
