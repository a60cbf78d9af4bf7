// @vitest-environment happy-dom
// What waits to be sent and cannot be read is told on the screen, and kept until that is confirmed.
import { expect, it, vi } from 'vitest'
import { openScreen, pass } from '#test/screen.tsx'
import { signedIn, walletAnswers } from '#test/screen-people.ts'
import type { localDatabase } from '#web/lib/local-database.ts'
import { keepPress, listPresses } from '#web/shared/journeys/press-queue.ts'
import { sendWaiting } from '#web/shared/safety/incident-outbox.ts'
import { listWaiting } from './unread.ts'

const open = async () => {
  const screen = await openScreen('/wallet', {
    token: 'T',
    answers: [...signedIn(), ...walletAnswers],
  })
  await screen.title('Recargar Wallet')
  return screen
}

const at = '2026-12-04T10:31:00.000Z'
const press = { id: 'p', tripId: 't', kind: 'start', stop: null, at, refusal: null } as const

it.each([
  ['text that is no JSON', '{'],
  ['a key of another release', JSON.stringify([{ ...press, tripId: undefined, trip: 't' }])],
  ['a press of another release', JSON.stringify([{ ...press, kind: 'depart' }])],
])('says that a press was not sent, and keeps the others: %s', async (_, stored) => {
  const screen = await open()
  localStorage.setItem('journey-presses:ana', stored)
  keepPress('ana', press)
  expect(listPresses('ana')).toEqual([press])
  await screen.text(
    'No pudimos leer lo que guardaste aquí. ' +
      'No se registró algo que marcaste en tu viaje: revisa la hoja de ruta.',
  )
  expect(JSON.parse(localStorage.getItem('journey-presses:ana') ?? '')).toHaveLength(2)
  await screen.press('Entendido')
  await pass(1000)
  expect(localStorage.getItem('journey-presses:ana')).toBe(JSON.stringify([press]))
})

it('says that a call for help was not sent when it cannot be read', async () => {
  const screen = await open()
  localStorage.setItem('incident:1', JSON.stringify({ id: '1', trip: 't' }))
  expect(await sendWaiting()).toEqual({ taken: 0, refused: [] })
  await screen.text(/No se envió tu alerta/)
  expect(screen.count('POST /incidents')).toBe(0)
  expect(localStorage.getItem('incident:1')).not.toBeNull()
  await screen.press('Entendido')
  await pass(1000)
  expect(localStorage.getItem('incident:1')).toBeNull()
})

it('says that a scan was not sent, and reads the others', async () => {
  const screen = await open()
  const gone = vi.fn()
  const rows = [{ nonce: 'a', code: 'X' }, { nonce: 'b' }]
  const objects = { keyPath: 'nonce', getAll: () => rows, delete: gone }
  const run = async (_store: string, _mode: string, ask: (them: typeof objects) => unknown) =>
    ask(objects)
  const database = { run } as unknown as ReturnType<typeof localDatabase<'scans'>>
  const hasCode = ({ code }: { nonce: string; code?: string }) => code !== undefined
  expect(await listWaiting(database, 'scans', hasCode)).toEqual([rows[0]])
  await screen.text(/No se registró a alguien que subió sin conexión/)
  expect(gone).not.toHaveBeenCalled()
  await screen.press('Entendido')
  await pass(1000)
  expect(gone).toHaveBeenCalledWith('b')
})
