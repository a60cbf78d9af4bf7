alter table documents add column paper jsonb;
