// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { DayBooks } from '#contract/day-books.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'
import { pesos } from '#web/lib/format.ts'
import { daySentence } from '#web/shared/books/day-sentence.tsx'

const AT = '2026-11-20T12:00:00.000Z'
const whole: DayBooks = {
  ...{ day: '2026-11-19', payments: 41, withdrawals: 1, needsBank: false, bankAt: null },
  ...{ gatewayAt: AT, ledgerAt: AT, cases: 0, openPesos: 0, lacks: [] },
}

it.each<[Partial<DayBooks>, string]>([
  [{}, `: 41 pagos, 1 retiro, ${pesos(0)} de diferencia`],
  [{ lacks: ['cases'], openPesos: 50_000 }, `: 41 pagos, 1 retiro y ${pesos(50_000)} por explicar`],
  [{ lacks: ['cases'], cases: 2, openPesos: null }, ': 41 pagos, 1 retiro y 2 casos por explicar'],
  [{ lacks: ['gateway', 'ledger'] }, ' no se ha conciliado'],
  [{ lacks: ['bank'] }, ': falta comparar el extracto del banco'],
  [{ lacks: ['ledger'] }, ': falta verificar el libro'],
  [{ lacks: ['mismatch', 'cases'], cases: 1 }, ': el libro no cuadra'],
])('says a day in one sentence: %j', (more, sentence) => {
  expect(daySentence({ ...whole, ...more }).slice(-sentence.length)).toBe(sentence)
})

it('shows the day with its open cases, its sources, and the last days as links', async () => {
  const open: DayBooks = { ...whole, lacks: ['cases', 'ledger'], ledgerAt: null, cases: 1 }
  const screen = await openScreen('/admin/day', {
    token: 'token',
    answers: [
      ...signedInAsTeam('finance'),
      answers(api.reconciliation.days, { days: [open, { ...whole, day: '2026-11-18' }] }),
    ],
  })
  await screen.text(/^Ayer: 41 pagos, 1 retiro y .* por explicar/)
  await screen.text(/Todavía hay casos abiertos, falta verificar el libro/)
  await screen.role('link', 'Ver los casos')
  await screen.text('Todavía no')
  await screen.user.click(await screen.role('link', /miércoles 18 .*\$\s0 de diferencia/))
  await screen.text('La pasarela y el libro dicen lo mismo.')
})
