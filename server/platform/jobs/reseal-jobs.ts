import type { Deps } from '../deps.ts'
import { type Resealing, resealAll } from '../reseal.ts'
import { jobsAfter, replacePayload } from './reseal.queries.ts'
import { resealPayload } from './sealed-payload.ts'

/** Re-encrypts the payloads of waiting jobs with the current key. Safe to interrupt and repeat. */
export function resealJobs(deps: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  return resealAll({
    after: (id) => jobsAfter(deps.db, id),
    renew: async ({ id, name, payload }) => {
      const anew = resealPayload(deps.secrets, name, payload)
      return anew !== null && (await replacePayload(deps.db, { id, payload, anew }))
    },
  })
}
