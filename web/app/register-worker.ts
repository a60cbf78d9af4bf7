/**
 * In the native app, in place of `web/offline/register-worker.ts`: all files are on the phone, and
 * new versions come from the store.
 */

export function registerWorker(): void {
  // Nothing to cache.
}

/** @returns the function that stops listening */
export function onNewVersion(_listener: () => void): () => void {
  return () => undefined
}

export function hasNewVersion(): boolean {
  return false
}

export function takeNewVersion(): void {
  // The store installs new versions.
}
