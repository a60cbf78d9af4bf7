-- Returns the seats of one booking or keep, as return_seats_of does.
create or replace function return_seats(p_trip uuid, p_from integer, p_to integer, p_seats integer)
returns boolean language sql as $$
  select return_seats_of(p_trip, array[p_from], array[p_to], array[p_seats])
$$;
