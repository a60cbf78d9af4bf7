// `npm run bench` measures the speed of the app as ratios to a yardstick of the same run. `--help`
// lists the measurements.
import { say } from '../scripts/project.ts'
import { attack } from './attack.ts'
import { bookings } from './bookings.ts'
import { chat } from './chat.ts'
import { growth } from './growth.ts'
import { type Stage, withStage } from './harness/stage.ts'
import { hotTrip } from './hot-trip.ts'
import { ledger } from './ledger.ts'
import { search } from './search.ts'
import { transfers } from './transfers.ts'
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
  transfers: { about: 'ledger transfers between wallets', run: onStage(transfers) },
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
    about: 'costs as trips, transfers and people grow; writes docs/growth.json; half an hour',
    argument: ['share of the largest size', 1],
    run: growth,
  },
  webhook: {
    about: '10,000 events of the gateway; fails above a p99 of 500 ms or when one is lost',
    run: onStage(webhook),
  },
}

const DEFAULT = ['transfers', 'bookings']

function help(): void {
  say('npm run bench [question] [number]\n')
  for (const [name, { about, argument }] of Object.entries(questions)) {
    say(`  ${name.padEnd(10)} ${about}`)
    if (argument) say(`  ${''.padEnd(10)} number: ${argument[0]}, ${argument[1]} by default`)
  }
  say(`\nWithout a question: ${DEFAULT.join(' and ')}.`)
  say('growth takes one unit more: npm run bench growth 0.1 trips')
}

const [name, number, unit] = process.argv.slice(2)
const names = name === undefined ? DEFAULT : [name]
if (name === '--help' || name === '-h') {
  help()
} else if (names.some((each) => !questions[each]) || Number.isNaN(Number(number ?? 0))) {
  help()
  process.exitCode = 2
} else {
  for (const each of names) {
    const { run, argument } = questions[each] as Question
    await run(Number(number ?? argument?.[1] ?? 0), unit)
  }
}
