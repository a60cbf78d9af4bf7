// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { fullStorage } from '#test/memory-storage.ts'
import { openScreen, pass, settle } from '#test/screen.tsx'
import { failing, garbled } from '#test/screen-answers.ts'
import { signedIn, walletAnswers } from '#test/screen-people.ts'
import { keepStored } from '#web/lib/browser-storage.ts'
import { press, sendWaiting } from '#web/shared/safety/incident-outbox.ts'
import { lossOf } from './unkept.ts'

/** Makes each `setItem` throw until `openScreen` ends the test. */
const fillStorage = () => vi.stubGlobal('localStorage', fullStorage(localStorage))

const TRIP = '01890000-0000-7000-8000-00000000dead'
const answered = [...signedIn(), ...walletAnswers]

describe('what could not be stored', () => {
  it('says nothing when only a choice that can be made again was not stored', async () => {
    const screen = await openScreen('/wallet', { token: 'T', answers: answered })
    await screen.title('Recargar Wallet')
    fillStorage()
    await screen.press('Ocultar saldo')
    await screen.role('button', 'Mostrar saldo')
    await pass(1000)
    await settle()
    expect(screen.now().queryByText(/almacenamiento/)).toBeNull()
  })

  it('says once on the screen what closing the page would lose', async () => {
    const screen = await openScreen('/wallet', { token: 'T', answers: answered })
    await screen.title('Recargar Wallet')
    fillStorage()
    for (const letter of ['B', 'Bo', 'Bog']) keepStored('local', 'publish_draft:ana', letter)
    await screen.text(
      'El almacenamiento de tu navegador está lleno o bloqueado. ' +
        'Este borrador se pierde si cierras esta página.',
    )
  })
})

describe('lossOf', () => {
  it('warns of unsent things for a key that nobody described', () => {
    expect(lossOf('something-new:1')).toMatch(/^Lo que todavía no se ha enviado se pierde/)
  })

  it('tells apart the passenger list and the scans of the boarding store', () => {
    expect(lossOf('cupo-boarding:packs')).toMatch(/lista de pasajeros/)
    expect(lossOf('cupo-boarding:scans')).toMatch(/no se ha enviado/)
  })
})

it('sends a call for help again from a full storage once the network is back', async () => {
  const { openIncident } = api.safety
  const screen = await openScreen('/', { answers: [failing(openIncident)] })
  fillStorage()
  const what = { tripId: TRIP, bookingId: null, kind: 'emergency', text: '' } as const
  const sent = await press({ ...what, position: null, tellContact: false })
  expect(sent).toMatchObject({ done: false, waits: true })
  screen.answer(garbled(openIncident, 200, { contactTold: false }))
  expect(await sendWaiting()).toMatchObject({ taken: 1 })
  expect(await sendWaiting()).toMatchObject({ taken: 0 })
  expect(screen.count('POST /incidents')).toBe(2)
})

it('sends a call for help for its person only, also when somebody else signs in here', async () => {
  const { openIncident } = api.safety
  const screen = await openScreen('/', { answers: [failing(openIncident)] })
  const signIn = (id: string | null) => keepStored('local', 'auth_user_id', id)
  signIn('ana')
  const what = { tripId: TRIP, bookingId: null, kind: 'emergency', text: '' } as const
  await press({ ...what, position: null, tellContact: false })
  screen.answer(garbled(openIncident, 200, { contactTold: false }))
  for (const other of [null, 'luis']) {
    signIn(other)
    expect(await sendWaiting()).toMatchObject({ taken: 0 })
  }
  expect(screen.count('POST /incidents')).toBe(1)
  signIn('ana')
  expect(await sendWaiting()).toMatchObject({ taken: 1 })
  expect(screen.sent('POST /incidents')).toMatchObject({ tripId: TRIP })
  expect(screen.sent('POST /incidents')).not.toHaveProperty('ownerId')
})
