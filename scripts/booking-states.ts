// Writes docs/booking-states.md from the tables of states and steps; a test finds it stale.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookingState } from '#contract/booking-view.ts'
import {
  type Actor,
  type BookingNews,
  bookingNews,
  bookingStates,
  type Condition,
  type Money,
  newsOfStep,
  stateMeanings,
  type Told,
  transitions,
} from '#server/modules/travel/bookings/index.ts'
import { readCommand } from '#server/platform/command.ts'
import { ROOT, say } from './project.ts'

export const TARGET = join(ROOT, 'docs/booking-states.md')

const moneyWords: Record<Money, { word: string; wallet: string; direct: string }> = {
  none: { word: 'none', wallet: 'nothing moves', direct: 'nothing moves' },
  hold: {
    word: 'hold',
    wallet: 'the fare is held in the passenger’s wallet',
    direct: 'once the seat is agreed, the commission is held in the driver’s wallet',
  },
  hold_commission: {
    word: 'hold commission',
    wallet: 'nothing moves: the fare is held already',
    direct: 'the commission is held in the driver’s wallet',
  },
  hold_anew: {
    word: 'hold anew',
    wallet: 'the new fare is held instead of the earlier one',
    direct: 'the new commission is held instead of the earlier one, if one was held',
  },
  refund_part: {
    word: 'refund part',
    wallet:
      'what the refund table says of the seats that leave returns; the fare of the others is held',
    direct: 'the commission of the seats that stay is held instead of the earlier one',
  },
  release: {
    word: 'release',
    wallet: 'the whole fare returns to the passenger',
    direct: 'the commission returns to the driver, if it was held',
  },
  refund: {
    word: 'refund',
    wallet:
      'what the refund table says returns to the passenger; the rest goes to the driver, less ' +
      'commission',
    direct: 'the commission returns to the driver, if it was held',
  },
  pay: {
    word: 'pay',
    wallet: 'the fare goes to the driver, and the commission from there to Cupo',
    direct: 'the commission goes to Cupo',
  },
  charge: {
    word: 'charge',
    wallet: 'the fare goes to the driver, and the commission from there to Cupo',
    direct: 'the commission returns to the driver: nobody paid a fare',
  },
  give_back: {
    word: 'give back',
    wallet: 'the fare returns from the driver to the passenger, and the commission to the driver',
    direct: 'the commission returns to the driver',
  },
}

const actors: Record<Actor, string> = {
  passenger: 'passenger',
  driver: 'driver',
  time: 'nobody: time',
  team: 'somebody of the team',
}

const code = (state: BookingState) => `\`${state}\``
const words = (name: string) => name.replaceAll('_', ' ')
const line = (...cells: string[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]) =>
  [line(...head), `|${head.map(() => '---').join('|')}|`, ...rows.map((row) => line(...row))].join(
    '\n',
  )

function statesTable(): string {
  const leaves = new Set(transitions.flatMap(({ from }) => from))
  const rows = Object.entries(bookingStates).map(([name, state]) => [
    code(name as BookingState),
    state.status === name ? 'the same' : `\`${state.status}\``,
    stateMeanings[name as BookingState],
    state.seats,
    state.ticket,
    leaves.has(name as BookingState) ? '' : 'yes',
  ])
  return table(['state', 'stored `status`', 'meaning', 'seats', 'ticket', 'final'], rows)
}

function stepsTable(): string {
  const conditions = (when: readonly Condition[]) => when.map(({ says }) => says).join('; ')
  const rows = transitions.map(({ action, by, from, to, when, money }) => [
    words(action),
    actors[by],
    from.map(code).join(', ') || '(new)',
    code(to),
    conditions(when),
    moneyWords[money].word,
  ])
  return table(['action', 'who', 'from', 'to', 'when', 'money'], rows)
}

function newsTable(): string {
  const said = (told: Told) => ('untold' in told ? `— (${told.untold})` : `\`${told.name}\``)
  const steps = Map.groupBy(transitions, newsOfStep)
  const rows = Object.entries(bookingNews).map(([name, { passenger, driver }]) => {
    const actions = steps.get(name as BookingNews)?.map(({ action }) => words(action)) ?? []
    return [words(name), [...new Set(actions)].join(', '), said(passenger), said(driver)]
  })
  return table(['what happened', 'by', 'the passenger is told', 'the driver is told'], rows)
}

function moneyTable(): string {
  const rows = Object.values(moneyWords).map(({ word, wallet, direct }) => [word, wallet, direct])
  return table(['money', 'paid by `billetera`', 'paid by `directo`'], rows)
}

/** Generates the text of docs/booking-states.md. */
export function statesPage(): string {
  return `# States of a booking

<!-- Written by \`node scripts/booking-states.ts\`; a test fails when it is stale. -->

Generated from \`server/modules/travel/bookings/booking-states.ts\`, \`booking-transitions.ts\` and
\`booking-conditions.ts\`. Every booking in an answer carries its \`status\` (as it is stored), its
finer \`state\`, and \`can\`: what the caller may do with it now, by the second table. Why there
are two names: [decision 31](decisions/0031-booking-facts-decision-apply.md).

## States

${statesTable()}

A ticket that is *blocked* boards nobody until the team has decided; a *used* one has boarded.

## Steps

Of two rows that fit, the first counts. What is not in this table cannot happen to a booking.

${stepsTable()}

The refund table is in [product.md](product.md). Steps that return the seats put them back on every
leg of the booking in the same transaction.

## Who is told

The names are those of the messages. Their words, and which of them also go by mail, are in
\`server/modules/travel/bookings/tell/bookings.messages.ts\` and, for disputes and moved trips, in
the same file of \`disputes\` and \`trip-changes\`. Moving a trip and changing the meeting point are
no steps of the state, and \`meeting changed\` goes to the side that did not change it.

${newsTable()}

## Money

${moneyTable()}
`
}

if (process.argv[1] === import.meta.filename) {
  readCommand({
    call: 'node scripts/booking-states.ts',
    about: 'Writes docs/booking-states.md from the tables of states and steps.',
  })
  writeFileSync(TARGET, statesPage())
  say(TARGET)
}
