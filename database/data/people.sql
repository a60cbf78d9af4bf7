insert into phone_policy (proof_needed) values (false);
