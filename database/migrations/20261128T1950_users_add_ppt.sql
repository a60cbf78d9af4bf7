-- The fourth type of identification. Every row has one of the three before.
alter table users
  drop constraint users_identification_type_check,
  add constraint users_identification_type_check
    check (identification_type in ('CC', 'CE', 'PAS', 'PPT')) not valid;
