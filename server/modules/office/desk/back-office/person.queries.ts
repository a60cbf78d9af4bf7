import type { DeskPerson } from '#contract/back-office-people.ts'
import type { VehicleView } from '#contract/verification.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import { describeDevice } from '#server/platform/http/device.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'

// Read only: these tables belong to other modules (docs/decisions/0041).

/** Maximum of rows of each kind on a person's page. */
const SHOWN = 5

type Newest<Row> = { total: number; items: Row[] }

type List = {
  [K in keyof DeskPerson]: DeskPerson[K] extends { items: (infer Item)[] } ? Item : never
}
/** A row of a list of a person's page, with the total count of the list. */
type Counted<K extends keyof List, Instants extends keyof List[K]> = RowOf<List[K], Instants> & {
  total: number
}

/** Converts rows that each carry the total count. */
function newest<Row extends { total: number }>(rows: Row[]): Newest<Row> {
  return { total: rows[0]?.total ?? 0, items: rows }
}

export function listDocumentRows(reader: Reader, id: string) {
  return run.rows<RowOf<DeskPerson['documents'][number], 'createdAt'>>(reader)`
    select d.id, d.kind, d.status, d.expires_on as "expiresOn", d.created_at as "createdAt"
    from documents d where d.owner_id = ${id}
    order by d.created_at desc, d.id limit 20`
}

export function listVehicleRows(reader: Reader, id: string) {
  return run.rows<Pick<VehicleView, 'id' | 'plate' | 'brand' | 'model' | 'year'>>(reader)`
    select v.id, v.plate, v.brand, v.model, v.year::int as year
    from vehicles v where v.owner_id = ${id} order by v.created_at, v.id limit 20`
}

export async function listWithdrawalRows(reader: Reader, id: string) {
  const rows = await run.rows<Counted<'withdrawals', 'createdAt'>>(reader)`
    select w.id, w.reference, w.status, w.amount_pesos as amount, w.created_at as "createdAt",
      count(*) over () as total
    from withdrawals w where w.user_id = ${id}
    order by (w.closed_at is null) desc, w.created_at desc, w.id desc limit ${SHOWN}`
  return newest(rows)
}

export async function listSanctionRows(reader: Reader, id: string) {
  const rows = await run.rows<Counted<'sanctions', 'at' | 'endsAt'>>(reader)`
    select s.id, s.kind, s.reason, s.at, s.ends_at as "endsAt",
      exists (select from sanction_events l where l.sanction_id = s.id and l.kind = 'lifted')
        as lifted, count(*) over () as total
    from sanction_events s where s.user_id = ${id} and s.kind <> 'lifted'
    order by s.at desc, s.id desc limit ${SHOWN}`
  return newest(rows)
}

export async function listCaseRows(reader: Reader, id: string) {
  const rows = await run.rows<Counted<'cases', 'createdAt'>>(reader)`
    select c.id, c.reason, c.outcome, c.created_at as "createdAt", count(*) over () as total
    from conduct_cases c where c.user_id = ${id}
    order by (c.outcome is null) desc, c.created_at desc, c.id desc limit ${SHOWN}`
  return newest(rows)
}

export async function listTicketRows(reader: Reader, id: string) {
  const rows = await run.rows<Counted<'tickets', 'lastAt'>>(reader)`
    select t.id, t.kind, t.status, t.last_at as "lastAt", count(*) over () as total
    from support_tickets t where t.user_id = ${id}
    order by (t.status = 'open') desc, t.last_at desc, t.id desc limit ${SHOWN}`
  return newest(rows)
}

export async function listSessionRows(reader: Reader, id: string, now: Date) {
  const rows = await run.rows<{
    id: string
    userAgent: string | null
    createdAt: Date
    lastUsedAt: Date
    open: boolean
    total: number
  }>(reader)`
    select s.id, s.user_agent as "userAgent", s.created_at as "createdAt",
      s.rotated_at as "lastUsedAt", s.revoked_at is null and s.expires_at > ${now} as open,
      count(*) over () as total
    from sessions s where s.user_id = ${id}
    order by s.rotated_at desc, s.id desc limit ${SHOWN}`
  return newest(rows.map((row) => ({ ...row, device: describeDevice(row.userAgent) })))
}

export function countDevices(reader: Reader, id: string) {
  return run.value<{ devices: number }>(reader, 0)`
    select count(*) as devices from user_devices where user_id = ${id}`
}

export async function listRatingRows(reader: Reader, id: string) {
  const rows = await run.rows<{
    id: string
    stars: number
    as: string
    createdAt: Date
    total: number
  }>(reader)`
    select r.id, r.stars::int as stars, r.rated_as as as, r.created_at as "createdAt",
      count(*) over () as total
    from ratings r where r.rated_id = ${id}
    order by r.created_at desc, r.id desc limit ${SHOWN}`
  return newest(rows)
}

/** Whether the ticket or report is by or about this person. */
export function isOfPerson(
  reader: Reader,
  about: { userId: string; kind: 'ticket' | 'case'; id: string },
) {
  return run.value<{ found: boolean }>(reader, false)`
    select case when ${about.kind} = 'ticket'
      then exists (select from support_tickets t
        where t.id = ${about.id} and t.user_id = ${about.userId})
      else exists (select from conduct_cases c
        where c.id = ${about.id} and ${about.userId} in (c.user_id, c.reporter_id))
      end as found`
}
