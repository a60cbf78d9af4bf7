// Values of the fields that people fill in, by the name of the field; any other field gets a value
// that its schema describes.
import { SEATS_MAX } from '#contract/limits.ts'
import { addMs, bogotaDate, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'
import { anAccount } from '#test/withdrawal-factories.ts'
import type { Thing, World } from './world.ts'

/** Everything random of one act comes from its number. */
export type Dice = {
  /** One of the items; undefined when there is none. */
  pick<T>(from: readonly T[]): T
  chance(percent: number): boolean
  seed: number
}

/** What an act knows when it fills in a field: `call` is its name. */
export type Context = {
  world: World
  dice: Dice
  named: Map<string, Thing>
  userId: string
  call: string
}
type Field = (context: Context) => unknown

export function diceOf(seed: number): Dice {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    chance: (percent) => next() * 100 < percent,
    seed,
  }
}

export const thingsOf = ({ things }: World, kind: string) =>
  things.filter((thing) => thing.kind === kind)

const text = 'Estuve en el punto a la hora y no fue así.'
const places = [BOGOTA, GIRARDOT, IBAGUE, CALI]
const omitted = () => undefined
const idOf =
  (kind: string): Field =>
  ({ world, dice }) =>
    dice.pick(thingsOf(world, kind))?.id

/** Two declared stops of the named trip, mostly the first and the last. */
function stopsOf({ named, dice, world }: Context): [string, string] {
  const trip = named.get('tripId') ?? tripOfBooking(named.get('bookingId'), world)
  const seqs = (trip?.about.seqs as number[] | undefined) ?? [0, 1]
  const whole = dice.chance(60)
  const from = whole ? 0 : Math.floor(Number(dice.pick(seqs.map((_, at) => at))) / 2)
  const to = whole ? seqs.length - 1 : Number(dice.pick(seqs.map((_, at) => at).slice(from + 1)))
  return [`${trip?.id}.${seqs[from]}`, `${trip?.id}.${seqs[to]}`]
}

const tripOfBooking = (booking: Thing | undefined, world: World) =>
  world.things.find(({ kind, id }) => kind === 'tripId' && id === booking?.about.trip)

const later = ({ world, dice }: Context, hours: number[]) =>
  addMs(world.shop.clock.now(), dice.pick(hours) * HOUR_MS)

const stopsCache = new WeakMap<Context, [string, string]>()
const stops = (context: Context) => {
  const known = stopsCache.get(context) ?? stopsOf(context)
  stopsCache.set(context, known)
  return known
}

/** Departure of the named trip, moved by some minutes. */
function moved({ named, dice }: Context): string | undefined {
  const at = named.get('tripId')?.about.at
  const minutes = dice.pick([-600, -90, -20, -10, 10, 20, 45, 90, 400, 1_500])
  return at ? addMs(new Date(String(at)), minutes * MINUTE_MS).toISOString() : undefined
}

const FIELDS: Record<string, Field> = {
  ...{ expectedPrice: omitted, expectedRefund: omitted, expectedCover: omitted, press: omitted },
  ...{
    answerUntil: omitted,
    position: omitted,
    fromPointId: ({ dice, world }) => (dice.chance(20) ? world.pointId : omitted()),
  },
  ...{ toPointId: omitted },
  ...{
    changePointId: (c) => c.world.pointId,
    notes: omitted,
    preferences: omitted,
    papers: () => text,
  },
  ...{ reason: () => text, note: () => text, text: () => text, statement: () => text },
  ...{ comment: () => 'Buen viaje.', id: () => newId(), userId: personOf },
  ...{ accountId: ({ world, userId, dice }) => ownOf(world, 'accountId', userId, dice) },
  ...{ rideRequestId: idOf('rideRequestId'), bookingId: idOf('bookingId') },
  ...{ tripId: idOf('tripId'), keepId: ownKeep },
  ...{ fromStopId: (c) => stops(c)[0], toStopId: (c) => stops(c)[1], stopId: (c) => stops(c)[0] },
  ...{ seats: ({ dice }) => dice.pick([1, 1, 1, 2, 2, SEATS_MAX]), from: () => BOGOTA },
  ...{ paymentMode: ({ dice }) => dice.pick(['billetera', 'billetera', 'directo']) },
  ...{ amount: ({ dice }) => dice.pick([10_000, 20_000, 50_000, 150_000, 600_000]) },
  ...{ pesos: ({ dice }) => dice.pick([1_000, 15_000, 40_000, 120_000]), to: () => CALI },
  ...{ code: ({ named, world, dice }) => codeOf(named.get('tripId'), world, dice) },
  ...{ gatewayReference: () => `DEV-${newId()}`, bankReference: () => `B${newId().slice(-12)}` },
  ...{ since: (c) => bogotaDate(later(c, [0, 24])), until: (c) => bogotaDate(later(c, [48, 72])) },
  ...{ earliest: (c) => later(c, [1, 20]).toISOString() },
  ...{ latest: (c) => later(c, [48, 70]).toISOString() },
  ...{ maxPrice: ({ dice }) => dice.pick([40_000, 90_000, 200_000]), upTo: () => 200_000 },
  ...{ days: ({ dice }) => dice.pick([3, 10, 60]), departsAt: moved },
  ...{
    at: ({ named }) => named.get('bookingId')?.about.at,
    withdrawable: ({ dice }) => dice.chance(40),
  },
  ...{
    tags: () => [],
    agree: ({ dice }) => dice.chance(80),
    agrees: ({ dice }) => dice.chance(80),
  },
  ...{
    account: () => anAccount(),
    heir: () => false,
    name: () => 'Ana Rozo',
    legalIdType: () => 'CC',
  },
  ...{ legalId: () => '1090200500', gender: omitted, arrived: ({ dice }) => dice.chance(60) },
  ...{
    firstName: () => 'Ana',
    lastFour: () => '1234',
    pressedAt: ({ world }) => world.shop.clock.now(),
  },
}

/** A payment is always one's own. */
function personOf(context: Context) {
  return context.call.startsWith('payments.') ? undefined : idOf('userId')(context)
}

function ownKeep({ world, userId, dice }: Context): string | undefined {
  const own = thingsOf(world, 'keepId').filter(({ people }) => people.includes(userId))
  return dice.chance(60) ? own.at(-1)?.id : undefined
}

function ownOf(world: World, kind: string, userId: string, dice: Dice): string | undefined {
  return dice.pick(thingsOf(world, kind).filter(({ people }) => people.includes(userId)))?.id
}

function codeOf(trip: Thing | undefined, world: World, dice: Dice): string | undefined {
  const own = thingsOf(world, 'bookingId').filter(
    ({ about }) => about.trip === trip?.id && /confirmed|checked_in/.test(String(about.status)),
  )
  return (dice.pick(own)?.about.code ?? 'ABCDEF') as string
}

export const fieldOf = (name: string): Field | undefined => FIELDS[name]

/** Whole bodies of calls whose fields fit together only by a rule. */
export const BODIES: Record<string, Field> = {
  'trips.publish': (c) => newTrip(c),
  'recurrence.create': (c) => {
    const departsAt = later(c, [26, 50])
    const trip = { ...newTrip(c), departsAt: departsAt.toISOString(), returnTrip: undefined }
    return { trip, weekdays: [departsAt.getUTCDay() || 7] }
  },
  'tripChanges.edit': (c) => c.dice.pick(editsOf(c)),
  'connections.book': (c) => ({
    parts: partsOf(c),
    changePointId: c.world.pointId,
    seats: c.dice.pick([1, 1, 2]),
  }),
  'seatKeeps.keepBoth': (c) => ({ parts: partsOf(c), seats: 1 }),
  'bookings.checkIn': (c) => ({ code: codeOf(c.named.get('tripId'), c.world, c.dice) }),
  'boarding.scan': (c) => ({
    deviceId: newId(),
    deviceName: 'Celular',
    scans: [
      {
        nonce: newId(),
        code: codeOf(c.named.get('tripId'), c.world, c.dice),
        scannedAt: c.world.shop.clock.now().toISOString(),
        offline: true,
      },
    ],
  }),
  'bookings.changeMeeting': (c) => ({
    fromPointId: c.dice.pick([null, c.world.pointId]),
    toPointId: null,
  }),
  'withdrawals.addAccount': () => anAccount(),
  'alerts.create': (c) => ({
    ...Object.fromEntries(
      ['from', 'to', 'since', 'until', 'seats', 'maxPrice'].map((name) => [
        name,
        FIELDS[name]?.(c),
      ]),
    ),
    ...(c.dice.chance(80) && {
      maxPrice: 200_000,
      list: {
        earliestMinute: 0,
        latestMinute: 1440,
        noticeMinutes: 30,
        atNight: true,
        womenOnly: false,
        verifiedOnly: false,
        withChange: c.dice.chance(50),
      },
    }),
  }),
  'conduct.report': (c) => ({
    subject: { kind: 'user', id: idOf('userId')(c) },
    reason: 'offensive_text',
    text,
  }),
  'disputes.answer': (c) => ({ answer: c.dice.pick(['other', 'not_there', 'travelled']), text }),
  'conduct.decide': (c) =>
    c.dice.pick([
      { outcome: 'nothing', note: text },
      { outcome: 'warning', note: text },
      { outcome: 'suspension', days: 3, note: text },
      { outcome: 'suspension', days: 30, note: text },
      { outcome: 'expulsion', note: text },
    ]),
  'conduct.hear': (c) => ({ note: text, pause: c.dice.chance(60) }),
}

function newTrip(c: Context) {
  const { dice, userId, world } = c
  const driver = world.drivers.find((each) => each.userId === userId)
  const [ends, at] = dice.pick([
    [[BOGOTA, CALI], 0],
    [places, 0],
    [[BOGOTA, IBAGUE], 1],
    [[IBAGUE, CALI], 2],
  ] as const)
  const base = world.trips[at]?.facts.seatPrice ?? 0
  return {
    vehicleId: driver?.vehicleId ?? newId(),
    stops: ends.map((placeId) => ({ placeId })),
    departsAt: later(c, [1, 5, 20, 27, 45, 70]).toISOString(),
    seats: dice.pick([1, 2, 3]),
    seatPrice: Math.round((base * dice.pick([0.7, 0.9, 1, 1.1])) / 100) * 100,
    paymentModes: dice.pick([['billetera'], ['billetera', 'directo'], ['directo']]),
    instant: dice.chance(60),
  }
}

function editsOf(c: Context): object[] {
  const price = Number(c.named.get('tripId')?.about.price ?? 50_000)
  return [
    { departsAt: moved(c) },
    { departsAt: moved(c) },
    { seats: c.dice.pick([1, 2, 3, 4]) },
    { seatPrice: Math.round((price * c.dice.pick([0.8, 0.9, 1.1])) / 100) * 100 },
    { paymentModes: c.dice.pick([['billetera'], ['directo'], ['billetera', 'directo']]) },
    { instant: c.dice.chance(50) },
    { roadStops: c.dice.pick(['no', 'ask', 'at_once']) },
    {
      stops: c.dice
        .pick([places, [BOGOTA, CALI], [BOGOTA, IBAGUE, CALI]])
        .map((placeId) => ({ placeId })),
    },
    { departsAt: moved(c), seats: c.dice.pick([1, 2, 3]), instant: c.dice.chance(50) },
  ]
}

/** Both cars of a trip with one change, of those that begin the history. */
function partsOf({ world }: Context): object[] {
  return [1, 2].flatMap((at) => {
    const trip = world.trips[at]
    if (!trip || (at === 2 && trip.facts.places.length < 3)) return []
    const ends = at === 1 ? [BOGOTA, IBAGUE] : [IBAGUE, CALI]
    const seqs = ends.map((place) => trip.facts.places.findIndex((each) => each.placeId === place))
    const [from, to] = seqs.map((seq) => `${trip.tripId}.${seq}`)
    return { tripId: trip.tripId, fromStopId: from, toStopId: to }
  })
}
