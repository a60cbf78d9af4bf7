-- A passenger may say that the driver never came; until a person decides, nobody is charged.

-- The last line: whoever objected boards by the decision of a person, by nothing else.
alter table bookings add constraint bookings_objected_boards_by_decision
  check (disputed_at is null or checked_in_by is null or checked_in_by = 'dispute');

alter table driver_marks
  drop constraint driver_marks_kind_check,
  add constraint driver_marks_kind_check
    check (kind in ('late', 'cancelled', 'unfounded_no_show', 'moved', 'did_not_come'));
