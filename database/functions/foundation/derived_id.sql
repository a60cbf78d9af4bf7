-- Makes the same id as derivedId() in the app: UUIDv8 from SHA-256 over the parts.
create or replace function derived_id(variadic parts text[]) returns uuid
language sql immutable strict parallel safe as $$
  select encode(
    set_byte(set_byte(substr(h, 1, 16), 6, (get_byte(h, 6) & 15) | 128),
             8, (get_byte(h, 8) & 63) | 128), 'hex')::uuid
  from (
    select sha256(string_agg(convert_to(part, 'UTF8'), '\x00'::bytea order by no)) as h
    from unnest(parts) with ordinality as each (part, no)
  ) hashed
$$;

-- Variant for a namespace and one part, with the same result: a single expression that takes a
-- tenth of the time. Stable and not immutable, because convert_to is stable.
create or replace function derived_id(namespace text, part text) returns uuid
language sql stable strict parallel safe as $$
  -- Version 8 is the upper half of byte 6, and byte 8 starts with the bits 10. Bits are counted
  -- from the lowest bit of each byte.
  select encode(
    set_bit(set_bit(set_bit(set_bit(set_bit(set_bit(
      substr(sha256(convert_to(namespace, 'UTF8') || '\x00'::bytea || convert_to(part, 'UTF8')),
             1, 16),
      55, 1), 54, 0), 53, 0), 52, 0), 71, 1), 70, 0), 'hex')::uuid
$$;
