// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NextMonth } from '#contract/month-closings.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, refuses } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

const AT = '2026-11-20T12:00:00.000Z'

const NONE = {
  topUps: 0,
  topUpsReversed: 0,
  payouts: 0,
  fares: 0,
  commissions: 0,
  fees: 0,
  held: 0,
}
const CLOSED = {
  closed: {
    ...{ month: '2026-09', closedAt: AT, closedBy: 'Ana', keyId: 'k', totals: NONE },
    differences: 0,
  },
}

const openMonths = (next: NextMonth, decision: ReturnType<typeof answers>) =>
  openScreen('/admin/months', {
    token: 'token',
    answers: [
      ...signedInAsTeam('finance'),
      answers(api.monthClosings.list, { months: [], next }),
      decision,
    ],
  })

it.each([
  ['2026-02', 'Conciliar febrero de 2026', '2026-02-28'],
  ['2026-11', 'Conciliar noviembre de 2026', '2026-11-20'],
])('compares the days of %s that keep it open, until today', async (month, button, untilDay) => {
  const run = answers(api.reconciliation.run, {
    run: {
      ...{ id: '01890000-0000-7000-8000-000000000001', fromDay: `${month}-01`, untilDay },
      ...{ endedAt: AT, transactions: 3, payouts: 0, opened: 0 },
    },
  })
  const screen = await openMonths({ month, blocks: ['month_not_compared'], openCases: 0 }, run)
  await screen.press(button)
  const path = 'POST /admin/reconciliations'
  await until(() => expect(screen.count(path)).toBe(1))
  expect(screen.sent(path)).toEqual({ fromDay: `${month}-01`, untilDay })
})

it('closes a month for good only after a second press', async () => {
  const decision = refuses(api.monthClosings.close, 'month_cases_open')
  const next = { month: '2026-10', blocks: [], openCases: 0 }
  const screen = await openMonths(next, decision)
  await screen.press('Cerrar y firmar…')
  expect(screen.count('POST /admin/months')).toBe(0)
  await screen.text(/no se puede abrir otra vez/)
  await screen.press('Cerrar y firmar')
  await until(() => expect(screen.count('POST /admin/months')).toBe(1))
})

it('does not ask to close the next month once a month is closed', async () => {
  const next = (month: string): NextMonth => ({ month, blocks: [], openCases: 0 })
  const screen = await openMonths(next('2026-09'), answers(api.monthClosings.close, CLOSED))
  await screen.press('Cerrar y firmar…')
  screen.answer(answers(api.monthClosings.list, { months: [], next: next('2026-10') }))
  await screen.press('Cerrar y firmar')
  await screen.role('heading', 'Cerrar octubre de 2026')
  await until(() => expect(screen.now().queryByRole('dialog')).toBeNull())
})
