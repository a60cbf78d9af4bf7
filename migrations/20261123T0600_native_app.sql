-- Whether a session hands its refresh token over in bodies, as the native app does, instead of in a
-- cookie. Null: opened before this column, and accepted both ways until it ends.
alter table sessions add column mobile boolean;

-- SHA-256 of what the native app shows when it redeems its code (PKCE, RFC 7636), base64url.
alter table oauth_flows add column code_challenge text;
