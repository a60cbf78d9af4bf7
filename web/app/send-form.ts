/**
 * Replaces `web/shared/payments/send-form.ts` in the native app: the gateway opens in the system's
 * browser, where banks keep people signed in. After that window is closed, the app always shows the
 * state of the payment.
 */
import { whenBrowserEnds } from './browser-window.ts'
import { pathOf } from './links.ts'
import { plugins } from './plugins.ts'

const RETURN = 'redirect-url'

export function sendForm(action: string, fields: [name: string, value: string][]): void {
  const back = pathOf(new Map(fields).get(RETURN) ?? '')
  if (back !== null) whenBrowserEnds(back)
  // The query has the same text that an HTML form would send.
  void plugins().browser.open(`${action}?${new URLSearchParams(fields)}`)
}
