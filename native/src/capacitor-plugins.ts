// What the app needs of the phone, by Capacitor's plugins.
import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'
import { SplashScreen } from '@capacitor/splash-screen'
import type { Plugins } from '../../web/app/plugins.ts'

export const capacitorPlugins: Plugins = {
  keystore: {
    async get(key) {
      const value = await SecureStorage.get(key, false, false)
      return typeof value === 'string' ? value : null
    },
    // A backup on another phone does not bring the session along.
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
    // Android closes its window by itself, and refuses to be asked.
    close: () => Browser.close().catch(() => undefined),
    onClosed: (listener) => void Browser.addListener('browserFinished', listener),
  },
  async shareFile(content, name) {
    const data = await base64(content)
    const { uri } = await Filesystem.writeFile({ path: name, data, directory: Directory.Cache })
    await Share.share({ title: name, files: [uri] })
  },
  hideSplash: () => SplashScreen.hide(),
}

/** Without the beginning of the data URL. */
function base64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
}
