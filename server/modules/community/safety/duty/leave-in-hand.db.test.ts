import { beforeAll, beforeEach, expect, it } from 'vitest'
import { applySanction } from '#server/modules/community/conduct/apply-sanction.ts'
import { eraseAll } from '#server/modules/office/privacy/close-account.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { type DutyApp, type Member, openDutyApp } from '#test/duty-factories.ts'

let test: DutyApp
let alba: Member
let sara: Member

beforeAll(async () => {
  test = await openDutyApp()
})

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  await test.emptyTeam()
  alba = await test.member('Alba', 'admin')
  sara = await test.member('Sara')
})

const read = async (sql: string, id: string) =>
  (await asOwner(test.deps.databaseUrl, sql, [id])).rows

async function losesTheRole(): Promise<void> {
  const taken = { roles: ['support'], reason: 'Deja el equipo hoy.' }
  const answer = await test.call(alba, 'POST', `/admin/people/${sara.userId}/roles/take`, taken)
  expect(answer.status).toBe(200)
}

/** Writes the sanction that two others decided, and runs its job. */
async function isExpelled(): Promise<void> {
  const id = newId()
  await asOwner(
    test.deps.databaseUrl,
    `insert into sanction_events (id, sanction_id, user_id, kind, at, reason, cause)
     values ($1, $1, $2, 'expelled', $3, 'Por la prueba.', 'prueba')`,
    [id, sara.userId, test.clock.now()],
  )
  await applySanction(test.deps, id)
}

const closesTheAccount = () => eraseAll(test.deps, sara.userId)

it.each([
  ['loses the role', 'emergency', losesTheRole],
  ['loses the role', 'felt_unsafe', losesTheRole],
  ['is expelled', 'emergency', isExpelled],
  ['closes the account', 'emergency', closesTheAccount],
] as const)(
  'gives back the incident of a colleague who %s, and calls again: %s',
  async (_way, kind, leaves) => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const { id: bookingId } = await test.booked(ana, trip)
    const id = newId()
    const pressedAt = TEST_NOW.toISOString()
    const text = 'Maneja muy rápido y no escucha.'
    const press = { id, tripId: trip.tripId, bookingId, kind, pressedAt, text }
    expect((await test.call(ana, 'POST', '/incidents', press)).status).toBe(201)
    expect((await test.call(sara, 'POST', `/admin/incidents/${id}/take`, {})).status).toBe(200)
    test.clock.advance(MINUTE_MS)
    await leaves()
    const [incident] = await read('select taken_by, taken_at from incidents where id = $1', id)
    expect(incident).toEqual({ taken_by: null, taken_at: null })
    const alarms = await read(
      `select answered_at is null as rings, (select count(*)::int from jobs j
         where j.name = 'duty.call' and j.payload ->> 'alarmId' = a.id::text) as calls
       from duty_alarms a where incident_id = $1 order by raised_at`,
      id,
    )
    expect(alarms.map(({ rings }) => rings)).toEqual(kind === 'emergency' ? [false, true] : [])
    expect(alarms.at(-1)?.calls ?? 0).toBe(kind === 'emergency' ? 3 : 0)
    expect((await test.call(alba, 'POST', `/admin/incidents/${id}/take`, {})).status).toBe(200)
  },
)
