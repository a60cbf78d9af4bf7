import type pg from 'pg'
import { chainBatches, verifyLedger } from '#server/domains/ledger/ledger.public.ts'
import { makeLedger, moveForAMinute } from './ledger-data.ts'
import type { Stage } from './stage.ts'

/** Budgets at 10,000,000 transfers; less data must be below them too. */
const BUDGET = { allMs: 600_000, megabytes: 300, newMs: 5_000, chainMs: 100 }
const SAMPLE_MS = 50

type Step = { ms: number; megabytes: number }

/** Runs one step and answers how long it took and the most memory that this process had. */
async function measured<T>(work: () => Promise<T>): Promise<Step & { value: T }> {
  let most = process.memoryUsage().rss
  const sampler = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, SAMPLE_MS)
  const startedAt = performance.now()
  try {
    const value = await work()
    return { value, ms: performance.now() - startedAt, megabytes: most / 1e6 }
  } finally {
    clearInterval(sampler)
  }
}

/**
 * Verification and chaining of a ledger with `transfers` rows, which it makes. Prints the figures
 * beside their budgets. Answers whether all of them are met and every verification said ok.
 */
export async function benchLedger(
  stage: Stage,
  transfers: number,
  say: (line: string) => void,
): Promise<boolean> {
  const made = await measured(() => makeLedger(stage.pool, transfers))
  say(`${made.value.transfers} transfers made in ${seconds(made.ms)}, ${await sizes(stage.pool)}`)
  const chained = await measured(() => chainBatches(stage.deps, { everything: true }))
  say(`chained in ${seconds(chained.ms)} (only once: a day's work of the job)`)

  const all = await measured(() => verifyLedger(stage.deps, { scope: 'all' }))
  const minute = await moveForAMinute(stage)
  const chain = await measured(() => chainBatches(stage.deps))
  const fresh = await measured(() => verifyLedger(stage.deps, { scope: 'new' }))
  say(line('full verification', all.ms, BUDGET.allMs, all.value.result))
  say(`${'memory of the process'.padEnd(26)}${all.megabytes.toFixed(0)} MB of ${BUDGET.megabytes}`)
  say(line(`chaining a minute (${minute})`, chain.ms, BUDGET.chainMs, `${chain.value} chained`))
  say(line('verifying what is new', fresh.ms, BUDGET.newMs, fresh.value.result))
  for (const finding of [...all.value.findings, ...fresh.value.findings]) say(finding)
  return (
    all.value.result === 'ok' &&
    fresh.value.result === 'ok' &&
    all.ms <= BUDGET.allMs &&
    all.megabytes <= BUDGET.megabytes &&
    chain.ms <= BUDGET.chainMs &&
    fresh.ms <= BUDGET.newMs
  )
}

async function sizes(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ bytes: number; each: number }>(
    `select pg_total_relation_size('ledger_transfers') as bytes,
       pg_total_relation_size('ledger_transfers') / greatest(1, count(*)) as each
     from ledger_transfers`,
  )
  return `${((rows[0]?.bytes ?? 0) / 1e9).toFixed(2)} GB with indexes, ${rows[0]?.each} B each`
}

function line(name: string, ms: number, budgetMs: number, result: string): string {
  return `${name.padEnd(26)}${seconds(ms)} of ${seconds(budgetMs)}  ${result}`
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
