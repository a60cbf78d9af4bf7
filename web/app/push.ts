/**
 * Replaces `web/shared/notifications/push.ts` in the native app: Firebase delivers push messages to
 * the telephone, and a tap on a message opens its screen.
 */
import { api } from '#web/lib/api.ts'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { urlOf } from '#web/lib/url-of.ts'
import { openPath } from './open-path.ts'
import { type PushPermission, plugins } from './plugins.ts'
import { SITE } from './site.ts'
import { readToken } from './token-storage.ts'

export type PushState = 'unsupported' | 'refused' | 'off' | 'on'

/** Key for "the person turned on push messages here": then a new Firebase token is registered. */
const KEY = 'push-device'

let permission: PushPermission = 'ask'

/** State of push messages; `here`: the server sends push messages to this session. */
export function pushState(pushKey: string | null, here: boolean): PushState {
  if (pushKey === null) return 'unsupported'
  if (permission === 'refused') return 'refused'
  return here && permission === 'granted' ? 'on' : 'off'
}

/** Asks for permission and registers this telephone. Returns whether the person agreed. */
export async function turnOnPush(_pushKey: string): Promise<boolean> {
  permission = await plugins().push.ask()
  if (permission !== 'granted') return false
  await register(await plugins().push.token())
  keepStored('local', KEY, 'on')
  return true
}

export async function turnOffPush(): Promise<void> {
  keepStored('local', KEY, null)
  await api.notifications.unsubscribePush({})
}

async function register(token: string): Promise<void> {
  await api.notifications.registerDevice({ body: { token } })
}

/** Registers the listeners for tokens and taps. Call once, at the start. */
export async function watchPush(): Promise<void> {
  const { push } = plugins()
  push.onToken((token) => {
    const isWanted = readStored('local', KEY) !== null && readToken() !== null
    // Without a network this fails; the next start gets the token again.
    if (isWanted) void register(token).catch(() => undefined)
  })
  push.onOpened((url) => {
    const path = ownPath(url)
    if (path !== null) openPath(path)
  })
  permission = await push.permission().catch(() => 'refused' as const)
  if (permission === 'granted' && readStored('local', KEY) !== null) {
    // The listener above receives the token.
    await push.token().catch(() => undefined)
  }
}

/** Returns the path if `url` is a path of the site, or null: other addresses open nothing. */
export function ownPath(url: string, site: string = SITE): string | null {
  const parsed = url.startsWith('/') ? urlOf(url, site) : null
  if (!parsed) return null
  const { origin, pathname, search, hash } = parsed
  return origin === new URL(site).origin ? pathname + search + hash : null
}
