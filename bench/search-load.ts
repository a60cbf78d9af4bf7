import { setTimeout as sleep } from 'node:timers/promises'
import { type Figures, quantile, type Work } from './load.ts'

/**
 * Starts work at a fixed rate, whether or not the earlier work has ended. A time counts from when
 * the work was due, so that waiting for a slow server is part of it.
 */
export async function measureAtRate(
  name: string,
  options: { perSecond: number; seconds: number; warmUpSeconds: number },
  work: Work,
): Promise<Figures> {
  const { perSecond } = options
  const warmUp = options.warmUpSeconds * perSecond
  const turns = warmUp + options.seconds * perSecond
  const started = performance.now()
  const times: number[] = []
  const running: Promise<void>[] = []
  let refused = 0
  async function run(turn: number, due: number): Promise<void> {
    const effect = await work(turn)
    if (turn < warmUp) return
    if (effect) times.push(performance.now() - due)
    else refused += 1
  }
  for (let turn = 0; turn < turns; turn += 1) {
    const due = started + (turn * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    running.push(run(turn, due))
  }
  await Promise.all(running)
  const seconds = (performance.now() - started) / 1000 - options.warmUpSeconds
  times.sort((a, b) => a - b)
  return {
    name,
    done: times.length,
    refused,
    perSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  }
}
