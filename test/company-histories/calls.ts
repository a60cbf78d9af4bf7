// Calls of the API that can be an act of a history. They come from the contract: a new call that
// writes joins by itself, and `OFTEN` says which ones happen more than the others.
import fc from 'fast-check'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { mayDo, type Permission } from '#contract/permissions.ts'
import type { RouteDef } from '#contract/route.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { freshToken } from '#test/factories.ts'
import { valuesOf } from '../fuzz/values.ts'
import { BODIES, type Context, type Dice, fieldOf, thingsOf } from './fields.ts'
import { CAN, expectKept, promiseOf } from './promised.ts'
import { everybody, refresh, renewed, type Thing, type World } from './world.ts'

/** Does something, and says what for the report of a failure; '' when nothing fits it. */
export type Act = (world: World, dice: Dice) => Promise<string>
export type Acts = readonly (readonly [name: string, act: Act])[]

/** Groups and calls about other things than money, seats and standing. */
const LEFT_OUT = [
  ...['auth', 'oauth', 'secondFactor', 'users', 'phones', 'notifications', 'browserReports'],
  ...['duty', 'team', 'settings', 'live', 'safePoints', 'verification', 'backOffice', 'pricing'],
  ...['monthClosings', 'reconciliation', 'receipts', 'trips.check', 'trips.warnings'],
  ...['rewards.create', 'rewards.addCodes', 'rewards.retire', 'privacy.askExport'],
  ...['privacy.changeConsent', 'alerts.fromMail', 'alerts.unsubscribe', 'conversations.typing'],
  ...['support.ask', 'support.read', 'support.confirm', 'support.answerByLink', 'support.about'],
  ...['support.rateByLink', 'support.photoByLink', 'support.findTickets', 'safety.followTrip'],
  ...['safety.readInvitation', 'safety.answerInvitation', 'withdrawals.resolveKey'],
  ...['deskActions.unlock', 'deskActions.resend', 'deskActions.sendMessage'],
  'deskActions.writeNote',
]

/** Number of times that a call stands among the acts; every other one stands there once. */
const OFTEN: Record<string, number> = {
  ...{ 'bookings.book': 22, 'bookings.accept': 10, 'bookings.cancel': 8, 'bookings.giveBack': 6 },
  ...{ 'bookings.checkIn': 10, 'bookings.claimNoShow': 8, 'bookings.sayAboard': 5 },
  ...{ 'bookings.changeSegment': 5, 'bookings.boardByName': 2, 'bookings.changeMeeting': 3 },
  ...{ 'boarding.scan': 3, 'seatKeeps.keep': 4, 'trips.publish': 6, 'alerts.create': 4 },
  ...{ 'tripChanges.edit': 14, 'tripChanges.cancelTrip': 3, 'journeys.start': 4 },
  ...{ 'journeys.arrive': 4, 'journeys.finish': 4, 'connections.book': 10 },
  ...{ 'connections.takeRescue': 8, 'connections.missed': 4, 'connections.cancel': 3 },
  ...{ 'connections.giveBack': 3, 'connections.limitRescue': 2, 'connections.answerAsk': 4 },
  ...{ 'disputes.open': 8, 'disputes.answer': 4, 'disputes.resolve': 6, 'ratings.rate': 3 },
  ...{ 'ratings.notTogether': 2, 'ratings.resolveCase': 3, 'rewards.resolveReview': 3 },
  ...{ 'payments.create': 4, 'payments.discard': 2, 'finance.resolveCase': 3 },
  ...{ 'withdrawals.create': 10, 'withdrawals.approve': 12, 'withdrawals.createBatch': 3 },
  ...{ 'withdrawals.tellResult': 3, 'withdrawals.confirmResult': 4, 'withdrawals.tellReturn': 5 },
  ...{ 'withdrawals.confirmReturn': 6, 'deskActions.signMoney': 4, 'deskActions.cancelBooking': 2 },
  ...{ 'deskActions.proposeCredit': 3, 'deskActions.proposeRefund': 3, 'conduct.report': 4 },
  ...{ 'conduct.hear': 4, 'conduct.decide': 6, 'conduct.appeal': 3, 'conduct.answer': 3 },
  ...{ 'privacy.askDeletion': 6, 'privacy.takeBackDeletion': 2, 'privacy.openClaim': 3 },
  ...{ 'privacy.enterClaimAccount': 4, 'privacy.decideClaimAccount': 3 },
}

/** What a name of a path means where several things have it. */
const MEANING: Record<string, string> = {
  'finance.resolveCase:caseId': 'moneyCaseId',
  'conduct.answerHearing:caseId': 'reportId',
  'ratings.resolveCase:caseId': 'ratingCaseId',
}

/** Names of a path that may stay without a thing of their own. */
const OPTIONAL = ['subjectKind', 'subjectId']

/** States in which most acts about a thing are possible. */
const OPEN = /^(true|requested|confirmed|checked_in|no_show|published|approved|sent|paid|open)$/

/** Calls about a booking that its driver makes; the others are its passenger's. */
const BY_DRIVER = /^(bookings\.(accept|reject|claimNoShow)|disputes\.answer)$/

/** Calls of the day of travel, about what leaves soon or has just arrived. */
const OF_DAY = new RegExp(
  '^(bookings\\.(checkIn|claimNoShow|sayAboard|undoAboard|boardByName|cancel|giveBack)|boarding' +
    '|journeys|disputes|connections\\.missed|ratings)',
)
const SOON_MS = 3 * HOUR_MS
const JUST_ARRIVED_MS = 26 * HOUR_MS

const operations = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, RouteDef>).map(
    ([name, route]) => [`${group}.${name}`, route] as const,
  ),
)

const isLeftOut = (name: string) =>
  LEFT_OUT.includes(name) || LEFT_OUT.includes(name.split('.')[0] ?? '')

export const CALLS: Acts = operations
  .filter(([name, { method, file }]) => method !== 'GET' && !file && !isLeftOut(name))
  .flatMap(([name, route]) =>
    Array.from({ length: OFTEN[name] ?? 1 }, () => {
      return [name, (world: World, dice: Dice) => call(world, dice, name, route)] as const
    }),
  )

const looks = operations.filter(([, { method, stream, path }]) => {
  return method === 'GET' && !stream && !path.startsWith('/oauth')
})

/** Reads some screen, which must not fail. */
export const look: Act = (world, dice) => {
  const [name, route] = dice.pick(looks)
  return call(world, dice, name, route)
}

export const BOOKING_CALLS = CALLS.filter(([name]) => /^(bookings|connections)\.book$/.test(name))
export const DAY_CALLS = CALLS.filter(([name]) => OF_DAY.test(name))

const isOpen = ({ about }: Thing) => OPEN.test(String(about.status ?? about.open ?? true))

const isNear = ({ about }: Thing, now: Date) =>
  about.at !== undefined &&
  new Date(String(about.at)) < addMs(now, SOON_MS) &&
  new Date(String(about.end)) > addMs(now, -JUST_ARRIVED_MS)

/** Whether somebody travels about now. */
export const isDay = (world: World) =>
  thingsOf(world, 'bookingId').some((each) => isOpen(each) && isNear(each, world.shop.clock.now()))

async function call(world: World, dice: Dice, name: string, route: RouteDef): Promise<string> {
  await refresh(world)
  const named = nameThings(world, dice, name, route)
  const who = named && actorOf(world, dice, name, route, named)
  const user = everybody(world).get(who ?? '')
  if (!named || !who || !user) return ''
  const { userId } = user
  const body = bodyOf({ world, dice, named, userId, call: name }, route)
  const path = route.path.replace(/:(\w+)/g, (_, param: string) => {
    return named.get(param)?.id ?? (param === 'subjectKind' ? 'user' : newId())
  })
  const before = CAN[name] && (await promiseOf(world, user, { name, named }))
  const answer = await world.shop.app.inject({
    method: route.method,
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${await freshToken(world.shop.deps, user)}`,
      ...(route.idempotent && { 'idempotency-key': newId() }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  const status = answer.statusCode
  const code = status < 300 ? '' : (/"code":"(\w+)"/.exec(answer.body)?.[1] ?? '')
  const said = `${name} by ${who}: ${status} ${code} ${path} ${JSON.stringify(body)}`
  if (status >= 500 && code !== 'busy') throw new Error(`${said} ${answer.body}`)
  if (status === 401) await renewed(world, who)
  else if (before) await expectKept(world, before, { name, user, said, code })
  return said
}

/** Chooses the things that the path names; undefined when there is none of a kind. */
function nameThings(world: World, dice: Dice, name: string, { path }: RouteDef) {
  const now = world.shop.clock.now()
  const named = new Map<string, Thing>()
  for (const [, param = ''] of path.matchAll(/:(\w+)/g)) {
    const all = thingsOf(world, MEANING[`${name}:${param}`] ?? param)
    const open = all.filter(isOpen)
    const near = OF_DAY.test(name) ? open.filter((each) => isNear(each, now)) : []
    const some = [near, open, all].find((each) => each.length > 0 && dice.chance(85)) ?? all
    const thing = dice.pick(dice.chance(60) ? some.slice(-5) : some)
    if (thing) named.set(param, thing)
    else if (!OPTIONAL.includes(param)) return undefined
  }
  return named
}

/** Who calls: somebody of the team who may, or mostly whose things the path names. */
function actorOf(
  world: World,
  dice: Dice,
  name: string,
  { auth, path }: RouteDef,
  named: Map<string, Thing>,
): string | undefined {
  if (typeof auth === 'object') {
    const may = [...world.team].filter(([member]) =>
      mayDo([member.replace(/\d/, '') as never], auth.permission as Permission),
    )
    return dice.pick(may)?.[0]
  }
  const owners = [...named.values()].flatMap(({ people }) => people)
  const isAboutOne = named.has('bookingId') || named.has('tripId')
  const at = BY_DRIVER.test(name) ? 1 : 0
  const likely = isAboutOne && dice.chance(88) ? owners.slice(at, at + 1) : owners
  const isNew = /(bookings|keeps|connections|invitations|conversations)$/.test(path)
  const own = [...world.people].filter(([, { userId }]) => likely.includes(userId))
  const some = !isNew && own.length > 0 && dice.chance(93) ? own : [...world.people]
  return dice.pick(some)?.[0]
}

function bodyOf(context: Context, { body: schema }: RouteDef): object | undefined {
  const whole = BODIES[context.call]
  if (whole) return whole(context) as object
  if (!schema) return undefined
  const pool = { ids: context.world.things.map(({ id }) => id), texts: [], numbers: [1, 2, 3, 5] }
  const anyOf = (of: z.ZodType) =>
    fc.sample(valuesOf(of, pool), { seed: context.dice.seed, numRuns: 1 })[0]
  if (!(schema instanceof z.ZodObject)) return anyOf(schema) as object
  const entries = Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, each]) => {
    const field = fieldOf(key)
    return [key, field ? field(context) : anyOf(each)]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null))
}
