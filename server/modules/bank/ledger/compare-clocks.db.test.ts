import { expect, it } from 'vitest'
import { openingBalance } from '#server/demo/opening-balance.queries.ts'
import { findDatabaseTime } from '#server/platform/clock.queries.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, systemClock } from '#server/platform/clock.ts'
import { createClockWatch } from '#server/platform/clock-watch.ts'
import { allowAnyDate } from '#server/platform/db/any-date.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { testDeps } from '#test/deps.ts'
import { aUser } from '#test/factories.ts'
import { compareClocks } from './compare-clocks.ts'

it('raises an alarm when the clock of the server is ten minutes ahead or behind', async () => {
  const deps = await testDeps()
  const alarms = async () =>
    /name="clock_skew".*? (\d+)/.exec(await deps.metrics.registry.metrics())?.[1]
  for (const [skewMs, count] of [
    [2_000, undefined],
    [600_000, '1'],
    [-600_000, '2'],
  ] as const) {
    deps.clock.set(addMs(await findDatabaseTime(deps.db), skewMs))
    await compareClocks(deps)
    expect(await alarms()).toBe(count)
  }
})

/** Puts the limit of production into the database of the test. */
const limited = (url: string) => allowAnyDate(url, false)

it('compares with the database and the newest movement, and clears by itself', async () => {
  const deps = await testDeps()
  let offMs = 0
  const clockWatch = createClockWatch({ wall: () => Date.now() + offMs })
  const watched = { ...deps, clock: systemClock, clockWatch }
  const look = async () => {
    await compareClocks(watched)
    return clockWatch.state().fault
  }
  const { userId } = await aUser(deps)
  const give = (now: Date) =>
    inTransaction(deps.db, (tx) =>
      openingBalance(tx, { paymentId: newId(), userId, pesos: 20_000, now }),
    )
  await give(addMs(new Date(), 31 * DAY_MS))
  // A database of tests has no limit, and its dates prove nothing.
  expect(await look()).toBeNull()
  await limited(deps.databaseUrl)
  expect(await look()).toBe('records')
  await give(new Date())
  expect(await look()).toBeNull()
  offMs = -31 * DAY_MS
  expect(await look()).toBe('database')
  expect(clockWatch.state().isAlone).toBe(true)
  offMs = 0
  expect(await look()).toBeNull()
})

it("trusts the clock after a machine's sleep also in a demonstration", async () => {
  const deps = await testDeps()
  let sleptMs = 0
  let passedMs = 0
  const clockWatch = createClockWatch({
    wall: () => Date.now() + sleptMs + passedMs,
    monotonic: () => performance.now() + passedMs,
  })
  sleptMs = 8 * HOUR_MS
  expect(clockWatch.state().fault).toBe('jump')
  for (; passedMs < 3 * MINUTE_MS; passedMs += 30_000) await compareClocks({ ...deps, clockWatch })
  expect(clockWatch.state().fault).toBeNull()
})

it('refuses a movement more than 2 minutes from the time of the database', async () => {
  const deps = await testDeps()
  const { userId } = await aUser(deps)
  await limited(deps.databaseUrl)
  const give = (now: Date) =>
    inTransaction(deps.db, (tx) =>
      openingBalance(tx, { paymentId: newId(), userId, pesos: 20_000, now }),
    )
  for (const ms of [31 * DAY_MS, 3 * MINUTE_MS, -3 * MINUTE_MS]) {
    await expect(give(addMs(new Date(), ms))).rejects.toMatchObject({ code: 'clock_wrong' })
  }
  await give(addMs(new Date(), -MINUTE_MS))
  // Without its row the limit is the same; the role of the app cannot lift it.
  await asOwner(deps.databaseUrl, 'delete from clock_limit')
  await expect(give(addMs(new Date(), DAY_MS))).rejects.toMatchObject({ code: 'clock_wrong' })
  const lift = `set role cupo_app; insert into clock_limit (tolerance_seconds) values (null)`
  await expect(asOwner(deps.databaseUrl, lift)).rejects.toThrow('permission denied')
})

it('refuses also movements that functions of bookings write themselves', async () => {
  const deps = await testDeps()
  await limited(deps.databaseUrl)
  const insert = `insert into ledger_transfers (id, kind, debit_account, credit_account, amount,
      currency, code, cause_kind, cause_id, created_at, happened_at)
    select gen_random_uuid(), 'transfer', id, '00000000-0000-7000-8000-000000000002', 1, 'COP',
      'topup', 'payment', 'x', now() + interval '31 days', now()
    from ledger_accounts where code = 'gateway:wompi'`
  await expect(asOwner(deps.databaseUrl, insert)).rejects.toMatchObject({ code: 'CU001' })
})
