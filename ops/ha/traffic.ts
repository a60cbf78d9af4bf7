// Steady bookings, top-ups, messages and withdrawals of several people in parallel, during a
// failure of the cluster.
import { setTimeout as sleep } from 'node:timers/promises'
import { book, type Person, topUp, write } from '#test/race/traffic.ts'
import { type Saver, withdraw } from '#test/race/withdrawal-traffic.ts'

const WORKERS = 6
/** Limit of attempts: four a second for two minutes. */
const ATTEMPTS = 480

export type Traffic = {
  /** Number of final answers so far. */
  answers(): number
  /** Number of attempts without a final answer so far. */
  failures(): number
  /** Milliseconds of the longest time without any answer since `moment` (performance.now). */
  longestGapSince(moment: number): number
  /** Starts no new work; resolves when all begun work has its answer; throws if one has none. */
  finish(): Promise<void>
}

const CASHIERS = 2
const WITHDRAWALS = 3
/** Pause between two withdrawals of a cashier, so that some are always in progress. */
const REST_MS = 500

/**
 * Each person books and tops up once, writes to the driver, and goes on topping up and writing
 * until told to finish. Savers request withdrawals, which are approved.
 */
export function startTraffic(
  url: string,
  people: readonly Person[],
  { savers = [] }: { savers?: readonly Saver[] } = {},
): Traffic {
  const answeredAt: number[] = []
  let failures = 0
  let isEnding = false
  const site = {
    url,
    attempts: ATTEMPTS,
    onFailure: () => {
      failures += 1
    },
    onAnswer: () => {
      answeredAt.push(performance.now())
    },
  }
  const waiting = [...people]
  const work = async () => {
    const mine: Person[] = []
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      await book(site, person)
      await topUp(site, person)
      mine.push(person)
    }
    for (let turn = 0; !isEnding; turn += 1) {
      const person = mine[turn % mine.length]
      if (!person) return
      await topUp(site, person)
      // Every second turn, to stay below the limit of messages per minute.
      if (turn % 2 === 0) await write(site, person)
    }
  }
  const asking = savers.flatMap((saver) => Array.from({ length: WITHDRAWALS }, () => saver))
  const payOut = async () => {
    for (let saver = asking.shift(); saver && !isEnding; saver = asking.shift()) {
      await withdraw(site, saver)
      await sleep(REST_MS)
    }
  }
  const workers = [
    ...Array.from({ length: WORKERS }, work),
    ...Array.from({ length: CASHIERS }, payOut),
  ]
  const all = Promise.allSettled(workers)
  return {
    answers: () => answeredAt.length,
    failures: () => failures,
    longestGapSince: (moment) => longestGap(moment, answeredAt),
    async finish() {
      isEnding = true
      const failed = (await all).find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

/** Milliseconds of the longest gap after `moment` between answers in order of time. */
export function longestGap(moment: number, answeredAt: readonly number[]): number {
  const after = [moment, ...answeredAt.filter((at) => at > moment)]
  const gaps = after.slice(1).map((at, index) => at - (after[index] ?? at))
  return Math.max(0, ...gaps)
}
