-- SHA-256 of a secret that the browser which asked for the recovery keeps as a cookie. Only there
-- does the password typed while asking take effect; null for links of before, which ask for one.
alter table account_links add column browser_hash bytea;
