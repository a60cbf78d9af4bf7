import { beforeEach, expect, it, vi } from 'vitest'
import { blockedStorage, stubStorage } from '#test/memory-storage.ts'
import { storedKeys } from '#web/lib/browser-storage.ts'
import { rememberAccount } from '#web/shared/access/auth/account-memory.ts'
import { forgetSession } from '#web/shared/access/auth/forget-session.ts'
import { type KeptPress, keepPress, listPresses, sendPresses } from './press-queue.ts'

const sheet = { sheet: { tripId: 't', asOf: '2026-11-27T12:00:00.000Z', startsUntil: '' } }
let sent: string[]

const aPress = (kind: KeptPress['kind'], over: Partial<KeptPress> = {}): KeptPress => ({
  id: `${kind}-id`,
  tripId: 't',
  kind,
  stop: kind === 'arrive' ? { id: 't.0', name: 'Bogotá' } : null,
  at: '2026-11-27T11:00:00.000Z',
  refusal: null,
  ...over,
})

type Refusal = { status: number; code: string; error: string }

/** Answers each call with a sheet, with the refusal of its address, or not at all. */
function answer(refused: Record<string, Refusal | 'lost'> = {}): void {
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)).press.id)
    const refusal = refused[url.slice(url.lastIndexOf('/') + 1)]
    if (refusal === 'lost') throw new TypeError('fetch failed')
    return refusal ? Response.json(refusal, { status: refusal.status }) : Response.json(sheet)
  })
}

beforeEach(() => {
  stubStorage()
  for (const kind of ['start', 'arrive', 'finish'] as const) keepPress('ana', aPress(kind))
})

const ids = () => listPresses('ana').map(({ id }) => id)

it('sends the presses in their order, each once, although two senders run', async () => {
  answer()
  await Promise.all([sendPresses('ana'), sendPresses('ana')])
  expect([sent, ids()]).toEqual([['start-id', 'arrive-id', 'finish-id'], []])
})

it('keeps a press without an answer and all after it, with the same ids', async () => {
  answer({ arrivals: 'lost' })
  await expect(sendPresses('ana')).rejects.toThrow()
  expect([sent, ids()]).toEqual([
    ['start-id', 'arrive-id'],
    ['arrive-id', 'finish-id'],
  ])
  answer()
  await sendPresses('ana')
  expect([sent, ids()]).toEqual([['arrive-id', 'finish-id'], []])
})

it('keeps a refused press with its sentence for the driver, and sends it no more', async () => {
  const message = 'Este viaje ya terminó o ya no se puede empezar.'
  answer({ start: { status: 409, code: 'journey_over', error: message } })
  await sendPresses('ana')
  expect(listPresses('ana')).toMatchObject([{ id: 'start-id', refusal: message }])
  answer()
  await sendPresses('ana')
  expect(sent).toEqual([])
})

it('sends nothing that another person pressed on this device', async () => {
  answer()
  await sendPresses('luis')
  expect([sent, ids().length]).toEqual([[], 3])
})

it('keeps and sends the presses of this page where the browser blocks its storage', async () => {
  stubStorage(blockedStorage)
  keepPress('ana', aPress('start'))
  expect(ids()).toEqual(['start-id'])
  answer()
  await sendPresses('ana')
  expect([sent, ids()]).toEqual([['start-id'], []])
})

it('keeps no run sheet that is answered after its driver signed out here', async () => {
  rememberAccount({ id: 'ana', first_name: 'Ana', username: null, email: '', roles: ['driver'] })
  answer()
  const sending = sendPresses('ana')
  forgetSession()
  await sending
  expect([sent, storedKeys('local', '')]).toEqual([['start-id'], ['signed_in_before']])
})
