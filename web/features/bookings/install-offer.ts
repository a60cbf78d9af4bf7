import { useSyncExternalStore } from 'react'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { dropInstallPrompt, INSTALL_EVENT, installPrompt } from '#web/lib/install-prompt.ts'
import { isNativeWrapper } from '#web/lib/native-wrapper.ts'

function subscribe(changed: () => void): () => void {
  window.addEventListener(INSTALL_EVENT, changed)
  return () => window.removeEventListener(INSTALL_EVENT, changed)
}

/** Method by which this browser installs the app: its own prompt, or Safari's share menu. */
type InstallWay = { kind: 'prompt'; install: () => Promise<void> } | { kind: 'safari' }

/** Safari on an iPhone or iPad? Other iOS browsers add their name to the user agent. */
export function isSafariOnIos(userAgent: string, touchPoints: number): boolean {
  const isIos = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return isIos && /Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent)
}

/** Returns the install method; null when the app is installed, or the browser cannot install it. */
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

/** Returns whether the offer can be shown: only with the first booking of this device. */
export function mayOfferInstall(bookingId: string): boolean {
  return [null, bookingId].includes(readStored('local', KEY))
}

/** Records that the offer was shown with this booking. */
export function noteInstallOffer(bookingId: string): void {
  keepStored('local', KEY, bookingId)
}

/** Call when the person accepted or declined: the offer is never shown again on this device. */
export function endInstallOffer(): void {
  keepStored('local', KEY, 'answered')
}
