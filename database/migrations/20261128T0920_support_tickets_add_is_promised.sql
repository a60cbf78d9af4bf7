-- No answer is promised for after the departure that a ticket is about.
alter table support_tickets add column is_promised boolean not null default true;
