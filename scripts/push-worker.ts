// What the service worker does with push messages. Each function is copied as text into the worker:
// it uses nothing from outside.

type Shown = { title: string; body: string; url: string; tag: string }

type PushEvent = {
  data: { json(): unknown } | null
  waitUntil(done: Promise<unknown>): void
}

type ClickEvent = {
  notification: { close(): void; data: { url: string } }
  waitUntil(done: Promise<unknown>): void
}

type Window = { url: string; focus(): Promise<Window>; navigate(url: string): Promise<unknown> }

declare const registration: {
  showNotification(title: string, options: object): Promise<void>
}
declare const clients: {
  matchAll(options: object): Promise<Window[]>
  openWindow(url: string): Promise<unknown>
}

/** Shows a message. A later one with the same tag takes its place. */
export function showPush(event: PushEvent): void {
  if (!event.data) return
  const { title, body, url, tag } = event.data.json() as Shown
  const options = {
    body,
    tag,
    renotify: true,
    lang: 'es-CO',
    icon: '/icons/icon-192.png',
    data: { url },
  }
  event.waitUntil(registration.showNotification(title, options))
}

/** Opens what the message is about, in a window of the app where one is open. */
export function openPush(event: ClickEvent): void {
  event.notification.close()
  const { origin } = location
  const asked = new URL(event.notification.data.url, origin)
  const url = asked.origin === origin ? asked.href : `${origin}/notifications`
  const open = async () => {
    const [window] = await clients.matchAll({ type: 'window' })
    if (!window) return await clients.openWindow(url)
    // A window that the worker does not control cannot be led elsewhere.
    const focused = await window.focus()
    return await focused.navigate(url).catch(() => clients.openWindow(url))
  }
  event.waitUntil(open())
}

/** The lines to add to the worker. */
export function pushHandlers(): string {
  return [
    `self.addEventListener('push', ${showPush.toString()});`,
    `self.addEventListener('notificationclick', ${openPush.toString()});`,
    '',
  ].join('\n')
}
