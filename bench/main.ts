// `npm run bench [transfers|bookings|searches]`: throughput as ratios to a yardstick of the run.
// `npm run bench search [trips]`: a million trips; takes minutes, so only when it is asked for.
// `npm run bench openapi`: the wallet while strangers ask for the description of the API.
// `npm run bench webhook`: 10,000 events of the gateway over 256 connections; fails above 500 ms.
// `npm run bench ledger [transfers]`: verification and chaining of ten million; takes many minutes.
// `npm run bench login-flood`: the wallet and honest logins while strangers try passwords.
// `npm run bench hot-trip [rounds]`: one trip that everybody wants, 50 times; fails when a seat or
// a peso is wrong. Its yardstick is one row that as many clients update.
// `npm run bench crawlers`: API searches while crawlers ask for pages that are rendered; fails
// when that takes 1.5 times as long as with pages made ahead of time.
// `npm run bench chat [clients]`: 1,000 open screens that talk, beside bookings; fails when a
// message takes longer than 250 ms (p99) or bookings fall below 80 % of their rate alone.
// `npm run bench growth [share] [trips|transfers|people]`: what a trip, a transfer and a person
// cost, from thousands to millions of them; takes half an hour with all sizes, so `share` of the
// largest may be given. Writes docs/growth.json, from which docs/scaling.md is computed.
// `npm run bench attack`: buyers of one driver beside somebody who books and cancels in four tabs,
// and strangers beside 1,050 parallel calls of one account, 60 people on a locked trip and a frozen
// process; fails when fewer than 95 % of them book, or their p99 beside the locked trip or the
// process is more than twice as long.
import { bogotaDate } from '#server/platform/clock.ts'
import { measureAttack } from './book-and-cancel.ts'
import { measureBookings } from './bookings.ts'
import { measureChat } from './chat.ts'
import { measureCrawlers } from './crawlers.ts'
import { growthUnits, measureGrowth } from './growth.ts'
import { noteGrowth } from './growth-file.ts'
import { measureHotRow } from './hot-row.ts'
import { type HotTrip, measureHotTrip } from './hot-trip.ts'
import { benchLedger } from './ledger.ts'
import type { Figures } from './load.ts'
import { measureLoginFlood } from './login-flood.ts'
import { measureOpenApi } from './openapi.ts'
import { benchSearch } from './search.ts'
import { measureSearches } from './searches.ts'
import { openStage } from './stage.ts'
import { type Beside, measureStrangers } from './strangers.ts'
import { measureTpcB } from './tpcb.ts'
import { measureTransfers } from './transfers.ts'
import { measureWebhook } from './webhook.ts'

const asked = new Set(process.argv.slice(2))
const wants = (name: string) => asked.size === 0 || asked.has(name)
const options = { clients: 16, seconds: 6 }

type Line = Figures & { against?: Figures }

function print({ against, ...figures }: Line): void {
  const columns = [
    figures.name.padEnd(40),
    `${figures.perSecond.toFixed(0)}/s`.padStart(9),
    `p50 ${figures.p50Ms.toFixed(1)} ms`.padStart(13),
    `p99 ${figures.p99Ms.toFixed(1)} ms`.padStart(13),
    figures.refused > 0 ? `${figures.refused} refused` : '',
    against
      ? `= ${(figures.perSecond / against.perSecond).toFixed(2)} × ${against.name}`
      : 'yardstick',
  ]
  process.stdout.write(`${columns.join('  ')}\n`)
}

function printHotTrip(found: HotTrip): void {
  const lines = [...found.perSecond].map(
    ([clients, rate]) => `one hot trip, ${clients} clients`.padEnd(34) + perSecond(rate),
  )
  lines.push(
    `${'256 clients against 64'.padEnd(34)}${found.ratio.toFixed(2).padStart(9)}`,
    `${'with cancellations, 64 clients'.padEnd(34)}${perSecond(found.mixedPerSecond)}`,
    `${found.rounds} rounds of ${found.capacity} seats, ${found.mixedRounds} with cancellations`,
  )
  lines.push(...(found.wrong.length > 0 ? found.wrong : ['sold = capacity, holds = bookings: ok']))
  process.stdout.write(`${lines.join('\n')}\n`)
  if (found.wrong.length > 0) process.exitCode = 1
}

function printBeside({ figures, alone, met }: Beside): void {
  print({ ...figures, against: alone })
  const share = (figures.done / (figures.done + figures.refused)) * 100
  const p99 = `p99 ${(figures.p99Ms / alone.p99Ms).toFixed(2)} × alone`
  process.stdout.write(`  ${share.toFixed(1)} % booked, ${p99}: ${met ? 'ok' : 'FAILED'}\n`)
  if (!met) process.exitCode = 1
}

const perSecond = (rate: number) => `${rate.toFixed(0)}/s`.padStart(9)

const stage = await openStage()
try {
  if (asked.has('search')) {
    const trips = Number(process.argv[3] ?? 1_000_000)
    await benchSearch(stage, trips, (line) => process.stdout.write(`${line}\n`))
  } else if (asked.has('webhook')) {
    const found = await measureWebhook(stage)
    process.stdout.write(`${JSON.stringify(found)}\n`)
    if (!found.ok) process.exitCode = 1
  } else if (asked.has('openapi')) {
    for (const line of await measureOpenApi(stage)) process.stdout.write(`${line}\n`)
  } else if (asked.has('ledger')) {
    const transfers = Number(process.argv[3] ?? 10_000_000)
    const met = await benchLedger(stage, transfers, (line) => process.stdout.write(`${line}\n`))
    if (!met) process.exitCode = 1
  } else if (asked.has('login-flood')) {
    const { lines, met } = await measureLoginFlood(stage)
    process.stdout.write(`${lines.join('\n')}\n`)
    if (!met) process.exitCode = 1
  } else if (asked.has('hot-trip')) {
    const rounds = Number(process.argv[3] ?? 50)
    const measureRow = () => measureHotRow(stage.pool, { clients: 64, seconds: 5 })
    const before = await measureRow()
    print(before)
    const found = await measureHotTrip(stage, rounds)
    printHotTrip(found)
    const after = await measureRow()
    print(after)
    const share = (found.perSecond.get(64) ?? 0) / meanOf(before, after).perSecond
    process.stdout.write(`${'64 clients against one row'.padEnd(34)}${share.toFixed(2)} ×\n`)
  } else if (asked.has('crawlers')) {
    const { lines, met } = await measureCrawlers(stage)
    process.stdout.write(`${lines.join('\n')}\n`)
    if (!met) process.exitCode = 1
  } else if (asked.has('chat')) {
    const { lines, met } = await measureChat(stage, Number(process.argv[3] ?? 1_000))
    process.stdout.write(`${lines.join('\n')}\n`)
    if (!met) process.exitCode = 1
  } else if (asked.has('growth')) {
    const say = (line: string) => process.stdout.write(`${line}\n`)
    const units = process.argv[4] ? [process.argv[4]] : growthUnits
    const costs = await measureGrowth(Number(process.argv[3] ?? 1), units, say)
    noteGrowth(units, costs, bogotaDate(new Date()))
  } else if (asked.has('attack')) {
    const { alone, limited, lifted } = await measureAttack(stage)
    print(alone)
    print({ ...lifted, against: alone })
    print({ ...limited, against: alone })
    for await (const line of measureStrangers(stage)) printBeside(line)
  } else {
    await measureAll()
  }
} finally {
  await stage.close()
}

/** Each figure against the mean of the yardstick before and after it: the machine itself varies. */
async function printBookings(first: Figures): Promise<void> {
  let before = first
  for await (const line of measureBookings(stage)) {
    const after = await measureTpcB(stage.pool, options)
    print({ ...line, against: meanOf(before, after) })
    before = after
  }
}

function meanOf(before: Figures, after: Figures): Figures {
  return { ...before, perSecond: (before.perSecond + after.perSecond) / 2 }
}

async function measureAll(): Promise<void> {
  const yardstick = await measureTpcB(stage.pool, options)
  print(yardstick)
  if (wants('transfers')) print({ ...(await measureTransfers(stage, options)), against: yardstick })
  if (wants('bookings')) await printBookings(yardstick)
  if (wants('searches')) {
    const { bare, sql, search } = await measureSearches(stage, options)
    print(bare)
    print(sql)
    print({ ...search, against: bare })
    print({ ...search, against: sql })
  }
}
