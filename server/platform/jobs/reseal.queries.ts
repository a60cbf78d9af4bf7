import { type Db, run } from '../db/tx.ts'
import type { Deps } from '../deps.ts'
import { type Resealing, resealAll } from '../reseal.ts'
import { resealPayload } from './sealed-payload.ts'

/** Re-encrypts the payloads of waiting jobs with the current key. Safe to interrupt and repeat. */
export function resealJobs(deps: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  return resealAll({
    after: (id) => listJobsAfter(deps.db, id),
    renew: async ({ id, name, payload }) => {
      const anew = resealPayload(deps.secrets, name, payload)
      return anew !== null && (await replacePayload(deps.db, { id, payload, anew }))
    },
  })
}

/** Lists the next waiting jobs with an encrypted payload. */
function listJobsAfter(db: Db, id: string) {
  return run.rows<{ id: string; name: string; payload: unknown }>(db)`
    select id, name, payload from jobs
    where id > ${id} and payload ? 'sealed' order by id limit 500`
}

function replacePayload(db: Db, row: { id: string; payload: unknown; anew: unknown }) {
  return run.changedOne(db)`
    update jobs set payload = ${JSON.stringify(row.anew)}::jsonb
    where id = ${row.id} and payload = ${JSON.stringify(row.payload)}::jsonb`
}
