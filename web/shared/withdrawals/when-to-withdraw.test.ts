import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EARNINGS_WAIT_HOURS, EARNINGS_WAIT_MAX_DAYS } from '#contract/withdrawal-limits.ts'
import { WHEN_TO_WITHDRAW } from './when-to-withdraw.ts'

it('says both times that earnings wait, as the database has them', () => {
  const sql = readFileSync('database/functions/bank/ledger_earning.sql', 'utf8')
  const waits = [...sql.matchAll(/matures_at := p_at \+ interval '([^']+)'/g)].map(([, at]) => at)
  expect(waits).toEqual([`${EARNINGS_WAIT_HOURS} hours`, `${EARNINGS_WAIT_MAX_DAYS} days`])
  expect(WHEN_TO_WITHDRAW).toContain('a las 24 horas (hasta 7 días en tus primeros viajes')
})
