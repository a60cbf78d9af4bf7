import { isNativeWrapper } from './native-wrapper.ts'

/** Names that apps add to the user agent of the browser inside them; `wv`: Android's web view. */
const INSIDE = /; wv\)|FB_IAB|FBA[NV]\/|Instagram|musical_ly|TikTok|LinkedInApp|\bLine\/|Snapchat/

/**
 * Returns the browser to open this page in, when it is open inside another app (Instagram,
 * Facebook…): there Google refuses to sign in. Null in a browser, in our own app, and when the site
 * is installed on the home screen.
 */
export function browserOutside(
  { userAgent, standalone }: { userAgent: string; standalone?: boolean } = navigator,
  isOurs = isNativeWrapper(),
): 'Chrome' | 'Safari' | null {
  if (isOurs || standalone) return null
  const isIos = /iPhone|iPad|iPod/.test(userAgent)
  // On iOS all browsers have `Safari/` in their user agent, and the views inside apps do not.
  if (!INSIDE.test(userAgent) && !(isIos && !/Safari\//.test(userAgent))) return null
  return isIos ? 'Safari' : 'Chrome'
}
