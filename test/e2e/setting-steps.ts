// Settings of the team: switches, prices that two people confirm, and announced terms.
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { messageOf } from '#contract/errors.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { aUser, freshToken, type TestUser } from '../factories.ts'
import { overflow, violations } from './accessible.ts'
import { SIZES, shoot } from './shots.ts'
import type { TestSite } from './site.ts'
import { enterAs, openVisit } from './visits.ts'

type Role = 'finance' | 'admin'

async function enter(site: TestSite, browser: Browser, role?: Role) {
  const visit = await openVisit(browser, { ...SIZES.phone, site })
  const who = await aUser(site.deps, { roles: role ? ['passenger', role] : ['passenger'] })
  await enterAs(visit.page, who)
  return { ...visit, who }
}

/**
 * An admin switches top-ups off with a reason; a person reads the reason, and pays when they are on
 * again.
 */
export async function switchOffAndOn(site: TestSite, browser: Browser): Promise<void> {
  const { page: desk, assertClean: deskClean } = await enter(site, browser, 'admin')
  const { page, assertClean } = await enter(site, browser)
  const press = async (word: string, reason: string) => {
    await desk.getByRole('button', { name: `${word} recargas` }).click()
    await desk.getByLabel('Motivo').fill(reason)
    await desk.getByRole('button', { name: `${word} recargas` }).click()
    // Waits for the list entry, because the text field has the same text before it is sent.
    await desk.getByRole('listitem').getByText(reason, { exact: true }).waitFor()
  }
  await desk.goto('/admin/switches')
  await press('Apagar', 'La pasarela no responde.')
  await shoot(desk, 'switch-off')
  await page.goto('/wallet')
  await page.getByLabel('Monto a recargar').fill('50000')
  await page.getByRole('button', { name: /^Recargar/ }).click()
  await page.getByText(messageOf('top_ups_off')).waitFor()
  await shoot(page, 'switched-off')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await press('Encender', 'La pasarela responde otra vez.')
  await page.getByRole('button', { name: /^Recargar/ }).click()
  await page.waitForURL(/\/sandbox\/wompi\/p/)
  deskClean()
  assertClean({ allow: [/status of 503/] })
}

/**
 * Tries over the API to confirm the person's own proposal, which the screen does not offer; returns
 * code and sentence.
 */
async function confirmOwn({ url, deps }: TestSite, who: TestUser) {
  const headers = {
    authorization: `Bearer ${await freshToken(deps, who)}`,
    'content-type': 'application/json',
  }
  const read = await fetch(`${url}/api/admin/prices`, { headers })
  const { waiting } = (await read.json()) as { waiting: { id: string }[] }
  const answer = await fetch(`${url}/api/admin/prices/proposals/${waiting[0]?.id}/decide`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ outcome: 'confirmed' }),
  })
  return (await answer.json()) as { code: string; error: string }
}

/** Finance proposes a fuel price and may not confirm it; another person does. */
export async function confirmPrice(site: TestSite, browser: Browser): Promise<void> {
  const { page, who, assertClean } = await enter(site, browser, 'finance')
  await page.goto('/admin/prices')
  await page.getByLabel('Ciudad', { exact: true }).selectOption({ label: 'Bogotá' })
  const day = bogotaDate(addMs(site.deps.clock.now(), 10 * DAY_MS))
  await page.getByLabel('Vale desde').fill(day)
  await page.getByLabel('Pesos por galón').fill('17777')
  await page.getByLabel('Fuente').fill('Resolución de prueba, noviembre')
  await page.getByRole('button', { name: 'Proponer' }).click()
  await page.getByText('Lo confirma otra persona.', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Confirmar/ }).count()).toBe(0)
  await shoot(page, 'price-proposed')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  const refused = await confirmOwn(site, who)
  expect(refused.code).toBe('price_same_person')
  expect(refused.error).toContain('tiene que confirmarlo otra persona')

  const { page: other, assertClean: otherClean } = await enter(site, browser, 'admin')
  await other.goto('/admin/prices')
  await other.getByRole('button', { name: /^Confirmar/ }).click()
  await other.getByText('Confirmado', { exact: true }).waitFor()
  await expect.poll(() => other.getByRole('heading', { name: 'Por confirmar' }).count()).toBe(0)
  assertClean()
  otherClean()
}

/**
 * New terms are announced on private screens until their day; from then on they must be accepted.
 */
export async function announceTerms(site: TestSite, browser: Browser): Promise<void> {
  const { deps, texts } = site
  const today = bogotaDate(deps.clock.now())
  const named = { purpose: 'terms', title: 'Términos', text: 'Acepto los términos.' } as const
  const coming = { ...named, version: '2026-12-24', announcedOn: today, changes: 'Los plazos.' }
  texts.push(coming)
  const { page, assertClean } = await enter(site, browser)
  const banner = page.getByText(/^Los términos cambian el/)
  await page.goto('/wallet')
  await banner.filter({ hasText: '24 de diciembre de 2026' }).waitFor()
  await shoot(page, 'terms-announced')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])

  // Moves the terms to their first day.
  texts.splice(-1, 1, { ...coming, version: today })
  await page.reload()
  await page.getByRole('button', { name: 'Acepto y soy mayor de 18 años' }).click()
  await page.getByText('Saldo disponible').first().waitFor()
  // Waits until the banner's data are read again and its code, which also opens the live events, is
  // loaded.
  const late = [page.waitForResponse(/\/api\/agenda/), page.waitForRequest(/\/api\/events/)]
  await page.reload()
  await Promise.all(late)
  await page.getByText('Saldo disponible').first().waitFor()
  await expect.poll(() => banner.count()).toBe(0)
  texts.pop()
  assertClean()
}
