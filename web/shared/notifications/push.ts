/** Push messages in this browser (https://www.w3.org/TR/push-api/). */
import { api } from '#web/lib/api.ts'
import { within } from '#web/lib/within.ts'

/** `serviceWorker.ready` never settles where no worker was registered. */
const READY_MS = 5000

export type PushState = 'unsupported' | 'refused' | 'off' | 'on'

/** Does push work here? iPhones have it only in the installed app, some browsers never. */
function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** State of push messages in this browser; `here`: the server sends them to this session. */
export function pushState(pushKey: string | null, here: boolean): PushState {
  if (pushKey === null || !isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  return here && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Asks for permission and registers this browser. Returns whether the person agreed. */
export async function turnOnPush(pushKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await within(READY_MS, navigator.serviceWorker.ready)
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // Subscribed earlier with another key: subscribe again.
    await (await pushManager.getSubscription())?.unsubscribe()
    return await pushManager.subscribe(options)
  })
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await api.notifications.subscribe({ body: { endpoint, keys: { p256dh, auth } } })
  return true
}

export async function turnOffPush(): Promise<void> {
  await api.notifications.unsubscribePush({})
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
