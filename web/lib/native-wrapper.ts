/** Globals that the native app sets on the pages it shows. */
type Wrapped = { ReactNativeWebView?: unknown; navigator?: { userAgent?: string } }

/**
 * Returns whether the site is shown inside our iOS or Android app. There the refresh token is sent
 * in bodies (`mobile=true`), because the app's web view can lose its cookies.
 */
export function isNativeWrapper(scope: Wrapped = globalThis as Wrapped): boolean {
  if (scope.ReactNativeWebView !== undefined) return true
  return /\bCupoApp\//.test(scope.navigator?.userAgent ?? '')
}
