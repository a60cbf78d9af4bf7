-- The tickets of an incident are shown and closed with it.
create index support_tickets_of_incident on support_tickets (incident_id)
  where incident_id is not null;
