import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { aUser } from '../factories.ts'
import { workerBrowser } from './browser.ts'
import { logIn } from './people.ts'
import { choosePlace } from './publish-steps.ts'
import { openTestSite, type TestSite } from './site.ts'
import { openVisit } from './visits.ts'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

it('stays signed in after a reload when storage throws, and says what is lost', async () => {
  const person = await aUser(site.deps)
  const { page, close, assertClean } = await openVisit(browser, { width: 360, height: 740, site })
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await logIn(page, person)
  for (const _reload of [1, 2]) {
    await page.reload()
    await page.getByRole('button', { name: 'Ocultar saldo' }).click()
    await page.getByRole('button', { name: 'Mostrar saldo' }).waitFor()
  }
  await expect.poll(() => page.getByText(/almacenamiento de tu navegador/).count()).toBe(0)
  await page.goto('/publish')
  await choosePlace(page, 'Origen', 'bogta', /Bogotá/)
  await page.getByText(/lleno o bloqueado\. Este borrador se pierde/).waitFor()
  assertClean()
  await close()
})
