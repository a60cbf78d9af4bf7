import { useSyncExternalStore } from 'react'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { dropInstallPrompt, INSTALL_EVENT, installPrompt } from '#web/lib/install-prompt.ts'
import { isNativeWrapper } from '#web/lib/native-wrapper.ts'

function subscribe(changed: () => void): () => void {
  window.addEventListener(INSTALL_EVENT, changed)
  return () => window.removeEventListener(INSTALL_EVENT, changed)
}

/** How this browser installs the app: by its own prompt, by Safari's share menu, or not at all. */
type InstallWay = { kind: 'prompt'; install: () => Promise<void> } | { kind: 'safari' }

/** Is this Safari on an iPhone or iPad? Other iOS browsers add their name to the user agent. */
export function isSafariOnIos(userAgent: string, touchPoints: number): boolean {
  const isIos = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return isIos && /Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent)
}

/** Null: already installed, or the browser offers no way. */
export function useInstallWay(): InstallWay | null {
  const kept = useSyncExternalStore(subscribe, installPrompt, () => null)
  if (isNativeWrapper() || window.matchMedia('(display-mode: standalone)').matches) return null
  if (kept) {
    const install = async () => {
      dropInstallPrompt()
      await kept.prompt()
    }
    return { kind: 'prompt', install }
  }
  return isSafariOnIos(navigator.userAgent, navigator.maxTouchPoints) ? { kind: 'safari' } : null
}

const KEY = 'install-offer'

/** Installing is offered after the first booking of this device, and only there. */
export function mayOfferInstall(bookingId: string): boolean {
  return [null, bookingId].includes(readStored('local', KEY))
}

/** Records that the offer was shown with this booking. */
export function noteInstallOffer(bookingId: string): void {
  keepStored('local', KEY, bookingId)
}

/** The person accepted or declined: the offer is never shown again on this device. */
export function endInstallOffer(): void {
  keepStored('local', KEY, 'answered')
}
