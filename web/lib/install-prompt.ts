/** What Chromium browsers fire once a page may be installed; no other browser has it. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

export const INSTALL_EVENT = 'beforeinstallprompt'

let kept: InstallPrompt | null = null

/** Suppresses the browser's own install prompt and stores the event, to show the prompt later. */
export function keepInstallPrompt(event: Event): void {
  event.preventDefault()
  kept = event as InstallPrompt
}

export const installPrompt = (): InstallPrompt | null => kept

/** The browser lets each prompt be shown once. */
export function dropInstallPrompt(): void {
  kept = null
}
