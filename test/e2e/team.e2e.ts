import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '../db.ts'
import { aUser, type TestUser } from '../factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { logIn } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { proveAll } from './team-steps.ts'
import { enterAs, openVisit } from './visits.ts'
import { boxOf } from './wait-for.ts'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

async function enter(user: TestUser, size: keyof typeof SIZES = 'phone') {
  const visit = await openVisit(browser, { ...SIZES[size], site })
  await enterAs(visit.page, user)
  return visit
}

async function expectSound(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  expect([await violations(page), await overflow(page)], name).toEqual([[], 0])
}

/** Path of the link in the mail of an invitation. */
async function mailedPath(address: string): Promise<string> {
  const find = () =>
    site.mail
      .messages(address)
      .map(({ text }) => /\/invitacion-equipo\?token=[\w-]+/.exec(text)?.[0])
      .find(Boolean)
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  return String(find())
}

it('invites a member to finance with two signatures, and removes the role again', async () => {
  const { deps } = site
  const alba = await aUser(deps, { firstName: 'Alba', roles: ['passenger', 'admin'] })
  const bruno = await aUser(deps, { firstName: 'Bruno', roles: ['passenger', 'admin'] })
  const nora = await aUser(deps, { firstName: 'Nora', verified: true })

  const { page: first } = await enter(alba)
  await first.goto('/admin/team')
  await first.getByLabel('Correo').fill(nora.email)
  await first.getByLabel('Finanzas').check()
  await first.getByText('llevan dos firmas').waitFor()
  await first.getByLabel('Motivo').fill('Entra a finanzas en diciembre.')
  await first.getByRole('button', { name: 'Invitar', exact: true }).click()
  await first.getByText('Falta la firma de otra persona').waitFor()
  await first.getByRole('button', { name: /^Firmar/ }).waitFor({ state: 'detached' })
  await expectSound(first, 'team-invited')

  const { page: second } = await enter(bruno, 'desk')
  await second.goto('/admin')
  const signature = second.getByRole('link', { name: /espera tu firma hace/ })
  await signature.waitFor()
  await expectSound(second, 'admin-home-signature')
  await signature.click()
  await second.getByText(/Firmó primero Alba/).waitFor()
  await expectSound(second, 'signatures')
  await second.getByRole('link', { name: /^Invitación ·/ }).click()
  await second.getByRole('button', { name: `Firmar la invitación de ${nora.email}` }).click()
  await second.getByText('Falta que acepte').waitFor()
  await expectSound(second, 'team-signed')

  const { page: invited } = await enter(nora)
  await invited.goto(await mailedPath(nora.email))
  await invited.getByText(nora.email).waitFor()
  await expectSound(invited, 'team-invitation')
  await invited.getByRole('button', { name: 'Aceptar la invitación' }).click()
  await invited.getByRole('heading', { name: 'Ya eres del equipo' }).waitFor()
  await expectSound(invited, 'team-accepted')
  await invited.getByRole('link', { name: 'Elegir mi segundo paso' }).click()
  await invited.getByRole('heading', { name: 'Protege tu acceso al equipo' }).waitFor()

  await second.reload()
  await second.getByRole('button', { name: 'Quitar a Nora Gómez del equipo' }).click()
  await second.getByLabel('Motivo').last().fill('Terminó su contrato.')
  await second.getByRole('button', { name: 'Quitar a Nora Gómez del equipo' }).click()
  await second.getByRole('heading', { name: 'Nora Gómez' }).waitFor({ state: 'detached' })
})

/** Posts the login form as a browser without scripts does; returns the address that it opens. */
async function postLogin(who: TestUser): Promise<string | null> {
  const { email, password } = who
  const answer = await fetch(`${site.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(site.url).origin },
    body: new URLSearchParams({ email, password }),
  })
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}

it('leads from the login to the desk, which has its own bar and shows what is late', async () => {
  const { deps } = site
  const vera = await aUser(deps, { firstName: 'Vera', roles: ['passenger', 'verifier'] })
  const ana = await aUser(deps)
  await asOwner(
    deps.databaseUrl,
    `insert into documents (id, owner_id, kind, status, storage_key, content_type, sha256,
       created_at) values ($1, $2, 'licence', 'pending', 'late', 'image/jpeg', '\\x00', $3)`,
    [newId(), ana.userId, addMs(deps.clock.now(), -10 * DAY_MS)],
  )
  expect([await postLogin(vera), await postLogin(ana)]).toEqual(['/admin', '/wallet'])
  const { page, assertClean } = await openVisit(browser, { ...SIZES.desk, site })
  await logIn(page, vera)
  await page.waitForURL(/\/admin$/)
  await page.getByRole('heading', { name: 'Protege tu acceso al equipo' }).waitFor()
  await proveAll(site)
  await page.reload()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: /^Verificaciones 1 persona.* tarde/ }).waitFor()
  const menu = page.getByRole('navigation', { name: 'Equipo' })
  await menu.getByRole('link', { name: /^Verificaciones.*1 por atender, con atraso/ }).waitFor()
  const header = page.getByRole('navigation', { name: 'Principal' })
  await expect.poll(() => header.count()).toBe(0)
  await expectSound(page, 'desk-late')
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const top = async () => (await boxOf(menu)).y
  await expect.poll(top).toBe(64)
  await page.getByRole('link', { name: 'Ir a Cupo' }).click()
  await page.waitForURL(`${site.url}/`)
  assertClean()
})
