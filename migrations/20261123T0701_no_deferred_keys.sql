-- A statement is written after its matches, in the same transaction. A deferred key would not move
-- to a distributed database, and both tables only ever grow.
-- under traffic: releases before write the same rows without it
alter table payout_matches drop constraint payout_matches_statement_id_fkey;
