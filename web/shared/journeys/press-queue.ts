/** What the driver pressed on the run sheet, kept on this device until the server has answered. */
import { useMemo, useSyncExternalStore } from 'react'
import type { RunSheet } from '#contract/journeys.ts'
import { api } from '#web/lib/api.ts'
import { isFinal, messageOf } from '#web/lib/api-error.ts'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { oneAtATime } from '#web/lib/one-at-a-time.ts'
import { areTexts, parseStored } from '#web/lib/stored-json.ts'
import { tellUnread } from '#web/stored/unread.ts'
import { saveRunSheet } from './saved-run-sheets.ts'

/** Each person has one entry, so that nobody sends what another person pressed. */
const PREFIX = 'journey-presses:'
const TIMEOUT_MS = 8_000

export type KeptPress = {
  /** Idempotency key: the server records the press once, even when it is sent again. */
  id: string
  tripId: string
  kind: 'start' | 'arrive' | 'finish'
  /** Stop of an arrival, with its name for the list on the screen. */
  stop: { id: string; name: string } | null
  /** Time of the press: the phone's time corrected by the server time of the sheet. */
  at: string
  /** Absent in sheets cached by an older version. */
  timeProof?: string | undefined
  /** Whether the driver was asked, because it is too early, and said yes. */
  isSure?: boolean | undefined
  /** Sentence of the server's refusal; null while the press waits to be sent. */
  refusal: string | null
}

const listeners = new Set<() => void>()

function isPress({ id, tripId, kind, stop, at, timeProof, refusal }: KeptPress): boolean {
  return (
    areTexts(id, tripId, at, timeProof ?? 'none', refusal ?? 'none') &&
    (kind === 'arrive' ? areTexts(stop?.id, stop?.name) : ['start', 'finish'].includes(kind))
  )
}

/** What is stored; `unread` is what this release cannot read, which is kept as it is. */
function parse(text: string | null): { presses: KeptPress[]; unread: unknown[] } {
  const all = text === null ? [] : (parseStored<unknown[]>(text, Array.isArray) ?? [text])
  const pressOf = (each: unknown) => parseStored(JSON.stringify(each), isPress)
  const presses = all.map(pressOf).filter((each) => each !== null)
  return { presses, unread: all.filter((each) => pressOf(each) === null) }
}

const textOf = (ownerId: string) => readStored('local', PREFIX + ownerId)

function write(
  ownerId: string,
  presses: readonly KeptPress[],
  unread: readonly unknown[] = parse(textOf(ownerId)).unread,
): void {
  const kept = [...presses, ...unread]
  keepStored('local', PREFIX + ownerId, kept.length > 0 ? JSON.stringify(kept) : null)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * Returns the presses of a person that wait or were refused, in the order of pressing. Those that
 * cannot be read are reported as not sent.
 */
export function listPresses(ownerId: string): KeptPress[] {
  const { presses, unread } = parse(textOf(ownerId))
  if (unread.length > 0) {
    void tellUnread('press', () => write(ownerId, parse(textOf(ownerId)).presses, []))
  }
  return presses
}

/** The presses of a person on one trip; the same array until they change. */
export function usePresses(ownerId: string, tripId: string): KeptPress[] {
  const text = useSyncExternalStore(
    subscribe,
    () => textOf(ownerId),
    () => null,
  )
  return useMemo(
    () => parse(text).presses.filter((press) => press.tripId === tripId),
    [text, tripId],
  )
}

/** Keeps a press at the end of the queue. */
export function keepPress(ownerId: string, press: KeptPress): void {
  write(ownerId, [...listPresses(ownerId), press])
}

/** Removes a press: it was recorded, withdrawn before it was sent, or its refusal was read. */
export function dropPress(ownerId: string, id: string): void {
  write(
    ownerId,
    listPresses(ownerId).filter((press) => press.id !== id),
  )
}

type SentPress = { press: KeptPress; sheet: RunSheet | null }

/**
 * Sends the waiting presses in the order of pressing. Resolves to the presses that the server has
 * answered; those that it refused stay in the queue with its sentence, until the driver reads it.
 * @throws ApiError when the server decided nothing: the press and those after it keep waiting
 */
export const sendPresses = oneAtATime('cupo-presses', sendAll)

async function sendAll(ownerId: string): Promise<SentPress[]> {
  const sent: SentPress[] = []
  for (;;) {
    const press = listPresses(ownerId).find(({ refusal }) => refusal === null)
    if (!press) return sent
    sent.push({ press, sheet: await sendOne(ownerId, press) })
  }
}

/** Returns the sheet after the press; null when the server refused it. */
async function sendOne(ownerId: string, press: KeptPress): Promise<RunSheet | null> {
  try {
    const { sheet } = await callPress(press)
    saveRunSheet({ ownerId, sheet })
    dropPress(ownerId, press.id)
    return sheet
  } catch (error) {
    if (!isFinal(error)) throw error
    const refusal = messageOf(error)
    write(
      ownerId,
      listPresses(ownerId).map((each) => (each.id === press.id ? { ...each, refusal } : each)),
    )
    return null
  }
}

/** Sends one press. Repeated with the same id, it has no second effect. */
function callPress({ id, tripId, kind, stop, at, timeProof, isSure }: KeptPress) {
  const params = { tripId }
  const press = { id, at, ...(timeProof && { timeProof }), ...(isSure && { isSure }) }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  switch (kind) {
    case 'start':
      return api.journeys.start({ params, body: { press }, signal })
    case 'arrive':
      return api.journeys.arrive({ params, body: { stopId: stop?.id ?? '', press }, signal })
    case 'finish':
      return api.journeys.finish({ params, body: { press }, signal })
  }
}
