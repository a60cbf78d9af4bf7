// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

const tables = {
  ...{ today: '2026-11-20', fuel: [], tolls: [], waiting: [], insuranceFrom: null, plates: [] },
  factors: { kmPerGallon: 40, floor: 0.4, ceiling: 1, stepPesos: 500 },
}

it('takes a sum for the fund as people write it', async () => {
  const screen = await openScreen('/admin/prices?ver=fondo', {
    token: 'token',
    answers: [
      ...signedInAsTeam('finance'),
      answers(api.settings.showPrices, tables),
      answers(api.settings.proposePrice, tables),
    ],
  })
  await screen.user.selectOptions(await screen.label('Qué'), 'open')
  await screen.user.type(await screen.label('Valor'), '$ 2.000.000')
  await screen.user.type(await screen.label('Fuente'), 'Junta del 20 de noviembre')
  await screen.press('Proponer')
  await screen.text('Propuesto: lo confirma otra persona')
  expect(screen.sent('POST /admin/prices/proposals')).toMatchObject({ pesos: 2_000_000 })
})
