// Steady bookings and top-ups of several people at once, while something happens to the cluster.
import { book, type Person, topUp } from '#test/race/traffic.ts'

const WORKERS = 6
/** Four a second: for two minutes. */
const ATTEMPTS = 480

export type Traffic = {
  /** Final answers so far. */
  answers(): number
  /** Attempts without a final answer so far. */
  failures(): number
  /** Milliseconds of the longest time without any answer since `moment` (performance.now). */
  longestGapSince(moment: number): number
  /** No new work; resolves once all that was begun has its answer, and throws if it has none. */
  finish(): Promise<void>
}

/** Everybody books and tops up once, then goes on topping up until told to finish. */
export function startTraffic(url: string, people: readonly Person[]): Traffic {
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
  const work = async (own: number) => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      await book(site, person)
      await topUp(site, person)
    }
    const mine = people.filter((_, index) => index % WORKERS === own)
    for (let turn = 0; !isEnding; turn += 1) {
      const person = mine[turn % mine.length]
      if (!person) return
      await topUp(site, person)
    }
  }
  const workers = Array.from({ length: WORKERS }, (_, own) => work(own))
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

/** Milliseconds of the longest gap from `moment` on, between moments in order. */
export function longestGap(moment: number, answeredAt: readonly number[]): number {
  const after = [moment, ...answeredAt.filter((at) => at > moment)]
  const gaps = after.slice(1).map((at, index) => at - (after[index] ?? at))
  return Math.max(0, ...gaps)
}
