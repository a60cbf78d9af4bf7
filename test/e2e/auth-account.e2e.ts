import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../db.ts'
import { aUser, TEST_PASSWORD } from '../factories.ts'
import { overflow, violations } from './accessible.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { confirmEmail, logInByCall, mailedToken, type NewPerson } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { answer, hydrated } from './visits.ts'
import { boxOf } from './wait-for.ts'

// Account recovery by mail, the profile, other sessions, and blocked cookies.

let site: TestSite
let browser: Browser
let people = 0
/** An id that no booking has. */
const NOBODY = '01890000-0000-7000-8000-000000000000'

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

async function visit(): Promise<WatchedPage> {
  const watched = await usedPage(browser, { ...SIZES.phone, site })
  watched.page.setDefaultTimeout(10_000)
  return watched
}

function somebody(): NewPerson {
  people += 1
  const email = `persona${people}@correo.test`
  return { email, first: 'Elena', last: 'Duarte', password: TEST_PASSWORD }
}

/** Opens a browser of a signed-in person. `unconfirmed`: signed up, with one session. */
async function openAccount({ unconfirmed = false } = {}): Promise<{
  page: Page
  person: NewPerson
}> {
  const { page } = await visit()
  const person = somebody()
  const { email, first: firstName, last: lastName, password } = person
  if (unconfirmed) {
    const payload = { email, password, verification_terms: 'aceptado' }
    const answer = await site.app.inject({ method: 'POST', url: '/api/auth/signup', payload })
    expect(answer.statusCode, answer.body).toBe(201)
  } else await aUser(site.deps, { email, firstName, lastName, phone: null })
  await logInByCall(page, person)
  return { page, person }
}

async function tryLogin(page: Page, email: string, password: string): Promise<void> {
  await hydrated(page)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

describe('account recovery', () => {
  it('offers recovery after a failed login, confirms it by mail, and ends sessions', async () => {
    const { page: old, person } = await openAccount()
    const { page } = await visit()
    await page.goto('/login')
    await tryLogin(page, person.email, 'otra clave 123')
    await page.getByRole('alert').filter({ hasText: 'Si acabas de registrarte' }).waitFor()
    const box = page.getByRole('region', { name: 'Recuperar cuenta' })
    await box.getByText('Si no puedes iniciar sesión, intenta recuperar tu cuenta.').waitFor()

    await page.getByLabel('Correo electrónico').fill('')
    await box.getByLabel('Contraseña nueva').fill('Cañón del Chicamocha 3')
    await box.getByRole('button', { name: 'Recuperar mi cuenta' }).click()
    await box.getByText('Por favor ingresa tu email para recuperar tu cuenta.').waitFor()

    await page.getByLabel('Correo electrónico').fill(person.email)
    await box.getByRole('button', { name: 'Recuperar mi cuenta' }).click()
    await page.getByRole('status').filter({ hasText: 'Cuenta recuperada: ' }).waitFor()
    await expect.poll(() => box.count()).toBe(0)

    // The old password works until the link is used.
    await tryLogin(page, person.email, 'Cañón del Chicamocha 3')
    await page.getByRole('alert').filter({ hasText: 'incorrectos' }).waitFor()

    const token = await mailedToken(site.mail, person.email, /nueva contraseña/)
    // Another browser does not prove who asked, so a new password is typed there.
    const { page: elsewhere } = await visit()
    await elsewhere.goto(`/recuperar?token=${token}`)
    await elsewhere.getByLabel('Contraseña nueva').waitFor()
    await page.goto(`/recuperar?token=${token}`)
    await page.getByRole('button', { name: 'Confirmar contraseña' }).waitFor()
    await expect.poll(() => page.getByLabel('Contraseña nueva').count()).toBe(0)
    expect(page.url()).not.toContain(token)
    await page.getByRole('button', { name: 'Confirmar contraseña' }).click()
    await page.getByRole('heading', { name: 'Tu contraseña cambió' }).waitFor()
    await page.getByRole('link', { name: 'Ir a mi billetera' }).click()
    await page.getByText('Saldo disponible').first().waitFor()

    await old.goto('/wallet')
    await old.waitForURL(/\/login/)
    await page.goto(`/recuperar?token=${token}`)
    await page.getByLabel('Contraseña nueva').fill('Cañón del Chicamocha 3')
    await page.getByRole('button', { name: 'Confirmar contraseña' }).click()
    await page.getByRole('heading', { name: 'Este enlace ya no sirve' }).waitFor()
  })

  it('has a page of its own for recovery; another browser must set a new password', async () => {
    const { page: old, person } = await openAccount()
    const { page } = await visit()
    await page.goto('/login')
    await hydrated(page)
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await page.waitForURL(/\/recuperar-cuenta$/)
    await page.getByLabel('Contraseña nueva').fill('La que escribió otro 5')
    await page.getByLabel('Contraseña nueva').press('Enter')
    await page.getByText('Por favor ingresa tu email para recuperar tu cuenta.').waitFor()
    await page.getByLabel('Correo electrónico').fill(person.email)
    await page.getByLabel('Contraseña nueva').press('Enter')
    await page.getByText('Te enviamos un enlace', { exact: true }).waitFor()
    const token = await mailedToken(site.mail, person.email, /nueva contraseña/)
    // This browser asked too, but its cookie does not belong to the link.
    await old.evaluate(() => localStorage.setItem('recovery_asked_at', String(Date.now())))
    await old.goto(`/recuperar?token=${token}`)
    await old.getByRole('button', { name: 'Confirmar contraseña' }).click()
    await old.getByText('este enlace se pidió desde otro navegador').waitFor()
    await shoot(old, 'recovery-elsewhere')
    await old.getByLabel('Contraseña nueva').fill('Nevado del Ruiz 62')
    await old.getByRole('button', { name: 'Confirmar contraseña' }).click()
    await old.getByRole('heading', { name: 'Tu contraseña cambió' }).waitFor()
    await old.getByRole('link', { name: 'Ir a mi billetera' }).click()
    await old.getByText('Saldo disponible').first().waitFor()
  })
})

it('asks for the password when a session ended, and keeps the typed values', async () => {
  const { page, person } = await openAccount()
  await page.goto('/profile/datos')
  await page.getByLabel('Celular').fill('300 111 2233')
  const end = `update sessions set revoked_at = now(), revoked_reason = 'closed'
    where user_id = (select id from users where email = $1)`
  await asOwner(site.deps.databaseUrl, end, [person.email])
  await page.getByRole('button', { name: 'Guardar mis datos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tu sesión se cerró' })
  await dialog.waitFor()
  await shoot(page, 'sign-in-again')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await expect.poll(() => dialog.getByLabel('Correo electrónico').inputValue()).toBe(person.email)
  await dialog.getByLabel('Contraseña', { exact: true }).fill('no es esta 1')
  await dialog.getByRole('button', { name: 'Seguir' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Contraseña', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Seguir' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Celular').inputValue()).toBe('300 111 2233')
  await page.getByRole('button', { name: 'Guardar mis datos' }).click()
  await page.getByText('Guardamos tus datos.').waitFor()
})

describe('an unconfirmed address', () => {
  it('shows on every screen that the address is unconfirmed, until its link is used', async () => {
    const { page, person } = await openAccount({ unconfirmed: true })
    const banner = page.getByText('Confirma tu correo', { exact: true })
    for (const path of ['/wallet', '/profile', '/trips']) {
      await page.goto(path)
      await banner.waitFor()
    }
    await page.getByRole('button', { name: 'Reenviar' }).click()
    await page.getByText('Te enviamos otro mensaje.').waitFor()
    const count = () => site.mail.messages(person.email).length
    await expect.poll(count, { timeout: 10_000 }).toBe(2)
    await confirmEmail(page, site.mail, person, { signedIn: true })
    await page.getByRole('link', { name: 'Ir a mi billetera' }).click()
    await page.waitForURL(/\/wallet/)
    await page.getByText('Saldo disponible').first().waitFor()
    await expect.poll(() => banner.count()).toBe(0)
  })

  it('asks for the password when a link confirms the address of another account', async () => {
    const { person } = await openAccount({ unconfirmed: true })
    const { page } = await openAccount()
    const token = await mailedToken(site.mail, person.email, /^Confirma tu correo/)
    await page.goto(`/confirmar-cuenta?token=${token}`)
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await page.getByLabel('Contraseña de tu cuenta').fill(person.password)
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await page.getByRole('heading', { name: 'Tu correo quedó confirmado' }).waitFor()
  })
})

it('signs up through the older form and ends in the wallet', async () => {
  const { page } = await visit()
  const person = somebody()
  await page.goto('/create-user')
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await page.waitForURL(/\/wallet/)
  await page.getByText('Perfil incompleto').waitFor()
  await page.getByRole('link', { name: 'Completar mi perfil' }).click()
  await page.waitForURL(/\/profile/)
})

describe('the first view of a phone', () => {
  const trip = {
    ...{ bookingId: NOBODY, tripId: NOBODY, as: 'passenger', from: 'Cali', to: 'Bogotá' },
    picksUpAt: '2026-11-21T20:14:00.000Z',
  }
  const lines = [
    ['reserva', -34_800, 'pending', null, trip],
    ['devolucion', 0, 'cancelled', 35_900, trip],
    ['recarga', 50_000, 'completed', null, null],
    ['recarga', 34_800, 'failed', null, null],
    ['devolucion', 0, 'cancelled', 22_400, trip],
    ['pago_viaje', -28_600, 'completed', null, trip],
    ['retiro', -40_000, 'completed', null, null],
  ] as const
  const transactions = lines.map(([transaction_type, amount, status, returned, of], row) => ({
    ...{ transaction_type, amount, status, returned, trip: of },
    id: NOBODY.slice(0, -1) + row,
    transaction_date: row < 4 ? '2026-11-20T01:00:00.000Z' : '2026-11-17T01:00:00.000Z',
    ...{ description: 'Movimiento', reference: `CUPO-${row}`, transaction_seen: null },
  }))

  const bottom = async (of: Locator) => {
    const { y, height } = await boxOf(of)
    return y + height
  }
  /** Where the phone's bar begins, which covers what is below it. */
  const barTop = async (page: Page) =>
    (await boxOf(page.getByRole('navigation', { name: 'Accesos' }))).y

  it('has the whole top-up of the wallet; seven movements end soon after', async () => {
    const { page } = await openAccount()
    const body = { transactions, totalPages: 1, page: 1, asOf: 'now' }
    await answer(page, '/wallet/transactions**', { body })
    await page.goto('/wallet')
    await page.getByText('Apartado para').waitFor()
    await page.getByRole('button', { name: /^Ingresa mínimo/ }).waitFor()
    expect(await bottom(page.getByLabel('Monto a recargar'))).toBeLessThan(await barTop(page))
    const pay = page.getByRole('button', { name: /^Ingresa mínimo/ })
    expect(await bottom(pay)).toBeLessThan(await barTop(page))
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1450)
    expect([await violations(page), await overflow(page)]).toEqual([[], 0])
    await shoot(page, 'wallet-seven-movements')
  })

  it('has all rows of "Mi cuenta" for a passenger; help and leaving are two presses', async () => {
    const { page } = await openAccount()
    await page.goto('/wallet')
    await page.getByRole('link', { name: /^Cuenta/ }).click()
    await page.getByText('Falta', { exact: true }).waitFor()
    const rows = page.getByRole('list', { name: 'Mi cuenta' })
    const leave = rows.getByRole('button', { name: 'Cerrar Sesión' })
    expect(await bottom(leave)).toBeLessThan(await barTop(page))
    await shoot(page, 'profile-passenger')
    await rows.getByRole('link', { name: 'Ayuda y soporte' }).click()
    await page.getByRole('heading', { level: 1, name: 'Soporte' }).waitFor()
    await page.goto('/profile')
    await leave.click()
    await page.waitForURL((url) => url.pathname === '/')
  })
})

describe('the profile screen', () => {
  it('saves and deletes the photo of the profile', async () => {
    const { page } = await openAccount()
    await page.goto('/profile/datos')
    await page.getByRole('button', { name: 'Poner foto' }).click()
    const buffer = await page.screenshot({ type: 'png' })
    const photo = { name: 'yo.png', mimeType: 'image/png', buffer }
    await page.getByLabel('Tu foto de perfil').setInputFiles(photo)
    await page.getByRole('button', { name: 'Guardar foto' }).click()
    const image = page.getByRole('img', { name: 'Tu foto de perfil' })
    await image.waitFor()
    const width = () => image.evaluate((node) => (node as HTMLImageElement).naturalWidth)
    await expect.poll(width).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Quitar foto' }).click()
    await page.getByRole('button', { name: 'Poner foto' }).waitFor()
  })

  it('changes the password only with the current one, and ends other sessions', async () => {
    const { page, person } = await openAccount({ unconfirmed: true })
    const { page: other } = await visit()
    await logInByCall(other, person)
    // The device deletes its tickets when it learns of the end, from its stream or next call.
    await other.evaluate(() => localStorage.setItem('ticket:1', '{}'))
    await other.evaluate(() => localStorage.setItem('run-sheet:1', '{}'))
    await page.goto('/profile/sesiones')
    await expect.poll(() => page.getByText('Último uso').count()).toBe(2)
    await page.goto('/profile#contrasena')
    await page.waitForURL(/\/profile\/contrasena$/)
    await page.getByLabel('Contraseña actual').fill('no es esta 1')
    await page.getByLabel('Contraseña nueva').fill('Sierra Nevada 77')
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await page.getByText('La contraseña actual no es correcta.').waitFor()
    await page.getByLabel('Contraseña actual').fill(person.password)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await page.getByText('Tu contraseña cambió.').waitFor()
    await page.goto('/profile/sesiones')
    await expect.poll(() => page.getByText('Último uso').count(), { timeout: 10_000 }).toBe(1)
    await other.goto('/wallet')
    await other.waitForURL(/\/login/)
    const kept = () => other.evaluate(() => Object.keys(localStorage).join(' '))
    await expect.poll(kept).not.toMatch(/ticket:|run-sheet:|auth_/)
    await logInByCall(other, { ...person, password: 'Sierra Nevada 77' })
  })

  // The same for another address: web/features/users/profile.test.tsx.
  it('asks for the password before it sets a first one', async () => {
    const { page, person } = await openAccount()
    await page.goto('/profile/contrasena')
    await page.getByRole('button', { name: 'No tengo contraseña' }).click()
    await page.getByLabel('Contraseña nueva').fill('Sierra Nevada 77')
    await page.getByRole('button', { name: 'Crear contraseña' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await dialog.getByLabel('Tu contraseña').fill('no es esta 1')
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    await dialog.getByRole('alert').waitFor()
    await shoot(page, 'step-up-password')
    expect([await violations(page), await overflow(page)]).toEqual([[], 0])
    await dialog.getByLabel('Tu contraseña').fill(person.password)
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText(/^Tu contraseña cambió\./).waitFor()
  })

  it('ends one other session from the profile', async () => {
    const { page, person } = await openAccount({ unconfirmed: true })
    const { page: other } = await visit()
    await logInByCall(other, person)
    await page.goto('/profile/sesiones')
    await page.getByRole('button', { name: /^Cerrar la sesión de/ }).click()
    await expect.poll(() => page.getByText('Último uso').count()).toBe(1)
    await other.goto('/wallet')
    await other.waitForURL(/\/login/)
  })

  it('changes the address after its confirmation, and lets the old one undo it', async () => {
    const { page, person } = await openAccount()
    const next = `nueva.${person.email}`
    await page.goto('/profile/correo')
    await page.getByLabel('Correo nuevo').fill(next)
    await page.getByLabel('Tu contraseña').fill(person.password)
    await page.getByRole('button', { name: 'Cambiar correo' }).click()
    await page.getByText(`Te escribimos a ${next}`).waitFor()
    await page.goto(`/confirmar-correo?token=${await mailedToken(site.mail, next, /nuevo correo/)}`)
    await page.getByRole('button', { name: 'Confirmar correo' }).click()
    await page.getByRole('heading', { name: 'Tu correo cambió' }).waitFor()
    await page.goto('/profile/correo')
    await page.getByText(next).first().waitFor()

    const { page: owner } = await visit()
    await owner.goto(
      `/deshacer-correo?token=${await mailedToken(site.mail, person.email, /cambió/)}`,
    )
    await owner.getByRole('button', { name: 'Deshacer el cambio' }).click()
    await owner.getByRole('heading', { name: 'Tu cuenta volvió a tu correo' }).waitFor()
    await page.goto('/wallet')
    await page.waitForURL(/\/login/)
  })
})
