-- A second drawing of a person's photo, 128 px, for cards and lists: 20 faces of 512 px weigh a
-- megabyte. Null for photos kept before this column; those are answered in full size.
alter table user_photos add column small bytea;
