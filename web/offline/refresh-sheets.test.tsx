// @vitest-environment happy-dom
// A run sheet that this phone keeps loses the telephone of a passenger after a block.
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RunSheet } from '#contract/journeys.ts'
import { openScreen, pass, until } from '#test/screen.tsx'
import { answers, failing, refuses, type StubbedAnswer } from '#test/screen-answers.ts'
import { ANA, signedIn, walletAnswers } from '#test/screen-people.ts'

const tripId = '01890000-0000-7000-8000-0000000000c1'
const KEY = `run-sheet:${tripId}`
const PHONE = '3204445566'
const READ = `GET /trips/${tripId}/run-sheet`
const [at, noon] = ['2026-11-20T12:00:00.000Z', '2026-11-20T22:00:00.000Z']

/** The sheet that the server shows after the block; nobody else gets on. */
const now: RunSheet = {
  ...{ tripId, state: 'not_started', departsAt: noon, startedAt: null, finishedAt: null },
  ...{ finishDoubtful: false, delayMinutes: 0, isLate: false, requests: 0, stops: [] },
  ...{ detour: { km: 0, minutes: 0 }, startsFrom: at, startsUntil: noon },
  can: { start: false, arrive: [], undo: null, finish: false, undoFinishUntil: null },
  ...{ asOf: '2026-11-20T13:00:00.000Z', timeProof: 'proof' },
}

async function open(stored: object, answer: StubbedAnswer) {
  const screen = await openScreen('/wallet', {
    token: 'T',
    stored: { auth_user_id: ANA.id, [KEY]: JSON.stringify(stored) },
    answers: [...signedIn(), ...walletAnswers, answer],
  })
  await screen.title('Recargar Wallet')
  return screen
}

const kept = (asOf = at) => {
  const stops = [{ name: 'Bogotá', getsOn: [{ phone: PHONE }], getsOff: [] }]
  return { ownerId: ANA.id, sheet: { ...now, stops, asOf }, clockOffsetMs: 0 }
}
const stored = () => localStorage.getItem(KEY)

it('reads a kept run sheet again when the app starts with a network', async () => {
  await open(kept(), answers(api.journeys.runSheet, { sheet: now }))
  await until(() => expect(stored()).not.toContain(PHONE))
  expect(stored()).toContain(now.asOf)
})

it('keeps the sheet when the server does not answer', async () => {
  const screen = await open(kept(), failing(api.journeys.runSheet))
  await until(() => expect(screen.count(READ)).toBe(1))
  expect(stored()).toContain(PHONE)
})

it('deletes the sheet of a trip that is not this person’s any more', async () => {
  await open(kept(), refuses(api.journeys.runSheet, 'trip_not_found'))
  await until(() => expect(stored()).toBeNull())
})

it('does not read a sheet again that was read some minutes ago', async () => {
  const screen = await open(kept('2026-11-20T12:58:00.000Z'), failing(api.journeys.runSheet))
  await pass(10_000)
  expect(screen.count(READ)).toBe(0)
})
