-- The SafePoint where people get on and off at a place that is no stop of the driver: its first
-- vetted one; null without one.
create or replace function road_point(p_place text) returns uuid language sql stable as $$
  select id from safe_points where place_id = p_place and status = 'vetted'
  order by created_at, id limit 1
$$;
