-- Facts that a program reads from the photo of a document, for the person and the reviewer; when
-- the photo was deleted; and four photos of a car instead of one.

alter table documents
  -- Scaled standard deviation of a Laplacian over the photo, and its mean grey, 0 to 255. Null for
  -- photos from before they were measured.
  add column sharpness real,
  add column brightness real,
  -- The row stays as the record of the decision; its photo is gone.
  add column file_deleted_at timestamptz;

-- The same photo sent for another document, or by another person.
create index documents_photo on documents (sha256);
create index documents_with_file on documents (status, created_at) where file_deleted_at is null;

-- Cars registered before keep the one photo with which they were approved.
alter table vehicles add column photos_asked smallint not null default 1
  check (photos_asked in (1, 4));
alter table vehicles alter column photos_asked set default 4;

-- Who looked at which document: listed by time, and counted per person of the team.
create index audit_entries_document_views on audit_entries (at, actor_id)
  where action = 'document.viewed';
