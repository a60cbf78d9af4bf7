import { readCommand } from '#server/platform/command.ts'
import { attack } from './attack.ts'
import { bookings } from './bookings.ts'
import { chat } from './chat.ts'
import { connections } from './connections.ts'
import { growth } from './growth.ts'
import { type Stage, withStage } from './harness/stage.ts'
import { hotTrip } from './hot-trip.ts'
import { ledger } from './ledger.ts'
import { search } from './search.ts'
import { simulate } from './simulation.ts'
import { webhook } from './webhook.ts'

type Question = {
  about: string
  /** Name and default of the number argument. */
  argument?: [name: string, value: number]
  run(value: number, unit?: string): Promise<void>
}

const onStage = (measure: (stage: Stage, value: number) => Promise<void>) => (value: number) =>
  withStage((stage) => measure(stage, value))

const questions: Record<string, Question> = {
  bookings: {
    about: 'bookings, check-ins and cancellations of 64 and 16 clients; fails when one is refused',
    run: onStage(bookings),
  },
  'hot-trip': {
    about: 'one trip that 64 and 256 clients want; fails when a seat or a peso is wrong',
    argument: ['rounds', 50],
    run: onStage(hotTrip),
  },
  search: {
    about: 'searches against bare SQL and two other designs; takes minutes',
    argument: ['trips', 1_000_000],
    run: onStage(search),
  },
  connections: {
    about: 'searches with one change of car beside searches of direct trips; prints the ratio',
    argument: ['trips', 20_000],
    run: onStage(connections),
  },
  simulation: {
    about: 'shares of requests that find a trip, and of passengers that find another car; no time',
    argument: ['trips a day', 2_000],
    run: async (trips) => simulate(trips),
  },
  chat: {
    about: 'open screens beside bookings; fails when messages or bookings become slow',
    argument: ['screens', 1_000],
    run: onStage(chat),
  },
  attack: {
    about: 'honest bookings beside attacks; fails below 95 % booked or above twice the p99',
    run: onStage(attack),
  },
  ledger: {
    about: 'verification and chaining; fails above a budget; takes many minutes',
    argument: ['transfers', 10_000_000],
    run: onStage(ledger),
  },
  growth: {
    about: 'costs as trips, transfers and people grow, for docs/scaling.md; half an hour',
    argument: ['share of the largest size', 1],
    run: growth,
  },
  webhook: {
    about: '10,000 events of the gateway; fails above a p99 of 500 ms or when one is lost',
    run: onStage(webhook),
  },
}

function details(): string {
  const lines = Object.entries(questions).flatMap(([name, { about, argument }]) => [
    `  ${name.padEnd(11)} ${about}`,
    ...(argument ? [`  ${''.padEnd(11)} number: ${argument[0]}, ${argument[1]} by default`] : []),
  ])
  return [...lines, '', 'growth takes one unit more: npm run bench growth 0.1 trips'].join('\n')
}

const {
  positionals: [name = 'bookings', number, unit],
  refuse,
} = readCommand({
  call: 'npm run bench -- [question] [number]',
  about:
    'Measures the speed of the app, as ratios to a yardstick of the same run. Without a ' +
    'question: bookings.',
  details: details(),
  args: [0, 3],
  exits: { 1: 'a measure is outside of its limits' },
})
const question: Question = questions[name] ?? refuse(`No such question: ${name}`)
if (Number.isNaN(Number(number ?? 0))) refuse(`Not a number: ${number}`)
await question.run(Number(number ?? question.argument?.[1] ?? 0), unit)
