-- Nothing calls these since the calls of several people share a statement.
drop function book_seat;
drop function cancel_booking;
drop function check_in;
drop function ledger_end_hold;
drop function refuse_caller;
