/** Capacitor serves the app's pages from `capacitor://` on iOS, from `https://` on Android. */
export function platform(): 'android' | 'ios' {
  return globalThis.location?.protocol === 'capacitor:' ? 'ios' : 'android'
}
