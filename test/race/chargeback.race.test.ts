import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { findDebt, walletTotals } from '#server/modules/bank/ledger/index.ts'
import { settleTransaction } from '#server/modules/money/payments/settle-payment.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'
import { expectConsistent } from './invariants.ts'

const ROUNDS = 40
const AT_ONCE = 4
const SEATS = 4

let shop: PaymentsApp

/**
 * Records states that no transaction may commit: free money together with a debt, or a new hold of
 * a person with a debt. Runs at commit, while the wallet is still locked.
 */
const WATCH = `
  create table broken (at timestamptz default clock_timestamp(), what text, account uuid);
  create function watch() returns trigger language plpgsql security definer
  set search_path = public as $$
  declare w ledger_accounts;
  begin
    if tg_table_name = 'ledger_transfers' then
      select * into w from ledger_accounts where id = new.debit_account;
      if new.kind = 'pending' and ledger_debt(w.owner_id) > 0 then
        insert into broken (what, account) values ('booked with a debt', w.id);
      end if;
    elsif new.kind = 'wallet' then
      select * into w from ledger_accounts where id = new.id;
      if w.credits_posted > w.debits_posted + w.debits_pending
         and ledger_debt(w.owner_id) > 0 then
        insert into broken (what, account) values ('free money beside a debt', w.id);
      end if;
    end if;
    return null;
  end $$;
  create constraint trigger watch after insert on ledger_transfers
    deferrable initially deferred for each row execute function watch();
  create constraint trigger watch after update on ledger_accounts
    deferrable initially deferred for each row execute function watch();`

beforeAll(async () => {
  shop = await openPaymentsApp({ poolSize: 30 })
  await aRoadNetwork(shop.deps)
  await asOwner(shop.deps.databaseUrl, WATCH)
})

/** Prepares a top-up that the gateway approved but that is not credited yet. */
async function anApproval(who: TestUser, pesos: number): Promise<string> {
  const reference = await shop.topUp(who, pesos)
  const id = shop.payer(reference, pesos, { delivery: 'none' })
  shop.wompi.settle(id, 'APPROVED')
  return id
}

function book(who: TestUser, trip: TestTrip) {
  const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
  return shop.post(who, `/trips/${trip.tripId}/bookings`, stops)
}

const soon = () => sleep(Math.random() * 25)

type Round = { bookedLater: boolean; debt: number }

/** Runs everything that can happen to charged-back money in parallel. */
async function round(first: TestTrip, second: TestTrip, spare: boolean): Promise<Round> {
  const who = await aUser(shop.deps)
  const fare = first.facts.seatPrice
  const voided = await anApproval(who, spare ? fare + second.facts.seatPrice : fare)
  await settleTransaction(shop.deps, voided)
  const { booking } = (await book(who, first)).body as unknown as { booking: { id: string } }
  const laterPesos = 10_000 + Math.floor(Math.random() * fare)
  const later = await anApproval(who, laterPesos)
  shop.wompi.settle(voided, 'VOIDED')
  const [, , , cancelled, another] = await Promise.all([
    soon().then(() => settleTransaction(shop.deps, voided)),
    soon().then(() => settleTransaction(shop.deps, voided)),
    soon().then(() => settleTransaction(shop.deps, later)),
    soon().then(() => shop.post(who, `/bookings/${booking.id}/cancel`, {})),
    soon().then(() => book(who, second)),
  ])
  expect(cancelled.status).toBe(200)
  const { available, held } = await walletTotals(shop.deps.db, who.userId)
  const debt = await findDebt(shop.deps.db, who.userId)
  // The money of the person is the sum of all top-ups that were not reversed, in any order of
  // events.
  expect(available + held - debt).toBe(laterPesos)
  expect(held).toBe(another.status === 201 ? second.facts.seatPrice : 0)
  if (debt > 0) {
    expect(available).toBe(0)
    const refused = await book(who, first)
    expect([refused.status, refused.body.code]).toEqual([409, 'debt_open'])
  }
  return { bookedLater: another.status === 201, debt }
}

it('leaves nothing to spend after a parallel void, cancellation, booking and top-up', async () => {
  const ended: Round[] = []
  for (let begun = 0; begun < ROUNDS; begun += AT_ONCE) {
    const departsAt = (days: number) => addMs(shop.clock.now(), days * DAY_MS)
    const first = await aTrip(shop.deps, { departsAt: departsAt(9), seats: SEATS })
    const second = await aTrip(shop.deps, { departsAt: departsAt(12), seats: SEATS })
    const rounds = Array.from({ length: AT_ONCE }, (_, n) => round(first, second, n % 2 === 0))
    ended.push(...(await Promise.all(rounds)))
  }
  const { rows } = await asOwner(shop.deps.databaseUrl, 'select what, account from broken')
  expect(rows).toEqual([])
  await expectConsistent(shop.deps)
  // Checks that the rounds have covered these cases.
  expect(ended.filter(({ debt }) => debt > 0).length).toBeGreaterThan(0)
  expect(ended.filter(({ bookedLater }) => bookedLater).length).toBeGreaterThan(0)
  expect(ended.filter(({ bookedLater }) => !bookedLater).length).toBeGreaterThan(0)
})
