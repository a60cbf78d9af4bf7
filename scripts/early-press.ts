// Measures how long a submitted form waits for its result when it is pressed before hydration: sent
// by the browser as a form, or stored and replayed as presses of other buttons are
// (`web/lib/early-press.ts`).
import type { Browser, Page } from 'playwright-core'
import { newPage } from '#test/e2e/browser.ts'
import { leftToBrowser } from '#web/lib/early-press.ts'
import { type Connection, slowDown } from './first-result.ts'

const ROUNDS = 3

/** Values to enter, and the text that shows the result. */
type SignIn = { email: string; password: string; answer: string }

/** A new address each time, so that the rate limit does not apply. */
export const refusedSignIn = (): SignIn => ({
  email: `nadie-${crypto.randomUUID()}@correo.test`,
  password: 'una clave que no es',
  answer: 'Usuario o contraseña incorrectos.',
})

type Way = 'replayed' | 'sent'

/** Milliseconds from the press to the result, the median of three visits. */
export async function pressToAnswer(
  browser: Browser,
  url: string,
  connection: Connection,
  asked: { way: Way; signIn: () => SignIn },
): Promise<number> {
  const waits: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    waits.push(await visit(browser, url, connection, asked))
  return waits.sort((a, b) => a - b)[1] ?? 0
}

async function visit(
  browser: Browser,
  url: string,
  connection: Connection,
  { way, signIn }: { way: Way; signIn: () => SignIn },
): Promise<number> {
  const entered = signIn()
  const { page, close } = await newPage(browser, { width: 360, height: 740 })
  // Only the first page comes without delay: the response to the form uses the slow connection.
  await page.route('**/login', (route) => firstPage(route, way), { times: 1 })
  await slowDown(await page.context().newCDPSession(page), connection)
  await page.addInitScript(watchFor, entered.answer)
  await page.goto(`${url}/login`, { waitUntil: 'commit', timeout: 60_000 })
  await page.waitForSelector('input[type="password"]')
  const pressed = await press(page, entered)
  const shown = await page.waitForFunction(readShown, null, { timeout: 60_000 })
  const waited = Number(await shown.jsonValue()) - pressed
  await close()
  return waited
}

type Watched = { shownAt?: number }

/** Runs in each page: records the frame that first shows the text; a locator looks too rarely. */
function watchFor(text: string): void {
  const look = () => {
    if (!document.body?.textContent?.includes(text)) return requestAnimationFrame(look)
    // The message arrives after the frame is painted.
    const painted = new MessageChannel()
    painted.port1.onmessage = () => {
      Object.assign(window, { shownAt: Date.now() } satisfies Watched)
    }
    return painted.port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

const readShown = () => (window as Watched).shownAt

type Route = Parameters<Parameters<Page['route']>[1]>[0]

async function firstPage(route: Route, way: Way): Promise<void> {
  const response = await route.fetch()
  const html = await response.text()
  if (!html.includes(leftToBrowser)) throw new Error('the page does not store early presses')
  const body = way === 'replayed' ? html.replace(leftToBrowser, 'false') : html
  // The content security policy is removed, because it lists the hash of each inline script.
  const { 'content-security-policy': _policy, ...headers } = response.headers()
  await route.fulfill({ response, headers, body })
}

/** Presses as a person who is faster than the page. Returns the time in ms since 1970. */
function press(page: Page, { email, password }: SignIn): Promise<number> {
  return page.evaluate(
    ([name, word]) => {
      const secret = document.querySelector<HTMLInputElement>('input[type="password"]')
      const form = secret?.form
      const address = form?.querySelector<HTMLInputElement>(
        'input:not([type="password"], [type="hidden"])',
      )
      if (!form || !secret || !address) throw new Error('no form to sign in')
      address.value = name
      secret.value = word
      const pressed = Date.now()
      form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
      return pressed
    },
    [email, password] as const,
  )
}
