// Functions of the phone that the app needs, through Capacitor's plugins.
import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import { Directory, Filesystem } from '@capacitor/filesystem'
import { PushNotifications } from '@capacitor/push-notifications'
import { Share } from '@capacitor/share'
import { SplashScreen } from '@capacitor/splash-screen'
import type { Plugins, PushPermission } from '../../web/app/plugins.ts'

export const capacitorPlugins: Plugins = {
  keystore: {
    async get(key) {
      const value = await SecureStorage.get(key, false, false)
      return typeof value === 'string' ? value : null
    },
    // Bound to this device: a backup restored on another phone does not contain the session.
    set: (key, value) =>
      SecureStorage.set(key, value, false, false, KeychainAccess.whenUnlockedThisDeviceOnly),
    async remove(key) {
      await SecureStorage.remove(key, false)
    },
  },
  links: {
    launchAddress: async () => (await App.getLaunchUrl())?.url ?? null,
    onOpened: (listener) => void App.addListener('appUrlOpen', ({ url }) => listener(url)),
  },
  browser: {
    open: (url) => Browser.open({ url }),
    // Android closes the browser window by itself and rejects this call.
    close: () => Browser.close().catch(() => undefined),
    onClosed: (listener) => void Browser.addListener('browserFinished', listener),
  },
  push: {
    permission: async () => answered((await PushNotifications.checkPermissions()).receive),
    ask: async () => answered((await PushNotifications.requestPermissions()).receive),
    token: registeredToken,
    onToken: (listener) =>
      quietly(PushNotifications.addListener('registration', ({ value }) => listener(value))),
    onOpened: (listener) =>
      quietly(
        PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) =>
          listener(String(notification.data?.url ?? '')),
        ),
      ),
  },
  async shareFile(content, name) {
    const data = await base64(content)
    const { uri } = await Filesystem.writeFile({ path: name, data, directory: Directory.Cache })
    await Share.share({ title: name, files: [uri] })
  },
  hideSplash: () => SplashScreen.hide(),
}

function answered(state: PermissionState | 'prompt-with-rationale'): PushPermission {
  if (state === 'granted') return 'granted'
  return state === 'denied' ? 'refused' : 'ask'
}

/**
 * Ignores a rejection: the plugin has no implementation for browsers, in which the bundle is
 * checked.
 */
function quietly(added: Promise<unknown>): void {
  added.catch(() => undefined)
}

/** Firebase sends the token in an event. */
async function registeredToken(): Promise<string> {
  const handles: { remove(): Promise<void> }[] = []
  try {
    return await new Promise<string>((resolve, reject) => {
      const listen = async () => {
        handles.push(
          await PushNotifications.addListener('registration', ({ value }) => resolve(value)),
          await PushNotifications.addListener('registrationError', ({ error }) =>
            reject(new Error(error)),
          ),
        )
        await PushNotifications.register()
      }
      listen().catch(reject)
    })
  } finally {
    for (const handle of handles) await handle.remove()
  }
}

/** Base64 of a file, without the prefix of the data URL. */
function base64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
}
