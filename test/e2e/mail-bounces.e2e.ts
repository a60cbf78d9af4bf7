import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { sendMail } from '#server/modules/foundation/notifications/index.ts'
import { passwordChanged } from '#server/modules/people/access/auth/auth.messages.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { asOwner } from '../db.ts'
import { TEST_NOW } from '../deps.ts'
import { aUser } from '../factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit } from './visits.ts'
import { waitFor } from './wait-for.ts'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

it('tells the owner of a refused address, and lets them allow mail there again', async () => {
  const ana = await aUser(site.deps)
  const { databaseUrl } = site.deps
  const { rows } = await asOwner(databaseUrl, 'select email from users where id = $1', [ana.userId])
  const address: string = rows[0].email
  site.mail.refuse('unknown')
  const data = { device: null, at: TEST_NOW.toISOString() }
  await inTransaction(site.deps.db, (tx) =>
    sendMail(tx, site.deps, passwordChanged, {
      to: { address, name: null },
      data,
    }),
  )
  const held = async () =>
    (await asOwner(databaseUrl, 'select reply from mail_suppressions')).rows[0]
  await waitFor('a refused address', held)
  site.mail.refuse(null)

  const { page } = await openVisit(browser, { ...SIZES.phone, site })
  await enterAs(page, ana)
  await page.goto('/notifications')
  await page.getByRole('link', { name: /Tu correo rebota/ }).click()
  await page.waitForURL(/\/notifications\/preferences/)
  const banner = page.getByText(`No escribimos a ${address}: su servidor dice que no existe`)
  await banner.waitFor()
  await page.locator('a[href="/profile/correo"]', { hasText: 'Corregir mi correo' }).waitFor()
  expect(await overflow(page)).toBe(0)
  expect(await violations(page)).toEqual([])
  await shoot(page, 'mail-bounces')
  await page.getByRole('button', { name: 'Ya recibe: vuelvan a escribirme' }).click()
  await banner.waitFor({ state: 'detached' })
  expect(await held()).toBeUndefined()
})
