// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { ConductCase } from '#contract/conduct.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'
import { actsFor } from './case-acts.ts'

const id = '01890000-0000-7000-8000-000000000001'
const ASKED = '2026-11-20T10:00:00.000Z'
const UNTIL = '2026-11-22T10:00:00.000Z'

it('asks the person with its deadline, for words and up to three photos', async () => {
  const hearing = {
    ...{ caseId: id, reason: 'other', note: '¿Qué pasó el viernes?', askedAt: ASKED },
    ...{ until: UNTIL, isPaused: false, text: null, answeredAt: null, photos: 1 },
  }
  const screen = await openScreen('/conducta', {
    token: 'token',
    answers: [
      ...signedIn(ANA),
      answers(api.conduct.mine, {
        ...{ standing: 'good', until: null, sanctions: [], reports: [], hearings: [hearing] },
      }),
    ],
  })
  await screen.text('¿Qué pasó el viernes?')
  await screen.text(/Te oímos hasta el domingo 22 de noviembre a las 5:00 a\. m\./)
  await screen.label(/Foto, captura o PDF 2 de 3/)
})

const item = (hearing: ConductCase['hearing'], proposal: ConductCase['proposal'] = null) =>
  ({ subject: { kind: 'user', id }, isPaused: false, hearing, proposal }) as unknown as ConductCase

const asked = { note: 'Cuéntanos.', askedAt: ASKED, text: null, answeredAt: null, photoIds: [] }
const outcomes = (each: ConductCase) => actsFor(each).map(([act]) => act)
const past = '2020-01-01T00:00:00.000Z'

it('offers a suspension or expulsion only after the answer or the deadline', () => {
  expect(outcomes(item(null))).toEqual(['hear', 'pause', 'nothing', 'warning'])
  const waits = { ...asked, until: '2999-01-01T00:00:00.000Z' }
  expect(outcomes(item(waits))).toEqual(['pause', 'nothing', 'warning'])
  const heard = ['pause', 'nothing', 'warning', 'suspension', 'expulsion']
  expect(outcomes(item({ ...asked, until: past }))).toEqual(heard)
  expect(outcomes(item({ ...waits, text: 'No fui yo.', answeredAt: ASKED }))).toEqual(heard)
})
