/** Registers the service worker after the page has loaded; updates it when the person agrees. */

import { INSTALL_EVENT, keepInstallPrompt } from '#web/lib/install-prompt.ts'

const SCRIPT = '/sw.js'
/** Delay of the registration, ms, so that caching does not compete with the screen. */
const IDLE_MS = 4_000
const CHECK_EVERY_MS = 60 * 60_000

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

/** Only in production builds: in development a cache would serve stale code. */
export function registerWorker(): void {
  // Browsers fire the install event after they have read the manifest, which is after the page has
  // loaded.
  window.addEventListener(INSTALL_EVENT, keepInstallPrompt)
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => void register(), IDLE_MS)
}

async function register(): Promise<void> {
  // Browsers refuse the service worker on plain http, in some private windows or by a setting. The
  // site works without it.
  const registration = await navigator.serviceWorker.register(SCRIPT).catch(() => undefined)
  if (!registration) return
  const look = () => {
    // Without a controller this is the first installation, not an update.
    if (registration.waiting && navigator.serviceWorker.controller) found(registration.waiting)
  }
  look()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
  setInterval(() => void registration.update().catch(() => undefined), CHECK_EVERY_MS)
}

function found(worker: ServiceWorker): void {
  waiting = worker
  for (const listener of listeners) listener()
}

/** Calls back when a new version is ready. @returns the function that stops listening */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether a new service worker is installed and in the `waiting` state. */
export function hasNewVersion(): boolean {
  return waiting !== null
}

/** Activates the waiting service worker, then reloads the page. */
export function takeNewVersion(): void {
  const reload = () => window.location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waiting?.postMessage({ type: 'SKIP_WAITING' })
}
