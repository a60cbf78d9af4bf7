import type { Plugins, PushPermission } from '#web/app/plugins.ts'

/** Fake phone for tests; `keys` is the content of its keystore. */
export function fakePlugins(keys = new Map<string, string>()) {
  const phone = {
    keys,
    slow: false,
    broken: false,
    opened: [] as string[],
    closeBrowser: (): void => undefined,
    /** The person's answer to the request for push permission. */
    answer: 'granted' as PushPermission,
    permission: 'ask' as PushPermission,
    pushToken: 'token-of-this-telephone-1',
    newToken: (_token: string): void => undefined,
    tap: (_url: string): void => undefined,
    plugins: null as unknown as Plugins,
  }
  const turn = async () => {
    if (phone.broken) throw new Error('the keystore is not readable')
    if (phone.slow) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  phone.plugins = {
    keystore: {
      get: async (key) => turn().then(() => keys.get(key) ?? null),
      set: async (key, value) => turn().then(() => void keys.set(key, value)),
      remove: async (key) => turn().then(() => void keys.delete(key)),
    },
    links: { launchAddress: async () => null, onOpened: () => undefined },
    browser: {
      open: async (address) => void phone.opened.push(address),
      close: async () => undefined,
      onClosed: (listener) => {
        phone.closeBrowser = listener
      },
    },
    push: {
      permission: async () => phone.permission,
      async ask() {
        phone.permission = phone.answer
        return phone.permission
      },
      async token() {
        phone.newToken(phone.pushToken)
        return phone.pushToken
      },
      onToken: (listener) => {
        phone.newToken = listener
      },
      onOpened: (listener) => {
        phone.tap = listener
      },
    },
    shareFile: async () => undefined,
    hideSplash: async () => undefined,
  }
  return phone
}
