// Presses every button of a screen that the browser has translated: none leads to the error page,
// and all texts are those that React wants.
import type { Page } from 'playwright-core'
import { networkQuiet } from './browser.ts'
import { pauseRequests } from './pause-requests.ts'
import type { Screen } from './screens.ts'
import { translated, translatePages, wrongTexts } from './translator.ts'

/** Limit of presses on one screen; lists of the team repeat their buttons. */
const PRESSES_MAX = 60
/** Time for what a press shows, ms. */
const SETTLE_MS = 40

const CONTROLS = 'button, summary, [role=button], input:is([type=checkbox], [type=radio])'
const FAILED = { level: 1, name: 'No pudimos mostrar esta pantalla' }

/**
 * Opens screens in a page that is signed in. Writes are refused while buttons are pressed, so that
 * the demonstration stays as it is for the next screen; a refusal changes texts, too.
 */
export async function openPresser(page: Page): Promise<Presser> {
  const presser = { page, refuses: false, known: new Set<string>() }
  const refusal = { error: 'El servicio no está disponible.', code: 'unavailable' }
  await translatePages(page)
  await pauseRequests(page, '*/api/*', async ({ method }) =>
    presser.refuses && method !== 'GET' ? { status: 503, json: refusal } : undefined,
  )
  page.on('popup', (popup) => void popup.close())
  return presser
}

type Presser = {
  page: Page
  refuses: boolean
  /** Controls around the screens, such as the menu: pressed on one of them. */
  known: Set<string>
}

/**
 * Presses the buttons of a screen, those that a press shows included. Returns a line for
 * each press after which the screen is wrong.
 */
export async function pressFindings(presser: Presser, screen: Screen): Promise<string[]> {
  const { page, known } = presser
  const findings: string[] = []
  const pressed = new Set<string>()
  await openTranslated(presser, screen)
  // A screen of this list may be one that there is not.
  const isBroken = (await page.getByRole('heading', FAILED).count()) > 0
  const home = await page.evaluate(() => ({
    path: location.pathname,
    stored: JSON.stringify(localStorage),
  }))
  const reopen = async () => {
    await page.goto('/manifest.webmanifest')
    await page.evaluate((stored) => {
      localStorage.clear()
      Object.assign(localStorage, JSON.parse(stored))
    }, home.stored)
    await openTranslated(presser, { ...screen, ready: undefined })
  }
  while (pressed.size < PRESSES_MAX) {
    // A press may leave the site, and with it the page that is asked here.
    const done = await pressNext(page, [...pressed, ...known], home.path).catch(() => LEFT)
    if (done === null) break
    if (done.key) (done.isInside ? pressed : known).add(done.key)
    const wrong = done.key ? await afterPress(page, isBroken) : []
    findings.push(...wrong.map((each) => `${screen.name} after "${done.key}": ${each}`))
    if (!done.key || wrong.length > 0) await reopen()
  }
  return findings
}

async function openTranslated(presser: Presser, { path, ready }: Screen): Promise<void> {
  const { page } = presser
  presser.refuses = false
  await page.goto(path)
  if (ready) await page.getByText(ready).first().waitFor()
  await translated(page)
  await networkQuiet(page, 100)
  presser.refuses = true
}

type Pressed = { key: string | null; isInside: boolean }
/** Answer when the last press led to another page. */
const LEFT: Pressed = { key: null, isInside: false }

/** Presses the next control, of an open dialog first; null when none is left. */
function pressNext(page: Page, pressed: string[], path: string): Promise<Pressed | null> {
  return page.evaluate(
    ([controls, before, home]) => {
      if (location.pathname !== home) return { key: null, isInside: false }
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
      const counts = new Map<string, number>()
      for (const control of (dialog ?? document).querySelectorAll<HTMLElement>(controls)) {
        const { localName } = control
        const isInside = control.closest('main, dialog') !== null
        const name = control.getAttribute('aria-label') || control.textContent || control.id
        const nth = counts.get(name) ?? 0
        counts.set(name, nth + 1)
        const key = `${isInside ? '' : 'around: '}${localName} ${name.trim()} ${nth}`
        // Rows of a list have the same buttons.
        if (nth > 1 || before.includes(key) || control.matches(':disabled')) continue
        // A session that could not be ended at once is ended by the next page.
        if (/cerrar sesión$/i.test(name.trim())) continue
        if (!control.checkVisibility()) continue
        control.click()
        return { key, isInside }
      }
      dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))
      ;(dialog as HTMLDialogElement | undefined)?.close()
      return dialog ? { key: 'close', isInside: true } : null
    },
    [CONTROLS, pressed, path] as const,
  )
}

async function afterPress(page: Page, isBroken: boolean): Promise<string[]> {
  await new Promise((done) => setTimeout(done, SETTLE_MS))
  const failed = await page.getByRole('heading', FAILED).count()
  const isNew = failed > 0 && !isBroken
  return [...(isNew ? ['shows the error page'] : []), ...(await wrongTexts(page))]
}
