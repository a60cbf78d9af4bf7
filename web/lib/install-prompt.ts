/** Event of Chromium browsers when a page can be installed; other browsers do not have it. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

export const INSTALL_EVENT = 'beforeinstallprompt'

let kept: InstallPrompt | null = null

/** Suppresses the browser's own install prompt and stores the event, to show the prompt later. */
export function keepInstallPrompt(event: Event): void {
  event.preventDefault()
  kept = event as InstallPrompt
}

export const installPrompt = (): InstallPrompt | null => kept

/** Deletes the stored event, because the browser shows each prompt only once. */
export function dropInstallPrompt(): void {
  kept = null
}
