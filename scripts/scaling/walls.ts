// Limits of one machine as the number of people grows, from measured costs.

import { type Demand, demandOf } from './demand.ts'
import { type Cost, costAt } from './growth.ts'

/** Memory of an open screen in bytes, measured by `npm run bench chat` with 1,000 screens. */
const SCREEN_BYTES = 17_000

export type Wall = {
  name: string
  /** Part of the limit that this demand uses; 1 is the whole limit. */
  use: (demand: Demand) => number
  limit: string
  remedy: string
}

type Costs = readonly Cost[]

export function wallsOf(costs: Costs): Wall[] {
  const at = (unit: string, what: string, size: number) => costAt(pointsOf(costs, unit, what), size)
  const rate = (what: string) => pointsOf(costs, 'trips', what).at(-1)?.value ?? Number.NaN
  const jobs = (unit: string, size: number) =>
    costs
      .filter((cost) => cost.unit === unit && cost.what.startsWith('job '))
      .reduce((sum, { points }) => sum + costAt(points, size), 0)
  return [
    {
      name: 'Cores, in the busiest hour',
      limit: '60 % of both for searches and bookings',
      use: ({ searchesPerSecond, bookingsPerSecond }) =>
        (searchesPerSecond / rate('searches, per second') +
          bookingsPerSecond / rate('bookings, per second')) /
        0.6,
      remedy:
        'More server processes behind HAProxy, and more cores for the primary; after that ' +
        'searches on read replicas ([decision 29](decisions/0029-search-alerts-and-requests.md)).',
    },
    {
      name: 'Full verification of the ledger',
      limit: 'eight hours of a night',
      use: ({ transfersKept }) =>
        at('transfers', 'full verification, ms', transfersKept) / (8 * 3_600_000),
      remedy:
        'The verified prefix is kept with its balances, so that each day reads only what is new; ' +
        'a full one runs on a replica, month after month, once movements are partitioned by month.',
    },
    {
      name: 'Jobs over all upcoming trips',
      limit: 'ten minutes of each hour',
      use: ({ upcomingTrips }) => jobs('trips', upcomingTrips) / 600_000,
      remedy:
        'Each job reads what changed since its last run instead of every trip, and takes a range ' +
        'of ids, so that several processes share it.',
    },
    {
      name: 'Jobs over all people',
      limit: 'four hours of a night',
      use: ({ accounts }) => jobs('people', accounts) / (4 * 3_600_000),
      remedy:
        'Recount only who had an event that day, and everybody once a month, in ranges of ids.',
    },
    {
      name: 'Disk',
      limit: '1 TB, with room for half as much again',
      use: ({ transfersKept, accounts, upcomingTrips }) =>
        (at('transfers', 'disk, bytes', transfersKept) +
          at('people', 'disk, bytes', accounts) +
          at('trips', 'disk, bytes', upcomingTrips) * 12) /
        0.67e12,
      remedy:
        'Movements are most of the disk. Partitions of the ledger are described in ' +
        '[decision 64](decisions/0064-what-we-do-not-build-yet.md); until then tables stay whole ' +
        '([decision 64](decisions/0064-what-we-do-not-build-yet.md)).',
    },
    {
      name: 'Memory of open screens',
      limit: '1 GB of one server process',
      use: ({ openScreens }) => (openScreens * SCREEN_BYTES) / 1e9,
      remedy: 'More server processes: none keeps anything of its own, and NATS tells all of them.',
    },
  ]
}

function pointsOf(costs: Costs, unit: string, what: string) {
  const found = costs.find((cost) => cost.unit === unit && cost.what === what)
  if (!found) throw new Error(`no cost "${what}" of ${unit}: run npm run bench growth`)
  return found.points
}

/** Returns the number of active people that uses the whole limit, rounded to two digits. */
export function activeAt({ use }: Wall): number {
  let [low, high] = [1, 1e12]
  for (let step = 0; step < 100; step += 1) {
    const middle = Math.sqrt(low * high)
    if (use(demandOf(middle)) < 1) low = middle
    else high = middle
  }
  return Number(low.toPrecision(2))
}
