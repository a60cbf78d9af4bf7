// What happens outside the API: payers at the checkout, the gateway, the bank, jobs and time.
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { EVERY_JOB, recurringJob } from '#test/run-jobs.ts'
import { type Act, type Acts, look } from './calls.ts'
import { type Dice, thingsOf } from './fields.ts'
import { proveAll, refresh, type Thing, type World } from './world.ts'

/** Jobs that change no money, seat or standing, or compare what the histories compare. */
const OTHER_JOBS = new RegExp(
  '^(purge-(?!conversations)|compare-clocks|announce-terms|statistics|remove-orphan|read-bounces' +
    '|integrity|delete-old|publish-again)',
)

/** Runs each recurring job once, then what they have put into the queue. */
export async function everyJob({ shop }: World): Promise<void> {
  for (const name of EVERY_JOB) {
    if (OTHER_JOBS.test(name)) continue
    await recurringJob(name)
      .run(shop.deps)
      .catch((cause: unknown) => {
        throw new Error(`the job ${name} failed: ${cause}`, { cause })
      })
  }
  await shop.runJobs()
}

const recent = (dice: Dice, things: readonly Thing[]) => dice.pick(things.slice(-6))

const pay: Act = async (world, dice) => {
  await refresh(world)
  const open = thingsOf(world, 'paymentId').filter(({ about }) => about.status === 'open')
  const payment = recent(dice, open)
  if (!payment) return ''
  const { reference, pesos } = payment.about as { reference: string; pesos: number }
  const method = dice.pick(['CARD', 'PSE', 'NEQUI'])
  const id = world.shop.payer(reference, Number(pesos), { method })
  const status = dice.pick(['APPROVED', 'APPROVED', 'APPROVED', 'PENDING', 'DECLINED'] as const)
  if (status !== 'PENDING') world.shop.wompi.settle(id, status)
  return `a payer pays ${reference} by ${method}: ${pesos} ${status}`
}

/** The gateway voids an approved payment, or approves one that was pending. */
const change: Act = async (world, dice) => {
  await refresh(world)
  const reference = String(recent(dice, thingsOf(world, 'paymentId'))?.about.reference)
  const one = dice.pick(world.shop.wompi.transactions(reference))
  const next = { APPROVED: 'VOIDED', PENDING: 'APPROVED' } as const
  const status = one && next[one.status as keyof typeof next]
  if (!one || !status) return ''
  world.shop.wompi.settle(one.id, status)
  return `the gateway says ${status} of ${reference}`
}

const tell: Act = async ({ shop }) => {
  await shop.settleAll()
  return 'the gateway delivers its events'
}

const settle: Act = async ({ shop }, dice) => {
  const waiting = shop.payouts.payouts().filter(({ status }) => status === 'PENDING')
  const payout = dice.pick(waiting)
  if (!payout) return ''
  const status = dice.pick(['APPROVED', 'APPROVED', 'FAILED'] as const)
  shop.payouts.settle(payout.id, status)
  if (dice.chance(70)) await shop.settlePayouts()
  return `the bank says ${status} of ${payout.reference}`
}

const fault: Act = async ({ shop }, dice) => {
  const next = dice.pick(['none', 'away', 'silent', 'lost', 'no_funds', 'refused'] as const)
  shop.payouts.setFault(next)
  return `the provider of payouts is: ${next}`
}

const jobs: Act = async (world) => {
  await everyJob(world)
  return 'all jobs run'
}

const minutes: Act = (world, dice) =>
  pass(world, dice.pick([1, 4, 11, 16, 31, 61, 185]) * MINUTE_MS)

/** Time passes until near one of the next moments of a trip or booking. */
const moment: Act = (world, dice) => {
  const now = world.shop.clock.now()
  const all = world.things.flatMap(({ about }) =>
    [about.at, about.end, about.expires]
      .filter((each) => each)
      .flatMap((each) =>
        [-25, -2, 0, 0, 0, 25].map((hours) => addMs(new Date(String(each)), hours * HOUR_MS)),
      ),
  )
  const coming = all.filter((each) => each > now).sort((a, b) => a.getTime() - b.getTime())
  const next = dice.pick(coming.slice(0, 12)) ?? now
  const near = addMs(next, dice.pick([-20, -10, 1, 5, 16, 35]) * MINUTE_MS)
  const ahead = near.getTime() - now.getTime()
  return pass(world, ahead > 0 ? Math.min(ahead, 2 * DAY_MS) : 15 * MINUTE_MS)
}

/** The queue is never 20 minutes behind; recurring jobs are sometimes late. */
async function pass(world: World, ms: number): Promise<string> {
  const { shop, log } = world
  if (ms >= 20 * MINUTE_MS) await shop.runJobs()
  shop.clock.advance(ms)
  await proveAll(world)
  await asOwner(shop.deps.databaseUrl, 'truncate rate_limits')
  if (ms > 30 * MINUTE_MS && log.length % 3 !== 0) await everyJob(world)
  return `${Math.round(ms / MINUTE_MS)} minutes pass: ${shop.clock.now().toISOString()}`
}

const times = (name: string, count: number, act: Act): Acts =>
  Array.from({ length: count }, () => [name, act] as const)

export const OUTSIDE: Acts = [
  ...times('look', 8, look),
  ...times('pay', 8, pay),
  ...times('change', 8, change),
  ...times('tell', 6, tell),
  ...times('settle', 6, settle),
  ...times('fault', 1, fault),
  ...times('jobs', 4, jobs),
  ...times('minutes', 8, minutes),
  ...times('moment', 18, moment),
]
