-- Two more preferences. The release before reads a trip without them, and writes fewer keys.
alter table trips
  drop constraint trips_preferences_fit,
  add constraint trips_preferences_fit check (
    preferences - array['luggage', 'pets', 'smoking', 'music', 'talk', 'maxTwoInBack', 'womenOnly',
      'verifiedOnly', 'wheelchair', 'childSeat'] = '{}'
    and preferences -> 'luggage' in ('"none"', '"small"', '"large"')
    and preferences -> 'talk' in ('"quiet"', '"some"', '"lots"')
    and preferences -> 'pets' in ('true', 'false')
    and preferences -> 'smoking' in ('true', 'false')
    and preferences -> 'music' in ('true', 'false')
    and preferences -> 'maxTwoInBack' in ('true', 'false')
    and preferences -> 'womenOnly' in ('true', 'false')
    and preferences -> 'verifiedOnly' in ('true', 'false')
    and preferences -> 'wheelchair' in ('true', 'false')
    and preferences -> 'childSeat' in ('true', 'false')) not valid;
