-- With which key of ours a browser subscribed: SHA-256 of the public key. Rows from before this
-- have none, and are not deleted when a service refuses our signature.
alter table push_subscriptions add column vapid_hash bytea;
