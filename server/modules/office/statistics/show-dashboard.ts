import type { z } from 'zod'
import { mayDo } from '#contract/permissions.ts'
import type { statistics } from '#contract/statistics.ts'
import { placesByIds } from '#server/modules/roads/places/index.ts'
import { bogotaDate, daysAfter, MINUTE_MS } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { type Cached, cachedFor } from '#server/platform/ttl-cache.ts'
import type { Figure } from './count-days.queries.ts'
import { countDays, type Part } from './count-days.ts'
import {
  funnelOf,
  listsOf,
  moneyOf,
  nudgesOf,
  pairsOf,
  timesOf,
  tripsOf,
} from './dashboard-parts.ts'
import { EVENT_METRICS, PEOPLE_METRICS } from './metrics.ts'
import {
  findFirstInstant,
  findPayoutsState,
  findProgressOf,
  listFiguresOf,
  listSumsBefore,
  listSumsByKey,
  listTextCosts,
  type PayoutsState,
  type TextCost,
} from './statistics.queries.ts'

/** Time for which the figures are cached for the whole team. */
const KEPT_MS = MINUTE_MS
/** Days that are counted on request; more are missing only while the job catches up. */
const LIVE_DAYS_MAX = 3
const PAIRS_SHOWN = 12
/** More pairs are read than shown, because the last days can change their order. */
const PAIRS_READ = 60

const BY_PAIR = ['way_offered', 'way_sold', 'missed_searches', 'alerts_made', 'requests_made']
const MONEY = EVENT_METRICS.filter((metric) => metric.startsWith('money_'))
type Read = {
  since: string
  until: string
  countingFrom: string | null
  /** All figures of the period and of the previous one, except those per pair of places. */
  figures: Figure[]
  /** Sums of the period per pair of places, and sums of money before both periods. */
  pairs: Omit<Figure, 'day'>[]
  before: Omit<Figure, 'day' | 'key'>[]
  payouts: PayoutsState
  texts: TextCost[]
}

/**
 * Finds the days that are counted on request: days that the job has not counted, and today.
 * `countingFrom`: first day without figures, while the job has more to count than a request does.
 */
async function liveFrom(db: Db, now: Date) {
  const today = bogotaDate(now)
  const progress = await findProgressOf(db, 'events')
  // Before the first run all days are missing, not only today.
  const next = progress?.nextDay ?? bogotaDate((await findFirstInstant(db)) ?? now)
  const oldest = daysAfter(today, 1 - LIVE_DAYS_MAX)
  const isBehind = next < oldest
  const people = daysAfter(today, -1)
  return { events: isBehind ? oldest : next, people, countingFrom: isBehind ? next : null }
}

async function read(db: Db, now: Date, days: number): Promise<Read> {
  const until = bogotaDate(now)
  const since = daysAfter(until, 1 - days)
  const first = daysAfter(since, -days)
  const { countingFrom, ...live } = await liveFrom(db, now)
  const stored = (part: Part, metrics: readonly string[]) =>
    listFiguresOf(db, { metrics, first, last: daysAfter(live[part], -1) })
  const events = await countDays(db, 'events', { first: live.events, last: until })
  const isSingle = ({ metric }: { metric: string }) => !BY_PAIR.includes(metric)
  const single = EVENT_METRICS.filter((metric) => isSingle({ metric }))
  const range = { first: since, last: daysAfter(live.events, -1), limit: PAIRS_READ }
  return {
    since,
    until,
    countingFrom,
    figures: [
      ...(await stored('events', single)),
      ...events.filter(isSingle),
      ...(await stored('people', PEOPLE_METRICS)),
      ...(await countDays(db, 'people', { first: live.people, last: until })),
    ],
    pairs: [
      ...(await listSumsByKey(db, { metrics: BY_PAIR, ...range })),
      ...events.filter((figure) => !isSingle(figure)),
    ],
    before: await listSumsBefore(db, { metrics: MONEY, day: first }),
    payouts: await findPayoutsState(db),
    texts: await listTextCosts(db, now),
  }
}

const cached: Record<'7' | '30' | '90', Cached<Read>> = {
  '7': cachedFor(KEPT_MS, (db, now) => read(db, now, 7)),
  '30': cachedFor(KEPT_MS, (db, now) => read(db, now, 30)),
  '90': cachedFor(KEPT_MS, (db, now) => read(db, now, 90)),
}

/** Shows the last days and as many days before. Money only for finance. */
export async function showDashboard(
  deps: ReadDeps,
  actor: Actor,
  { days }: z.output<typeof statistics.showDashboard.query>,
): Promise<z.input<typeof statistics.showDashboard.ok>> {
  const found = await cached[days].get(deps)
  const { since, until, countingFrom, figures, pairs } = found
  const span = { since, until, figures }
  const seesMoney = mayDo(actor.roles, 'payments.cases')
  return {
    days: Number(days),
    since,
    until,
    countingFrom,
    trips: tripsOf(span),
    money: seesMoney
      ? { ...moneyOf(span, found.before), ...payoutsOf(found.payouts), texts: found.texts }
      : null,
    funnel: funnelOf(span),
    nudges: nudgesOf(span),
    lists: listsOf(span),
    times: timesOf(span),
    ...(await withPlaces(deps, pairs)),
  }
}

function payoutsOf({ count, pesos, gatewayAt, bankUntil }: PayoutsState) {
  return {
    due: { count, pesos },
    compared: { gatewayAt: gatewayAt?.toISOString() ?? null, bankUntil },
  }
}

async function withPlaces(deps: ReadDeps, sums: Read['pairs']) {
  const ways = pairsOf(sums, ['way_offered', 'way_sold'], PAIRS_SHOWN)
  const wanted = pairsOf(sums, ['missed_searches', 'alerts_made', 'requests_made'], PAIRS_SHOWN)
  const ids = [...ways, ...wanted].flatMap(({ from, to }) => [from, to])
  const places = new Map(
    (await placesByIds(deps, [...new Set(ids)])).map(({ id, name, lat, lng }) => [
      id,
      { placeId: id, name, lat, lng },
    ]),
  )
  const ends = ({ from, to }: { from: string; to: string }) => {
    const [start, end] = [places.get(from), places.get(to)]
    return start && end ? [{ from: start, to: end }] : []
  }
  return {
    corridors: ways.flatMap((way) =>
      ends(way).map((both) => {
        const [seatsOffered = 0, seatsSold = 0] = way.values
        return { ...both, seatsOffered, seatsSold }
      }),
    ),
    demand: wanted.flatMap((pair) =>
      ends(pair).map((both) => {
        const [missedSearches = 0, alerts = 0, requests = 0] = pair.values
        return { ...both, missedSearches, alerts, requests }
      }),
    ),
  }
}
