/**
 * Interfaces to the phone's functions. Capacitor plugins implement them (native/src) and are passed
 * in before the first screen, so that web/ does not import their packages.
 */

/** Android Keystore or Apple Keychain. */
export type Keystore = {
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}

export type PushPermission = 'granted' | 'refused' | 'ask'

export type Plugins = {
  keystore: Keystore
  /** Addresses by which the app was opened: links to the site, and the return of a sign-in. */
  links: {
    /** The address that started the app; null when its icon started it. */
    launchAddress(): Promise<string | null>
    onOpened(listener: (address: string) => void): void
  }
  /** Window of the system's browser, shown over the app. */
  browser: {
    open(address: string): Promise<void>
    close(): Promise<void>
    onClosed(listener: () => void): void
  }
  /** Push messages, which also arrive while the app is closed. */
  push: {
    permission(): Promise<PushPermission>
    /** Asks the person, unless they answered before. */
    ask(): Promise<PushPermission>
    /** Token by which Firebase reaches this telephone. */
    token(): Promise<string>
    /** Calls back for every new token, including the one that `token` returns. */
    onToken(listener: (token: string) => void): void
    /** Calls back with the path of a push message that the person tapped. */
    onOpened(listener: (url: string) => void): void
  }
  /** Hands a file to another app, or saves it. */
  shareFile(content: Blob, name: string): Promise<void>
  hideSplash(): Promise<void>
}

let given: Plugins | null = null

export function providePlugins(plugins: Plugins): void {
  given = plugins
}

/** Returns the plugins. @throws before `providePlugins` was called */
export function plugins(): Plugins {
  if (!given) throw new Error('the plugins of the app were not provided')
  return given
}
