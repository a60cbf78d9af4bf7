-- Refuses what no release has written: 0.1.0 checks it before it writes. Not validated, so that no
-- row of an older program stops an update.
alter table trips
  add constraint trips_preferences_fit check (
    preferences - array['luggage', 'pets', 'smoking', 'music', 'talk', 'maxTwoInBack', 'womenOnly',
      'verifiedOnly'] = '{}'
    and preferences -> 'luggage' in ('"none"', '"small"', '"large"')
    and preferences -> 'talk' in ('"quiet"', '"some"', '"lots"')
    and preferences -> 'pets' in ('true', 'false')
    and preferences -> 'smoking' in ('true', 'false')
    and preferences -> 'music' in ('true', 'false')
    and preferences -> 'maxTwoInBack' in ('true', 'false')
    and preferences -> 'womenOnly' in ('true', 'false')
    and preferences -> 'verifiedOnly' in ('true', 'false')) not valid,
  add constraint trips_quote_fit
    check (jsonb_typeof(quote -> 'costCumulative') = 'array') not valid;
