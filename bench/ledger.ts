import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type pg from 'pg'
import { chainBatches } from '#server/domains/ledger/ledger.public.ts'
import { makeLedger, moveForAMinute } from './ledger-data.ts'
import type { Verified } from './ledger-process.ts'
import type { Stage } from './stage.ts'

/** Budgets at 10,000,000 transfers; less data must be below them too. */
const BUDGET = { allMs: 600_000, megabytes: 300, newMs: 5_000, chainMs: 100 }

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedAt }
}

/** Verification as `npm run ledger:verify` does it, in a process whose memory is its own. */
export async function verifiedApart(stage: Stage, scope: 'all' | 'new'): Promise<Verified> {
  const child = fork(path.join(import.meta.dirname, 'ledger-process.ts'), [scope], {
    env: { ...process.env, DATABASE_URL: stage.databaseUrl },
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the verification ended with ${code}`)
  })
  const [verified] = (await Promise.race([once(child, 'message'), failed])) as [Verified]
  return verified
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
  const made = await timed(() => makeLedger(stage.pool, transfers))
  say(`${made.value.transfers} transfers made in ${seconds(made.ms)}, ${await sizes(stage.pool)}`)
  const chained = await timed(() => chainBatches(stage.deps, { everything: true }))
  say(`all of them chained in ${seconds(chained.ms)}, once`)

  const all = await verifiedApart(stage, 'all')
  const minute = await moveForAMinute(stage)
  const chain = await timed(() => chainBatches(stage.deps))
  const fresh = await verifiedApart(stage, 'new')
  say(line('full verification', all.ms, BUDGET.allMs, all.report.result))
  say(`${'memory of its process'.padEnd(26)}${all.megabytes.toFixed(0)} of ${BUDGET.megabytes} MB`)
  say(line(`chaining a minute (${minute})`, chain.ms, BUDGET.chainMs, `${chain.value} chained`))
  say(line('verifying what is new', fresh.ms, BUDGET.newMs, fresh.report.result))
  for (const finding of [...all.report.findings, ...fresh.report.findings]) say(finding)
  return (
    all.report.result === 'ok' &&
    fresh.report.result === 'ok' &&
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
