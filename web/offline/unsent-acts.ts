/** What still waits on this device when its person signs out: sent first, then asked about. */
import { wordList } from '#web/lib/format.ts'
import { within } from '#web/lib/within.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { listPresses, sendPresses } from '#web/shared/journeys/press-queue.ts'
import { countWaiting, sendWaiting } from '#web/shared/safety/incident-outbox.ts'
import { countAboard, sendAboard } from '#web/stored/aboard-outbox.ts'
import { listScans } from '#web/stored/boarding-store.ts'
import { listUnsent, sendOutbox } from '#web/stored/message-outbox.ts'
import { unsentWords } from '#web/stored/unsent.ts'
import { keptPhotos } from '#web/stored/unsent-photos.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { sendScans } from './send-scans.ts'

/** Time in ms for sending what waits: a phone is often handed over right after the press. */
const SEND_MS = 8_000

/** Phrases of what is deleted with the session, and of what stays until the person is back. */
type Unsent = { lost: string[]; stays: string[] }

/** Where IndexedDB is blocked, nothing is stored in it. */
const count = async (list: Promise<readonly unknown[]>): Promise<number> =>
  (await list.catch(() => [])).length

/** What waits; reports and calls that were just refused are stored no more, and are lost. */
async function unsentOf(ownerId: string, refused = { aboard: 0, calls: 0 }): Promise<Unsent> {
  const scans = listScans(ownerId).then((all) => all.filter(({ result }) => result === null))
  return {
    lost: unsentWords({
      messages: await count(listUnsent(ownerId)),
      aboard: countAboard() + refused.aboard,
      calls: refused.calls,
      presses: listPresses(ownerId).length,
      photos: await count(keptPhotos(ownerId)),
    }),
    stays: unsentWords({ calls: countWaiting(), boarded: await count(scans) }),
  }
}

const isNothing = ({ lost, stays }: Unsent): boolean => lost.length + stays.length === 0

/**
 * Sends what this person did without a network. If something cannot be sent within 8 s, or is
 * refused, says what signing out loses and asks. Returns whether to sign out.
 */
export async function mayLogOut(): Promise<boolean> {
  const ownerId = rememberedAccount()
  if (ownerId === null || isNothing(await unsentOf(ownerId))) return true
  const refused = { aboard: 0, calls: 0 }
  const sendCalls = async () => {
    refused.calls = (await sendWaiting()).refused.length
  }
  const sendReports = async () => {
    refused.aboard = (await sendAboard(ownerId)).filter(({ refusal }) => refusal).length
  }
  if (navigator.onLine) {
    const theirs = [sendPresses(ownerId), sendScans(ownerId), sendOutbox(ownerId)]
    const all = Promise.allSettled([sendCalls(), sendReports(), ...theirs])
    await within(SEND_MS, all).catch(() => undefined)
  }
  const left = await unsentOf(ownerId, refused)
  return isNothing(left) || (await ask(left))
}

/**
 * Asks in a dialog like `ConfirmDialog`, but without React, so that each place that signs out can
 * await the answer. Every end other than the button to sign out keeps the session.
 */
function ask({ lost, stays }: Unsent): Promise<boolean> {
  const make = <K extends keyof HTMLElementTagNameMap>(name: K, look: string, text = '') =>
    Object.assign(document.createElement(name), { className: look, textContent: text })
  const box = make(
    'dialog',
    'm-auto w-[min(28rem,calc(100vw-2rem))] max-w-none rounded-card bg-surface text-ink ' +
      'max-h-[85dvh] overflow-auto p-0 shadow-card open:animate-rise',
  )
  const title = make('h2', 'text-xl', 'Hay algo que no se ha enviado')
  title.id = 'unsent-title'
  box.setAttribute('aria-labelledby', title.id)
  const parts = make('div', 'flex flex-col gap-4 p-5')
  parts.append(title)
  if (lost.length > 0) {
    parts.append(make('p', '', `Si cierras sesión ahora, se pierde: ${wordList(lost)}.`))
  }
  if (stays.length > 0) {
    const words = `Queda en este teléfono hasta que vuelvas a entrar: ${wordList(stays)}.`
    parts.append(make('p', '', words))
  }
  const buttons = make('div', 'mt-1 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end')
  const stay = make('button', buttonClass('secondary', 'md'), 'Seguir en mi cuenta')
  const leave = make('button', buttonClass('danger', 'md'), 'Cerrar sesión')
  stay.onclick = () => box.close()
  leave.onclick = () => box.close('leave')
  buttons.append(stay, leave)
  parts.append(buttons)
  box.append(parts)
  document.body.append(box)
  box.showModal()
  return new Promise((resolve) => {
    box.onclose = () => {
      box.remove()
      resolve(box.returnValue === 'leave')
    }
  })
}
