-- The audit trail by month. The table as it was becomes the partition of everything until
-- `past_until`; its checked condition spares reading it. The release before goes on: name, columns
-- and rights are the same.

-- under traffic: a lock for some milliseconds, waited for one second; the key's index exists
do $$
declare
  v_until timestamptz := (select past_until::timestamp at time zone 'America/Bogota'
    from month_tables where name = 'audit_entries');
begin
  lock table audit_entries in access exclusive mode;
  drop trigger audit_entries_immutable on audit_entries;
  alter table audit_entries drop constraint audit_entries_pkey;
  alter table audit_entries rename to audit_entries_past;
  alter table audit_entries_past add constraint audit_entries_past_pkey
    primary key using index audit_entries_at_id;
  alter index audit_entries_subject rename to audit_entries_past_subject;
  alter index audit_entries_document_views rename to audit_entries_past_document_views;

  create table audit_entries (
    id uuid not null,
    at timestamptz not null,
    actor_id uuid,
    action text not null,
    subject_kind text not null,
    subject_id text not null,
    details jsonb not null default '{}',
    primary key (at, id)
  ) partition by range (at);
  create index audit_entries_subject on audit_entries (subject_kind, subject_id, at);
  create index audit_entries_document_views on audit_entries (at, actor_id)
    where action = 'document.viewed';
  execute format('alter table audit_entries attach partition audit_entries_past
    for values from (minvalue) to (%L)', v_until);
  alter table audit_entries_past drop constraint audit_entries_past;

  create trigger audit_entries_immutable before update or delete on audit_entries
    for each row execute function refuse_change();
  create trigger audit_entries_no_truncate before truncate on audit_entries
    for each statement execute function refuse_change();
  perform months_make_other('audit_entries');
  perform months_ahead();
  -- The processes of the release before go on writing; in a new database the role comes later.
  if exists (select from pg_roles where rolname = 'cupo_app') then
    grant select, insert on audit_entries to cupo_app;
  end if;
end $$;
