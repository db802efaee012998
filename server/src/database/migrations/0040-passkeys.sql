-- 0040 passkeys
-- Why:   a code can be read out to a stranger who asks for it; a passkey answers the panel's own address only.
-- Adds:  five columns of factors, for a factor of another kind.
-- Locks: factors, for an instant.
-- Undo:  none; forward only.

alter table factors
  drop constraint factors_kind_check,
  add constraint factors_kind_check check (kind in ('totp', 'passkey')),
  alter column secret drop not null,
  alter column last_step drop not null,
  add column credential_id bytea unique,
  add column public_key bytea,                          -- COSE
  add column counter bigint,                            -- how often it signed; 0 where the authenticator doesn't count
  add column transports text[],                         -- how a browser reaches the authenticator, as it said
  add column rp_id text,                                -- the domain that it answers
  add constraint factors_of_kind check (case kind when 'totp' then num_nulls(secret, last_step) = 0
    else num_nulls(credential_id, public_key, counter, transports, rp_id) = 0 end);
