import { sql } from 'kysely'
import { fundSettings } from '#contract/price-limits.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Proposed } from '#server/platform/proposed.ts'

export type ProposalRow = {
  id: string
  kind: 'fuel' | 'toll' | 'insurance' | 'fund'
  subjectId: string
  validFrom: string
  pesos: number | null
  source: string
  proposedBy: string
  proposedAt: Date
}

const columns = sql`
  p.id, p.kind, p.subject_id as "subjectId", p.valid_from as "validFrom", p.pesos, p.source,
  p.proposed_by as "proposedBy", p.proposed_at as "proposedAt"`

/** Lists prices that wait for a second person, the earliest first day first. */
export function listOpenProposals(reader: Reader) {
  return run.rows<ProposalRow & { by: string }>(reader)`
    select ${columns},
      coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as by
    from price_proposals p join users u on u.id = p.proposed_by
    where p.outcome is null
    order by p.valid_from, p.id limit 500`
}

/** Locks a proposal that nobody has decided; undefined for any other id. */
export function lockProposal(tx: Tx, id: string) {
  return run.row<ProposalRow>(tx)`
    select ${columns} from price_proposals p where p.id = ${id} and p.outcome is null for update`
}

/** Adds a proposal; returns false when a price of the same subject and day waits already. */
export function insertProposal(tx: Tx, row: ProposalRow) {
  return run.changedOne(tx)`
    insert into price_proposals (id, kind, subject_id, valid_from, pesos, source, proposed_by,
      proposed_at)
    values (${row.id}, ${row.kind}, ${row.subjectId}, ${row.validFrom}, ${row.pesos},
      ${row.source}, ${row.proposedBy}, ${row.proposedAt})
    on conflict (kind, subject_id, valid_from) where outcome is null do nothing`
}

export async function decideProposal(
  tx: Tx,
  decision: { id: string; by: string; at: Date; outcome: 'confirmed' | 'rejected' },
) {
  await sql`
    update price_proposals
    set outcome = ${decision.outcome}, decided_by = ${decision.by}, decided_at = ${decision.at}
    where id = ${decision.id}`.execute(tx)
}

type ProposedPrice = Omit<Proposed, 'about'> & {
  reason: string
  kind: 'fuel_price' | 'toll_price' | 'insurance_from' | 'fund_setting'
}

/** Lists prices that one person proposed and another one must confirm, the oldest first. */
export async function listProposedPrices(reader: Reader): Promise<ProposedPrice[]> {
  const rows = await run.rows<ProposedPrice>(reader)`
    select r.id,
      case r.kind when 'insurance' then 'insurance_from' when 'fund' then 'fund_setting'
        else r.kind || '_price' end as kind,
      case r.kind when 'insurance' then 'desde ' || r.valid_from when 'fund' then r.subject_id
        else coalesce(p.name, t.name, 'Promedio nacional') end as detail,
      r.source as reason, r.pesos, r.proposed_by as by, r.proposed_at as at
    from price_proposals r
    left join places p on r.kind = 'fuel' and p.id = r.subject_id
    left join toll_stations t on r.kind = 'toll' and t.id = r.subject_id
    where r.outcome is null
    order by r.proposed_at, r.id limit 500`
  return rows.map((row) => (row.kind === 'fund_setting' ? inWords(row) : row))
}

/** Names the setting of the guarantee fund; a share is no amount of pesos. */
function inWords(row: ProposedPrice): ProposedPrice {
  const key = row.detail as keyof typeof fundSettings
  const name = fundSettings[key]
  if (key === 'open' || key === 'cover_max') return { ...row, detail: name }
  return { ...row, detail: `${name}: ${row.pesos}`, pesos: null }
}

/** Ends a proposed price that nobody confirmed; returns whether it was still open. */
export function lapsePrice(tx: Tx, { id, now }: { id: string; now: Date }) {
  return run.changedOne(tx)`
    update price_proposals set outcome = 'lapsed', decided_at = ${now}
    where id = ${id} and outcome is null`
}
