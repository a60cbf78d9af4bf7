// Members of the team in a browser: their second factor, and the screens that they may open.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { asOwner } from '../db.ts'
import { proveSessions, type TestUser } from '../factories.ts'
import { overflow, violations } from './accessible.ts'
import { totpCode, withAuthenticator } from './second-factor-steps.ts'
import { shoot } from './shots.ts'
import type { TestSite } from './site.ts'

/** Clears the proof of the second factor, as on the next day of work. */
export async function forgetProof({ deps }: TestSite, { sessionId }: TestUser): Promise<void> {
  const sql = 'update sessions set second_factor_at = null where id = $1'
  await asOwner(deps.databaseUrl, sql, [sessionId])
}

/** Marks every session as proved by a second factor, for team members who signed in by the form. */
export async function proveAll({ deps }: Pick<TestSite, 'deps'>): Promise<void> {
  const { rows } = await asOwner(deps.databaseUrl, 'select id from sessions')
  await proveSessions(
    deps,
    rows.map(({ id }) => id),
  )
}

const isSound = async (page: Page) =>
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])

/**
 * Enrols an authenticator app after the password, with a wrong code first. Returns the recovery
 * codes.
 */
async function enrolApp(page: Page, site: TestSite, who: TestUser): Promise<string[]> {
  await page.getByRole('button', { name: 'Usar una app de códigos' }).click()
  await page.getByLabel('Tu contraseña').fill(who.password)
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  const secret = await page.locator('code').textContent()
  await page.getByLabel('Código de 6 números').fill('000000')
  await page.getByRole('button', { name: 'Confirmar la app' }).click()
  await page.getByText('No pudimos confirmarlo', { exact: false }).waitFor()
  await shoot(page, 'second-factor-app')
  await isSound(page)
  await page.getByLabel('Código de 6 números').fill(totpCode(String(secret), site.deps.clock.now()))
  await page.getByRole('button', { name: 'Confirmar la app' }).click()
  await page.getByRole('heading', { name: 'Guarda tus códigos de recuperación' }).waitFor()
  await shoot(page, 'second-factor-codes')
  await isSound(page)
  const codes = await page.getByRole('listitem').locator('code').allTextContents()
  await copyAndPrint(page, codes)
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  return codes
}

/** Copies the codes, and checks that paper shows them and nothing else of the page. */
async function copyAndPrint(page: Page, codes: readonly string[]): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copiar' }).click()
  await page.getByText('Copiados.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  await page.emulateMedia({ media: 'print' })
  await page.getByText(String(codes[0])).waitFor()
  await page.getByRole('button', { name: 'Imprimir' }).waitFor({ state: 'hidden' })
  await page.getByText('Ya los guardé').waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: null })
}

/** Adds a passkey in addition to the app, on the screen of the own second factor. */
async function addPasskey(page: Page): Promise<void> {
  await withAuthenticator(page)
  await page.goto('/admin/second-factor')
  await page.getByLabel('Nombre de la llave').fill('Portátil')
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
  await page.getByText(/Agregada (hoy|el )/).waitFor()
  await shoot(page, 'second-factor')
  await isSound(page)
}

/** Proves the second factor before a screen, with the passkey or a recovery code. */
async function proveAtGate(page: Page, recoveryCode?: string): Promise<void> {
  await page.getByRole('heading', { name: 'Confirma que eres tú' }).waitFor()
  await shoot(page, 'second-factor-gate')
  await isSound(page)
  if (recoveryCode === undefined) {
    await page.getByRole('button', { name: 'Usar mi llave de acceso' }).click()
    return
  }
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await page.getByLabel('Código de recuperación').fill(recoveryCode)
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
}

/** Enrols app and passkey, and signs in with the passkey and then with a recovery code. */
export async function enrolAndProve(page: Page, site: TestSite, who: TestUser): Promise<void> {
  const address = '/admin/safe-points?estado=hidden'
  const opened = () => page.getByText('No hay puntos aquí').waitFor()
  await page.goto(address)
  const [code] = await enrolApp(page, site, who)
  await opened()
  await addPasskey(page)
  for (const recoveryCode of [undefined, code]) {
    await forgetProof(site, who)
    await page.goto(address)
    await proveAtGate(page, recoveryCode)
    await opened()
  }
}

/**
 * The navigation leads to the role's own screens; other screens are not listed, and are refused.
 */
export async function openOwnOnly(
  page: Page,
  [line, tab]: readonly [line: string, tab?: string],
  others: readonly string[],
): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Secciones del equipo' }).click()
  const list = page.getByRole('navigation')
  await page.getByRole('navigation', { name: 'Equipo' }).getByRole('link', { name: line }).click()
  const tabs = page.getByRole('navigation', { name: line })
  if (tab) await tabs.getByRole('link', { name: tab }).click()
  await page.getByRole('heading', { name: tab ?? line, level: 1 }).waitFor()
  for (const other of others) {
    await page.goto(`/admin/${other}`)
    await page.getByText('No tienes permiso').waitFor()
    await expect.poll(() => list.locator(`[href="/admin/${other}"]`).count()).toBe(0)
  }
}
