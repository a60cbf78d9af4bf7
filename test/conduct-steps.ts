// Steps of a report, its decision and an appeal over HTTP.
import { expect } from 'vitest'
import type { CaseOutcome } from '#contract/conduct.ts'
import type { BookingsApp } from './booking-factories.ts'
import { aUser, type TestUser } from './factories.ts'
import { hearCase } from './hearing-steps.ts'

export const REPORT = 'Manejó mirando el celular todo el camino.'

/** What the team tells the reported person; it copies nothing of the report. */
const DECIDED = 'Lo confirmamos con dos pasajeros.'

/** A person reports a trip; returns the case. */
export async function reportTrip(
  test: BookingsApp,
  { by, tripId }: { by: TestUser; tripId: string },
): Promise<string> {
  const report = { subject: { kind: 'trip', id: tripId }, reason: 'other', text: REPORT }
  return (await test.call(by, 'POST', '/reports', report)).body.report.id
}

/** A person of the team, a new one each time, decides a case whose person was heard. */
export async function decideCase(
  test: BookingsApp,
  caseId: string,
  outcome: CaseOutcome,
): Promise<void> {
  const team = await aUser(test.deps, { roles: ['passenger', 'support'] })
  const decision = { outcome, note: DECIDED, ...(outcome === 'suspension' && { days: 30 }) }
  const hears = outcome === 'suspension' || outcome === 'expulsion'
  if (hears) await hearCase(test.deps.databaseUrl, caseId)
  const answer = await test.call(team, 'POST', `/admin/conduct/${caseId}/decide`, decision)
  expect(answer.status).toBe(200)
}

/** The person appeals against the last sanction, and a member of the team answers. */
export async function appealLast(
  test: BookingsApp,
  who: TestUser,
  isUpheld: boolean,
): Promise<void> {
  const [{ id }] = (await test.call(who, 'GET', '/conduct')).body.sanctions
  const statement = { text: 'El celular estaba en su soporte, con el mapa.' }
  expect((await test.call(who, 'POST', `/conduct/${id}/appeal`, statement)).status).toBe(200)
  const other = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  const answer = { isUpheld, note: 'Escuchamos a las dos personas.' }
  const path = `/admin/appeals/${id}/answer`
  expect((await test.call(other, 'POST', path, answer)).status).toBe(200)
}
