import { type Reader, run } from '#server/platform/db/tx.ts'

/** Finds the day from which publishing needs an insurance of every car, as two people set it. */
export function findInsuranceFrom(reader: Reader) {
  return run.value<{ day: string }>(reader, null)`
    select valid_from as day from price_proposals
    where kind = 'insurance' and outcome = 'confirmed'
    order by decided_at desc limit 1`
}

/**
 * Cars of drivers who were approved before insurance was asked, without an insurance that is
 * approved on `today` or pending, whose owner was not told under the cause `<vehicle>:<round>`.
 */
export function listUninsured(
  reader: Reader,
  input: { today: string; round: string; limit: number },
) {
  return run.rows<{ vehicleId: string; ownerId: string; plate: string }>(reader)`
    select v.id as "vehicleId", v.owner_id as "ownerId", v.plate
    from vehicles v join users u on u.id = v.owner_id
    where not v.insurance_asked and u.roles @> '{driver}' and v.plate not like 'XXX%'
      and not exists (
        select from documents d where d.owner_id = v.owner_id and d.kind = 'insurance'
          and d.vehicle_id = v.id and (d.status = 'pending'
            or (d.status = 'approved' and d.expires_on >= ${input.today})))
      and not exists (
        select from notifications n where n.user_id = v.owner_id and n.kind = 'insurance_asked'
          and n.cause = concat(v.id, ':', ${input.round}::text))
    order by v.id limit ${input.limit}`
}
