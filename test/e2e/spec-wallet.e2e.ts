import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { aFundedWallet, aUser, type TestUser } from '../factories.ts'
import { workerBrowser } from './browser.ts'
import { pesosText } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'
import { answer, enterAs, openVisit, type Visit } from './visits.ts'

// spec-coverage §2, §4, §9: the wallet in a browser; web/features/wallet/wallet.test.tsx has its
// words and states.

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

async function enter(): Promise<Visit> {
  const visit = await openVisit(browser, { site })
  await enterAs(visit.page, ana)
  return visit
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

it('shows movements in pages of ten, below the balance and the owner of the wallet', async () => {
  const { page, close, assertClean } = await enter()
  await page.goto('/wallet')
  const balance = page.getByRole('region', { name: 'Saldo disponible' })
  await balance.getByText(pesosText(12_000)).first().waitFor()
  await page.getByRole('region', { name: 'Tus datos' }).getByText(ana.email).waitFor()
  const movement = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => movement.count()).toBe(10)
  await page.getByText('Página 1 de 2').waitFor()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect.poll(() => movement.count()).toBe(2)
  assertClean()
  await close()
})

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
