// @vitest-environment happy-dom
import { it } from 'vitest'
import { api } from '#contract/api.ts'
import type { FundView } from '#contract/back-office-ledger.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

const lines = [
  { code: 'fund_share', isIn: true, pesos: 63_735, cases: 1 },
  { code: 'rescue_credit', isIn: false, pesos: 7_000, cases: 2 },
]
const view = {
  fund: { balance: 56_735, opening: 0, lines, refused: 1, covers: false, monthLeft: 85_102 },
  months: lines.map((line) => ({ month: '2026-11', ...line })),
  settings: { share: 15, coverPercent: 30, coverMax: 30_000 },
  receivers: [
    { id: '01890000-0000-7000-8000-0000000000c1', name: 'Ana R.', pesos: 7_000, cases: 2 },
  ],
}

const openFund = (fund: Partial<typeof view.fund> = {}, open: FundView['open'] = []) =>
  openScreen('/admin/fund', {
    token: 'token',
    answers: [
      ...signedInAsTeam('finance'),
      answers(api.backOffice.showFund, { ...view, open, fund: { ...view.fund, ...fund } }),
    ],
  })

it('shows the fund, its rules, its months and who got most', async () => {
  const screen = await openFund()
  await screen.text(/Recibe 15 % de la comisión de cada día/)
  await screen.text('Hoy no paga otro carro: no tiene para veinte diferencias promedio.')
  await screen.text('En noviembre de 2026')
  await screen.text(/1 pago que el equipo no aceptó/)
})

it('says no more is left for other cars than the fund has', async () => {
  const screen = await openFund({ covers: true })
  await screen.text(/Para otro carro quedan \$\s56\.735 este mes/)
})

it('names who signed first beside what still waits for another person', async () => {
  const id = (last: string) => `01890000-0000-7000-8000-0000000000${last}`
  const act = { kind: 'connection_pay', pesos: 60_000, at: '2026-11-20T13:00:00.000Z' } as const
  const person = { id: id('c1'), name: 'Ana R.' }
  const screen = await openFund({}, [
    { ...act, id: id('d1'), person, firstBy: { id: id('c2'), name: 'Jorge S.' } },
    { ...act, id: id('d2'), person: { ...person, name: 'Luis M.' }, firstBy: null },
  ])
  await screen.text(/^Ana R\. · .* · ya firmó Jorge S\., falta otra persona$/)
  await screen.text(/^Luis M\. · .* a\.\sm\.$/)
})
