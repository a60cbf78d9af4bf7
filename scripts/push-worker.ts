// Functions of the service worker that handle push messages. Each function is copied as text into
// the worker, so it uses no variable from outside.

type Shown = { title: string; body: string; url: string; tag: string; stays?: boolean }

type PushEvent = { data: { json(): unknown } | null; waitUntil(done: Promise<unknown>): void }

type ClickEvent = {
  notification: { close(): void; data: { url: string } }
  waitUntil(done: Promise<unknown>): void
}

type Window = { url: string; focus(): Promise<Window>; navigate(url: string): Promise<unknown> }

declare const registration: { showNotification(title: string, options: object): Promise<void> }
declare const clients: {
  matchAll(options: object): Promise<Window[]>
  openWindow(url: string): Promise<unknown>
}

/**
 * Shows a push message; it replaces a shown message with the same tag. One that `stays` is on the
 * lock screen until it is replaced or closed, where the browser can (Chrome; others ignore it).
 */
export function showPush(event: PushEvent): void {
  if (!event.data) return
  const { title, body, url, tag, stays } = event.data.json() as Shown
  const options = {
    body,
    tag,
    renotify: true,
    requireInteraction: stays === true,
    lang: 'es-CO',
    icon: '/icons/icon-192.png',
    data: { url },
  }
  event.waitUntil(registration.showNotification(title, options))
}

/** Opens the path of the message, in an open window of the app if there is one. */
export function openPush(event: ClickEvent): void {
  event.notification.close()
  const { origin } = location
  const asked = new URL(event.notification.data.url, origin)
  const url = asked.origin === origin ? asked.href : `${origin}/notifications`
  const open = async () => {
    const [window] = await clients.matchAll({ type: 'window' })
    if (!window) return await clients.openWindow(url)
    // A window that the worker does not control cannot navigate, so a new one is opened.
    const focused = await window.focus()
    return await focused.navigate(url).catch(() => clients.openWindow(url))
  }
  event.waitUntil(open())
}

/** Returns the lines to add to the service worker. */
export function pushHandlers(): string {
  return [
    `self.addEventListener('push', ${showPush.toString()});`,
    `self.addEventListener('notificationclick', ${openPush.toString()});`,
    '',
  ].join('\n')
}
