/** Set by the native app on the pages it shows. */
type Wrapped = { ReactNativeWebView?: unknown; navigator?: { userAgent?: string } }

/**
 * Is the site shown inside our iOS or Android app? There the refresh token travels in bodies
 * (`mobile=true`), because the app's web view may lose its cookies.
 */
export function isNativeWrapper(scope: Wrapped = globalThis as Wrapped): boolean {
  if (scope.ReactNativeWebView !== undefined) return true
  return /\bCupoApp\//.test(scope.navigator?.userAgent ?? '')
}
