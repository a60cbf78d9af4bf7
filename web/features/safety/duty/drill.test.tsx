// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen } from '#test/screen.tsx'
import { answers, waiting } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

const SARA = { ...ANA, roles: ['passenger' as const, 'support' as const] }
const person = { id: SARA.id, name: 'Sara G.', phoneProved: true, phone: '+573000000001' }
const until = '2026-12-04T12:00:00.000Z'
const [day, quiet] = ['2026-11-20T20:00:00.000Z', { alarms: [], onDuty: true }]
const proof = { totp: true, passkeys: [], recoveryCodesLeft: 8, provedUntil: day, required: true }

it('asks before it calls the people on duty for a drill', async () => {
  const screen = await openScreen('/admin/duty', {
    token: 'token',
    answers: [
      ...signedIn(SARA),
      answers(api.secondFactor.show, proof),
      answers(api.duty.alarms, quiet),
      waiting(api.backOffice.showToday),
      answers(api.duty.show, {
        ...{ until, shifts: [], gaps: [], people: [person], texts: true, companyPhone: true },
        ...{ me: { person, onDuty: true, next: null }, can: { manage: false } },
      }),
      answers(api.duty.drill, quiet),
    ],
  })
  await screen.title('Guardia')
  await screen.press('Hacer un simulacro')
  expect(screen.sent('POST /admin/duty/drills')).toBeUndefined()
  await screen.press('Llamar a la guardia')
  expect(screen.sent('POST /admin/duty/drills')).toEqual({})
  await screen.text(/El simulacro empezó/)
})
