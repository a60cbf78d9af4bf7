import { globSync, readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { aFundedWallet, aUser, type TestUser } from '../factories.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { networkQuiet, newPage, workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, hydrated } from './visits.ts'

// A press reaches the control under the pointer also when the press itself blurs an invalid field:
// nothing moves between press and release. On main the chip "$ 20.000" moved by 46 px.

type Form = {
  path: string
  /** The invalid field, by its label, and what is typed into it. */
  field: string
  value: string
  error: RegExp
  isPrivate?: true
}

/** Forms that check on blur, by the file that holds them. */
const forms: Record<string, Form> = {
  'web/features/access/auth/signup-form.tsx': {
    path: '/signup',
    field: 'Contraseña',
    value: '123',
    error: /al menos 8/,
  },
  'web/features/access/auth/login-form.tsx': {
    path: '/login',
    field: 'Correo electrónico',
    value: '',
    error: /Escribe tu correo/,
  },
  'web/features/wallet/top-up.tsx': {
    path: '/wallet',
    field: 'Monto a recargar',
    value: '5000',
    error: /mínimo de recarga/,
    isPrivate: true,
  },
  'web/features/users/data-form.tsx': {
    path: '/profile/datos',
    field: 'Nombre de usuario',
    value: 'a',
    error: /./,
    isPrivate: true,
  },
  'web/features/verification/vehicles.route.tsx': {
    path: '/vehicles',
    field: 'Placa',
    value: 'X',
    error: /placa/i,
    isPrivate: true,
  },
}

/** Forms that need more than a visit, and show errors by the same component. */
const elsewhere = [
  'web/features/places/safe-points/propose-point.tsx',
  'web/features/rewards/manage.screen.tsx',
  'web/features/withdrawals/withdraw-form.tsx',
  'web/ui/peso-field.tsx',
]

let site: TestSite
let person: TestUser

beforeAll(async () => {
  site = await openTestSite()
  person = await aUser(site.deps)
  await aFundedWallet(site.deps, person.userId, 400_000)
})

it('knows every form that checks on blur', () => {
  const files = globSync('web/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
  const checking = files.filter((file) =>
    /mode: 'on(Touched|Blur|All)'|onBlur=/.test(readFileSync(file, 'utf8')),
  )
  expect(checking.sort()).toEqual([...Object.keys(forms), ...elsewhere].sort())
})

const CONTROLS = 'main :is(a[href], button, input:not([type=hidden]), select, textarea)'

/** Records presses by a pointer, and keeps their clicks from doing anything. */
function watch(controls: string): void {
  const press = { down: null as Element | null, top: 0, moved: 0, clicked: null as Element | null }
  const topOf = () => press.down?.getBoundingClientRect().top ?? 0
  addEventListener(
    'pointerdown',
    ({ target }) => {
      press.down = (target as Element).closest(controls)
      press.clicked = null
      press.top = topOf()
    },
    true,
  )
  const moved = () => {
    press.moved = topOf() - press.top
  }
  addEventListener('pointerup', moved, true)
  addEventListener(
    'click',
    (event) => {
      moved()
      if (event.detail === 0) return
      press.clicked = (event.target as Element).closest(controls)
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
  Object.assign(window, { press })
}

/** Navigates inside the app. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const router = (window as unknown as { __reactRouterDataRouter: Router })
      .__reactRouterDataRouter
    await router.navigate(to)
  }, path)
}

type Router = { navigate(path: string): Promise<void> }

/** Shows the form anew, without a load: nobody has touched it. */
async function openAnew(page: Page, { path, field, value }: Form): Promise<void> {
  const main = page.getByRole('main')
  await goTo(page, '/wallet/nada')
  await main.getByRole('heading', { name: 'Esta vía no existe' }).waitFor()
  await goTo(page, path)
  // A press of the keyboard is not watched.
  await main.getByLabel(field, { exact: true }).fill(value)
}

/** Returns the middle of a control in the view, or null if something else is there. */
function middleOf(page: Page, index: number): Promise<{ x: number; y: number } | null> {
  return page.evaluate(
    ([controls, at]) => {
      const control = document.querySelectorAll(controls)[at]
      if (!control || control.matches(':disabled') || control === document.activeElement)
        return null
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      return control.contains(document.elementFromPoint(x, y)) ? { x, y } : null
    },
    [CONTROLS, index] as const,
  )
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

type Point = { x: number; y: number }

async function byMouse(page: Page, { x, y }: Point, ms: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await pause(ms)
  await page.mouse.up()
}

async function byTouch(cdp: CDPSession, point: Point, ms: number): Promise<void> {
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await pause(ms)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Presses every control of a form; returns what did not get its press. */
async function lostPresses(page: Page, cdp: CDPSession, form: Form): Promise<string[]> {
  const lost: string[] = []
  await openAnew(page, form)
  await networkQuiet(page, 200)
  const controls = await page.locator(CONTROLS).count()
  let pressed = 0
  for (let index = 0; index < controls; index += 1) {
    const isTouch = index % 2 === 0
    if (index > 0) await openAnew(page, form)
    const point = await middleOf(page, index)
    if (!point) continue
    pressed += 1
    const ms = 20 + ((index * 37) % 101)
    await (isTouch ? byTouch(cdp, point, ms) : byMouse(page, point, ms))
    const result = await page
      .waitForFunction(
        ([all, at]) => {
          const { press } = window as unknown as {
            press: Record<'down' | 'clicked', Element> & { moved: number }
          }
          const control = document.querySelectorAll(all)[at]
          if (!press.clicked) return null
          const name = control?.textContent || control?.getAttribute('name') || control?.id
          return { isOwn: press.clicked === control, moved: press.moved, name }
        },
        [CONTROLS, index] as const,
        { timeout: 1000 },
      )
      .then(
        (handle) => handle?.jsonValue(),
        () => null,
      )
    if (!result?.isOwn || result.moved !== 0) {
      lost.push([form.path, index, isTouch ? 'touch' : 'mouse', JSON.stringify(result)].join(' '))
    }
    if (pressed === 1) await page.getByRole('main').getByText(form.error).first().waitFor()
  }
  expect(pressed).toBeGreaterThan(3)
  return lost
}

it('gives every press to its control while the press blurs an invalid field', async () => {
  const browser = await workerBrowser()
  const lost: string[] = []
  for (const isPrivate of [false, true]) {
    const { page, close } = await newPage(browser, { width: 412, height: 800, site, touch: true })
    page.setDefaultTimeout(5_000)
    if (isPrivate) await enterAs(page, person)
    await page.addInitScript(watch, CONTROLS)
    await page.goto(isPrivate ? '/wallet' : '/login')
    await hydrated(page)
    const cdp = await page.context().newCDPSession(page)
    for (const form of Object.values(forms)) {
      if (Boolean(form.isPrivate) !== isPrivate) continue
      lost.push(...(await lostPresses(page, cdp, form)))
    }
    await close()
  }
  expect(lost).toEqual([])
})

it('books by a press that follows the choice of a point at once', async () => {
  const trip = await aTrip(site.deps, { stops: [BOGOTA, CALI] })
  const { page, assertClean, close } = await newPage(await workerBrowser(), { site })
  await enterAs(page, person)
  const part = `from=${trip.stop(BOGOTA)}&to=${trip.stop(CALI)}`
  await page.goto(`/trips/${trip.tripId}/book?${part}`)
  await page.getByRole('radio', { name: /^Terminal Satélite del Norte/ }).waitFor()
  await networkQuiet(page)
  await page.evaluate(async () => {
    const named = (selector: string, text: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) =>
        textContent?.startsWith(text),
      )
    named('label:has([type=radio])', 'Terminal Satélite del Norte')?.click()
    // The next press comes in a later task, but a transition may render later still.
    for (let turn = 0; turn < 100; turn += 1) await null
    named('button', 'Reservar y pagar')?.click()
  })
  await page.getByRole('heading', { name: 'Tu cupo está reservado' }).waitFor()
  assertClean()
  await close()
})
