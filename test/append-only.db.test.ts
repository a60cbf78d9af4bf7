import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { chainBatches } from '#server/modules/bank/ledger/index.ts'
import { asOwner } from './db.ts'
import { openRatingsApp, type RatingsApp } from './rating-factories.ts'

// Append-only tables refuse UPDATE, DELETE and TRUNCATE, also from their owner.

const TABLES = [
  'audit_entries',
  'booking_events',
  'consents',
  'card_events',
  'data_reveals',
  'driver_marks',
  'duty_calls',
  'gateway_answers',
  'incident_notes',
  'ledger_batches',
  'ledger_refusals',
  'ledger_transfers',
  'rating_events',
  'rating_replies',
  'ratings',
  'reward_redemptions',
  'sanction_events',
  'staff_actions',
  'switch_changes',
  'trusted_contact_refusals',
  'withdrawal_events',
]

/** Column to change, when it is not `created_at`. */
const COLUMN: Record<string, string> = {
  audit_entries: 'at',
  booking_events: 'at',
  consents: 'at',
  card_events: 'at',
  data_reveals: 'at',
  duty_calls: 'at',
  gateway_answers: 'at',
  rating_events: 'at',
  incident_notes: 'at',
  sanction_events: 'at',
  staff_actions: 'at',
  switch_changes: 'at',
  trusted_contact_refusals: 'at',
  withdrawal_events: 'at',
}

let test: RatingsApp

beforeAll(async () => {
  test = await openRatingsApp()
  const trip = await test.newTrip()
  const booking = await test.booked(await test.aPassenger(), trip)
  await test.call(trip.driver, 'POST', `/bookings/${booking.id}/cancel`)
  await test.book(await test.aPassenger(0), trip, { key: 'sin-dinero-1' })
  const journey = await test.aJourney()
  await test.bothRate(journey, 5)
  const [rating] = (await test.ratingsOf(journey.driver)).ratings
  await test.call(journey.driver, 'POST', `/ratings/${rating.id}/reply`, { text: 'Gracias.' })
  await chainBatches(test.deps, { everything: true })
  await asOwner(
    test.deps.databaseUrl,
    `insert into sanction_events (id, sanction_id, user_id, kind, at, reason, cause)
     select id, id, id, 'warned', now(), 'Por la prueba.', 'prueba' from users limit 1`,
  )
  const ofPerson = 'insert into trusted_contact_refusals select id, sha256(email::bytea), now()'
  await asOwner(test.deps.databaseUrl, `${ofPerson} from users limit 1`)
  const sealed = `insert into incidents (id, user_id, trip_id, kind, sealed, pressed_at,
       created_at, due_at)
     select id, driver_id, id, 'emergency', '', now(), now(), now() from trips limit 1`
  await asOwner(test.deps.databaseUrl, sealed)
  const note = `insert into incident_notes select id, id, user_id, 'Nota', now() from incidents`
  await asOwner(test.deps.databaseUrl, note)
  await asOwner(
    test.deps.databaseUrl,
    `insert into duty_alarms (id, incident_id, not_for, pressed_at, raised_at)
       select id, id, '{}', now(), now() from incidents;
     insert into duty_calls select id, id, 0, null, 'sms', now() from duty_alarms`,
  )
  await asOwner(
    test.deps.databaseUrl,
    `insert into card_events (id, user_id, at, after)
       select id, id, now(), 'green' from users limit 1;
     insert into reward_items select id, 'gift', 'x', 'x', 'x', 1, 1, false, now(), now(), id, now()
       from users limit 1;
     insert into reward_codes select id, id, '', sha256('x'), id, now() from reward_items;
     insert into reward_redemptions select id, id, id, id, 1, now() from reward_items`,
  )
  const switched = `insert into switch_changes select id, 'push', true, now(), id, 'x' from users`
  await asOwner(test.deps.databaseUrl, switched)
  const action = `insert into staff_actions select id, now(), id, 'tried', 'user', id from users`
  await asOwner(test.deps.databaseUrl, action)
  await asOwner(
    test.deps.databaseUrl,
    `insert into data_reveals (id, at, user_id, actor_id, field, reason)
       select a.id, now(), a.id, b.id, 'email', 'Por la prueba.'
       from users a join users b on b.id > a.id limit 1;
     insert into gateway_answers (id, at, asked, reference, outcome)
       select id, now(), 'reference', 'CUPO-1', 'none' from users limit 1`,
  )
  await asOwner(
    test.deps.databaseUrl,
    `insert into payout_accounts (id, user_id, kind, sealed, number_index, identification_version,
       preferred, created_at, usable_from)
       select id, id, 'nequi', '', sha256('x'), 1, false, now(), now() from users limit 1;
     insert into withdrawals (id, user_id, account_id, reference, amount_pesos, status, created_at,
       updated_at, next_check_at, two_people)
       select id, id, id, 'CUPO-W-00000001', 1, 'requested', now(), now(), now(), false
       from payout_accounts;
     insert into withdrawal_events (id, withdrawal_id, at, event)
       select id, id, now(), 'requested' from withdrawals`,
  )
})

describe.each(TABLES)('append-only table %s', (table) => {
  const column = COLUMN[table] ?? 'created_at'
  const changes = [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ]

  it.each(changes)('refuses "%s" from the app and the owner', async (change) => {
    const rows = async () =>
      (await asOwner(test.deps.databaseUrl, `select count(*)::int as n from ${table}`)).rows[0].n
    const before = await rows()
    expect(before).toBeGreaterThan(0)
    await expect(sql.raw(change).execute(test.deps.db)).rejects.toMatchObject({ code: '42501' })
    await expect(asOwner(test.deps.databaseUrl, change)).rejects.toMatchObject({ code: '42501' })
    expect(await rows()).toBe(before)
  })
})
