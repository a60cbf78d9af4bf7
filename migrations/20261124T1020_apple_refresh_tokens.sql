-- Apple's refresh token of a person, sealed: with it Apple is told that the account was closed.
alter table identities add column refresh_sealed bytea;
