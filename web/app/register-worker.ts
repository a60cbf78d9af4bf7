/** Replaces `web/offline/register-worker.ts` in the native app, whose files are on the phone. */

export function registerWorker(): void {
  // The native app needs no service worker, because all its files are on the phone.
}

/** Never calls back in the native app. @returns the function that stops listening */
export function onNewVersion(_listener: () => void): () => void {
  return () => undefined
}

export function hasNewVersion(): boolean {
  return false
}

export function takeNewVersion(): void {
  // The store installs new versions.
}
