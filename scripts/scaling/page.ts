// Generates docs/scaling.md.

import { demandOf, HABITS } from './demand.ts'
import { type Cost, type Growth, powerOf } from './growth.ts'
import { SHARDS } from './shards.ts'
import { activeAt, wallsOf } from './walls.ts'

const GOAL = 500_000
/** A number of people above this limit means that the measured cost did not grow. */
const NEVER = 1e9

/**
 * Generates the page from measured costs. The remedy for each limit is written by hand, in
 * walls.ts.
 */
export function scalingPage({ costs, machine, measured }: Growth): string {
  const parts = [
    '# How far one machine goes, and what comes then',
    [
      'Written by `npm run docs:scaling` from `docs/growth.json`, which `npm run bench growth`',
      'measures, and from the habits in `scripts/scaling/demand.ts`.',
      `One machine of ${machine.cores} cores and ${machine.gigabytes} GB ran server, database and`,
      `the clients that asked them; ${daysOf(measured)}.`,
    ].join(' '),
    '## What each costs',
    '`power`: 0 is the same at any size, 1 is so much for each one more, above 1 gets worse.',
    tableOf(['of', 'cost', 'measured', 'power'], costs.map(costRow)),
    `## What ${number(GOAL)} active people ask for`,
    habitsText(),
    tableOf(['in the busiest hour, or kept', ''], demandRows()),
    '## The walls of one machine, nearest first',
    tableOf(
      ['wall', 'what there is', 'stands at, active people', `used by ${number(GOAL)}`, 'then'],
      wallRows(costs),
    ),
    [
      'Availability is a wall of its own, and comes before all of these: one machine is down while',
      'it restarts. Three database nodes and three server processes are described in',
      '[high-availability.md](high-availability.md).',
    ].join(' '),
    SHARDS,
  ]
  return `${parts.join('\n\n')}\n`
}

function daysOf(measured: Growth['measured']): string {
  return Object.entries(measured)
    .map(([unit, day]) => `${unit} measured on ${day}`)
    .join(', ')
}

function costRow({ unit, what, points }: Cost): string[] {
  const values = points.map(({ size, value }) => `${number(size)}: ${number(value)}`).join(' · ')
  return [unit, what, values, powerOf(points)?.toFixed(2) ?? '']
}

function habitsText(): string {
  return [
    `Each, in a month: ${HABITS.searches} searches, ${HABITS.bookings} bookings,`,
    `${HABITS.trips} trips published, ${HABITS.messagesPerBooking} messages and`,
    `${HABITS.transfersPerBooking} movements for each booking;`,
    `${HABITS.peakHourShare * 100} % of a month in its busiest hour.`,
  ].join(' ')
}

function demandRows(): string[][] {
  const demand = demandOf(GOAL)
  return [
    ['searches a second', number(demand.searchesPerSecond)],
    ['bookings a second', number(demand.bookingsPerSecond)],
    ['open screens', number(demand.openScreens)],
    ['upcoming trips', number(demand.upcomingTrips)],
    ['accounts', number(demand.accounts)],
    ['movements a month', number(demand.transfersPerMonth)],
    [`movements of ${HABITS.yearsOfLedger} years`, number(demand.transfersKept)],
  ]
}

function wallRows(costs: readonly Cost[]): string[][] {
  return wallsOf(costs)
    .map((wall) => ({ ...wall, active: activeAt(wall) }))
    .sort((a, b) => a.active - b.active)
    .map(({ name, limit, active, use, remedy }) => {
      const used = `${number(use(demandOf(GOAL)) * 100)} %`
      return [name, limit, active > NEVER ? 'not in sight' : number(active), used, remedy]
    })
}

function tableOf(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function number(value: number): string {
  const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(2))
  return rounded.toLocaleString('en')
}
