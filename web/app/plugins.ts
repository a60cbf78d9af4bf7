/**
 * What the phone does for the app. The implementations are Capacitor's plugins (native/src); they
 * are handed over before the first screen, so that nothing here needs their packages.
 */

/** Android's Keystore, Apple's Keychain. */
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
    /** The one that started the app; null when it was started by its icon. */
    launchAddress(): Promise<string | null>
    onOpened(listener: (address: string) => void): void
  }
  /** A window of the system's browser over the app. */
  browser: {
    open(address: string): Promise<void>
    close(): Promise<void>
    onClosed(listener: () => void): void
  }
  /** Messages that arrive while the app is closed. */
  push: {
    permission(): Promise<PushPermission>
    /** Asks the person, unless they answered before. */
    ask(): Promise<PushPermission>
    /** The address of this telephone at Firebase. */
    token(): Promise<string>
    /** Every new address, also those that `token` answers. */
    onToken(listener: (token: string) => void): void
    /** A message was tapped: the path that it leads to. */
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

/** @throws before `providePlugins` */
export function plugins(): Plugins {
  if (!given) throw new Error('the plugins of the app were not provided')
  return given
}
