import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aFundedWallet, aUser, type TestUser } from '../factories.ts'
import { networkQuiet, workerBrowser } from './browser.ts'
import { pesosText } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'
import { answer, count, enterAs, openVisit, stopClock, stored, type Visit } from './visits.ts'

// spec-coverage §2, §4, §5, §8, §9: the wallet, word for word.

const BALANCE = 'GET /wallet/balance'
const MOVEMENTS = 'GET /wallet/transactions'
const SETTLE_MS = 50

let site: TestSite
let browser: Browser
let ana: TestUser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  ana = await aUser(site.deps, { firstName: 'Ana', lastName: 'Díaz' })
  // Twelve movements, which are two pages of ten.
  for (let each = 0; each < 12; each += 1) await aFundedWallet(site.deps, ana.userId, 1000)
}, 120_000)

async function enter(user: TestUser = ana): Promise<Visit> {
  const visit = await openVisit(browser, { site })
  await enterAs(visit.page, user)
  return visit
}

async function openWallet(user?: TestUser): Promise<Visit> {
  const visit = await enter(user)
  await visit.page.goto('/wallet')
  await networkQuiet(visit.page)
  return visit
}

const amountField = (page: Page) => page.getByLabel('Monto a recargar')
const movement = (page: Page) => page.getByRole('main').getByRole('listitem')
/** Lets responses arrive and render while the clock stands still; advances it by SETTLE_MS. */
async function settle(page: Page): Promise<void> {
  await networkQuiet(page)
  await page.clock.runFor(SETTLE_MS)
}

/**
 * Presses after the previous response was rendered, without moving the clock, and counts the calls.
 */
async function press(visit: Visit, button: Locator, call: string): Promise<number> {
  const isBusy = async () => {
    await visit.page.clock.runFor(0)
    return (await button.getAttribute('aria-disabled')) === 'true'
  }
  await expect.poll(isBusy, { timeout: 10_000 }).toBe(false)
  await button.click()
  await settle(visit.page)
  return count(visit, call)
}

const line = (status: string, id: number) => ({
  id: `00000000-0000-7000-8000-00000000000${id}`,
  transaction_date: '2026-11-20T13:00:00.000Z',
  transaction_type: 'recarga',
  amount: 10_000,
  status,
  description: 'Recarga',
  reference: null,
})

describe("the owner's data in the wallet", () => {
  // covers: S2.29, S2.46, S2.47, S6.3, S6.5
  it("shows short data of the wallet's owner, and all data on request", async () => {
    const { page, close, assertClean } = await openWallet()
    const card = page.getByRole('region', { name: 'Tus datos' })
    for (const text of ['Ana Díaz', 'Pasajero', ana.email, 'Identificación', 'Teléfono']) {
      await card.getByText(text, { exact: true }).waitFor()
    }
    await expect.poll(() => card.getByText('Pendiente').count()).toBe(0)
    await card.getByRole('button', { name: 'Ver todos mis datos' }).click()
    for (const text of ['Nombre', 'Apellido', 'Estado', 'Verificación', 'Pendiente']) {
      await card.getByText(text, { exact: true }).waitFor()
    }
    await expect.poll(() => page.getByText('Perfil incompleto').count()).toBe(0)
    assertClean()
    await close()
  })

  // covers: S2.46, S2.47, S2.48
  it('shows "Verificado" with the document, or that the profile is incomplete', async () => {
    const { page, close } = await enter()
    const account = { id: ana.userId, email: ana.email, username: 'anita', roles: ['passenger'] }
    const user = { ...account, terms_accepted: true }
    const nothing = { full_name: null, first_name: null, last_name: null, phone_number: null }
    const document = { identification_type: 'CE', identification_number: '998877' }
    const profile = { ...nothing, ...document, status: 'Conductor', verification: true }
    await answer(page, '/auth/me', { body: { user: { ...user, first_name: null, profile } } })
    await page.goto('/wallet')
    const card = page.getByRole('region', { name: 'Tus datos' })
    await card.getByRole('heading', { name: 'anita' }).waitFor()
    await card.getByText('Cédula de Extranjería 998877').waitFor()
    await card.getByText('Conductor').waitFor()
    await card.getByRole('button', { name: 'Ver todos mis datos' }).click()
    await card.getByText('Verificado').waitFor()

    const bare = { ...profile, identification_type: null, identification_number: null }
    await answer(page, '/auth/me', { body: { user: { ...user, first_name: null, profile: bare } } })
    await page.reload()
    await card.getByText('Perfil incompleto').waitFor()
    await close()
  })
})

describe('the balance in the wallet', () => {
  // covers: S2.27, S7.6, S9.2
  it('shows the balance in pesos as written in Colombia', async () => {
    const { page, close } = await openWallet()
    await page.getByRole('heading', { level: 1, name: 'Recargar Wallet' }).waitFor()
    const balance = page.getByRole('region', { name: 'Saldo disponible' })
    await balance.getByText(pesosText(12_000)).first().waitFor()
    await balance.getByText('COP').waitFor()
    await close()
  })

  // covers: S8.34
  it('shows that the balance cannot be read, and never "$ 0"', async () => {
    const { page, close } = await enter()
    await answer(page, '/wallet/balance', null)
    await page.goto('/wallet')
    const balance = page.getByRole('region', { name: 'Saldo disponible' })
    await balance.getByText('No pudimos leer tu saldo', { exact: true }).waitFor()
    await expect.poll(() => page.getByText(pesosText(0)).count()).toBe(0)
    await close()
  })

  // covers: S2.28, S4.6, S9.4
  it('reads the balance at most once a second', async () => {
    const visit = await enter()
    const { page, close } = visit
    await stopClock(page)
    await page.goto('/wallet')
    const refresh = page.getByRole('button', { name: 'Actualizar saldo' })
    await refresh.waitFor()
    await settle(page)
    const before = count(visit, BALANCE)
    const clicked = async () => (await press(visit, refresh, BALANCE)) - before
    expect(await clicked()).toBe(1)
    await page.clock.runFor(999 - 2 * SETTLE_MS)
    expect(await clicked()).toBe(1)
    await page.clock.runFor(1)
    expect(await clicked()).toBe(2)
    await close()
  })
})

describe('the amount of a top-up', () => {
  // covers: S5.1, S5.2, S5.3, S5.5, S9.1
  it('keeps only digits of a top-up amount, and disables the button on errors', async () => {
    const { page, close } = await openWallet()
    const low = page.getByRole('button', { name: 'Ingresa mínimo $10.000 COP' })
    await expect.poll(() => low.isDisabled()).toBe(true)
    await amountField(page).fill('9.9a9-9')
    await expect.poll(() => amountField(page).inputValue()).toBe('9.999')
    await expect.poll(() => low.isDisabled()).toBe(true)
    await amountField(page).blur()
    await page.getByText('El monto mínimo de recarga es de $10.000 COP.').waitFor()
    await amountField(page).fill('0')
    await page.getByText('Por favor, ingrese un monto válido en COP.').waitFor()
    await amountField(page).fill('10000')
    await expect
      .poll(() => page.getByRole('button', { name: /^Recargar \$\s10\.000/ }).isEnabled())
      .toBe(true)
    await close()
  })

  // covers: S5.6, S9.1
  it('offers top-ups of 10.000, 20.000, 50.000 and 100.000', async () => {
    const { page, close } = await openWallet()
    for (const amount of ['10.000', '20.000', '50.000', '100.000']) {
      const name = new RegExp(`^\\$\\s${amount.replace('.', '\\.')}$`)
      await page.getByRole('button', { name }).click()
      await expect.poll(() => amountField(page).inputValue()).toBe(amount)
    }
    await close()
  })
})

describe('a failed top-up', () => {
  // covers: S5.7, S5.8, S8.26
  it.each([
    [
      { status: 400, body: { error: 'No.', code: 'forbidden', details: 'Banco.' } },
      'Error: Banco.',
    ],
    [{ status: 400, body: { error: 'Muy poco.', code: 'amount_too_small' } }, 'Error: Muy poco.'],
    [{ status: 502, body: 'roto' }, 'Error del servidor: 502'],
    [{ body: { success: false } }, 'Error: Respuesta del servidor inválida'],
    [
      { body: { success: true, data: { reference: 'CUPO-1' } } },
      'Error: Datos incompletos para el pago. Contacta a soporte técnico.',
    ],
  ])('shows why a top-up failed: %j', async (said, text) => {
    const { page, close } = await openWallet()
    await answer(page, '/payments/create', said)
    await amountField(page).fill('10000')
    await page.getByRole('button', { name: /^Recargar \$/ }).click()
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/wallet')
    await close()
  })

  // covers: S5.4
  it('asks to sign in again when a top-up lacks the person or e-mail', async () => {
    const { page, close } = await enter()
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch()
      const { user } = (await response.json()) as { user: object }
      await route.fulfill({ json: { user: { ...user, email: '' } } })
    })
    await page.goto('/wallet')
    await networkQuiet(page)
    await amountField(page).fill('10000')
    await page.getByRole('button', { name: /^Recargar \$/ }).click()
    const text =
      'Error: No se encontró información del usuario. Por favor, inicie sesión nuevamente.'
    await page.getByRole('alert').getByText(text).waitFor()
    await close()
  })
})

describe('the movements in the wallet', () => {
  // covers: S2.31, S9.3
  it('shows movements in pages of ten', async () => {
    const { page, close, assertClean } = await openWallet()
    await expect.poll(() => movement(page).count()).toBe(10)
    await page.getByText('Página 1 de 2').waitFor()
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expect.poll(() => movement(page).count()).toBe(2)
    assertClean()
    await close()
  })

  // covers: S8.25
  it('shows that there are no movements', async () => {
    const { page, close } = await openWallet(await aUser(site.deps))
    await page.getByRole('heading', { name: 'No hay transacciones' }).waitFor()
    await close()
  })

  // covers: S8.24
  it('shows that movements could not be read', async () => {
    const { page, close } = await enter()
    const body = { error: 'No.', code: 'forbidden' }
    await answer(page, '/wallet/transactions?*', { status: 403, body })
    await page.goto('/wallet')
    const text = 'No se pudieron cargar tus transacciones. Intenta nuevamente.'
    await page.getByRole('alert').getByText(text).waitFor()
    await close()
  })

  // covers: S4.34
  it('shows movements in green, yellow, red or grey by status', async () => {
    const { page, close } = await enter()
    const states = ['completed', 'approved', 'pending', 'failed', 'cancelled', 'abandoned']
    const body = { transactions: states.map(line), totalPages: 1, page: 1 }
    await answer(page, '/wallet/transactions?*', { body })
    await page.goto('/wallet')
    const colour = (word: string) =>
      page
        .getByRole('listitem')
        .getByText(word, { exact: true })
        .evaluate((pill) => getComputedStyle(pill).color)
    const [completed, approved, pending, failed, other] = [
      await colour('Completado'),
      await colour('Aprobado'),
      await colour('Pendiente'),
      await colour('Fallido'),
      await colour('Cancelado'),
    ]
    expect(await colour('Abandonada')).toBe(other)
    expect(approved).toBe(completed)
    expect(new Set([completed, pending, failed, other]).size).toBe(4)
    const hue = (rgb: string) => (rgb.match(/[\d.]+/g) ?? []).map(Number)
    const [red = 0, green = 0] = hue(completed)
    expect(green).toBeGreaterThan(red)
    const [errRed = 0, errGreen = 0] = hue(failed)
    expect(errRed).toBeGreaterThan(errGreen)
    await close()
  })

  // covers: S5.16, S9.5
  it('refreshes movements by hand at most once a second', async () => {
    const visit = await enter()
    const { page, close } = visit
    await stopClock(page)
    await page.goto('/wallet')
    const refresh = page.getByRole('button', { name: 'Actualizar movimientos' })
    await refresh.waitFor()
    await settle(page)
    const before = count(visit, MOVEMENTS)
    const clicked = async () => (await press(visit, refresh, MOVEMENTS)) - before
    expect(await clicked()).toBe(1)
    await page.clock.runFor(999 - 2 * SETTLE_MS)
    expect(await clicked()).toBe(1)
    await page.clock.runFor(1)
    expect(await clicked()).toBe(2)
    await close()
  })
})

describe('the wallet after a payment', () => {
  const waiting = 'Estamos actualizando tu saldo y tus movimientos…'

  // covers: S2.33, S3.19, S4.23, S4.24, S5.17, S9.6, S9.7
  it.each([
    ['payment_return=true&reference=CUPO-1', 3000],
    ['payment_return=true', 2000],
  ])('refreshes the wallet for %s after %d ms, once per session', async (query, delay) => {
    const visit = await enter()
    const { page, close } = visit
    await stopClock(page)
    await page.goto(`/wallet?${query}`)
    await page.getByText(waiting).waitFor()
    await networkQuiet(page)
    const before = count(visit, BALANCE)
    await page.clock.runFor(delay - 1)
    expect(count(visit, BALANCE)).toBe(before)
    await page.clock.runFor(1)
    await expect.poll(() => count(visit, BALANCE)).toBe(before + 1)
    const flag = () => page.evaluate(() => sessionStorage.getItem('wallet_payment_updated'))
    expect(await flag()).toBe(query.includes('CUPO-1') ? 'CUPO-1' : 'true')

    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await networkQuiet(page)
    const again = count(visit, BALANCE)
    await page.clock.runFor(5000)
    await expect.poll(() => page.getByText(waiting).count()).toBe(0)
    expect(count(visit, BALANCE)).toBe(again)
    await close()
  })

  // covers: S3.15, S4.25, S9.8
  it('deletes the stored reference five minutes after a payment began', async () => {
    const { page, close } = await enter()
    const now = await stopClock(page)
    const kept = { last_payment_reference: 'CUPO-9', last_payment_time: String(now) }
    await page.evaluate((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, kept)
    await page.goto('/wallet')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await networkQuiet(page)
    await page.clock.fastForward(299_000)
    expect(await stored(page, 'last_payment_reference')).toBe('CUPO-9')
    await page.clock.fastForward(1000)
    expect(await stored(page, 'last_payment_reference')).toBeNull()
    expect(await stored(page, 'last_payment_time')).toBeNull()
    await close()
  })
})
