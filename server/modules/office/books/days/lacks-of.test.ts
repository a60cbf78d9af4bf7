import { expect, it } from 'vitest'
import type { DayLack } from '#contract/day-books.ts'
import { lacksOf } from './show-days.ts'

const at = new Date('2026-11-20T12:00:00.000Z')
const compared = { gatewayAt: at, bankAt: at, ledgerAt: at, needsBank: true }
const missing = { kind: 'reconcile_missing' }

it.each<[string, DayLack[], Parameters<typeof lacksOf>]>([
  ['all compared', [], [compared, []]],
  ['no bank needed', [], [{ ...compared, bankAt: null, needsBank: false }, []]],
  ['a withdrawal by hand, no statement', ['bank'], [{ ...compared, bankAt: null }, []]],
  ['the gateway was not asked', ['gateway'], [{ ...compared, gatewayAt: null }, []]],
  ['the ledger was not verified', ['ledger'], [{ ...compared, ledgerAt: null }, []]],
  ['an open case', ['cases'], [compared, [missing]]],
  ['a mismatch of our records', ['mismatch'], [compared, [{ kind: 'integrity_mismatch' }]]],
  ['unverified data', ['mismatch'], [compared, [{ kind: 'integrity_unchecked' }]]],
  [
    'nothing was done',
    ['mismatch', 'cases', 'gateway', 'bank', 'ledger'],
    [
      { gatewayAt: null, bankAt: null, ledgerAt: null, needsBank: true },
      [missing, { kind: 'integrity_mismatch' }],
    ],
  ],
])('a day with %s lacks %j', (_, lacks, [row, cases]) => {
  expect(lacksOf(row, cases)).toEqual(lacks)
})
