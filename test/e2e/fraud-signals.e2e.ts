// A verifier sees a fraud signal before approving, also a signal that appears meanwhile.
import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { uploadDocument } from '#server/modules/people/verification/upload-document.ts'
import { aUser, type TestUser } from '../factories.ts'
import { aPageOfPrint } from '../images.ts'
import { workerBrowser } from './browser.ts'
import { expectSound, openCase } from './document-steps.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit } from './visits.ts'
import { boxOf } from './wait-for.ts'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

const SIGNAL = 'Otra persona envió esta misma foto'

it('approves a photo that another person sent only after a second confirmation', async () => {
  const bytes = await aPageOfPrint('la misma')
  const send = ({ userId }: TestUser) =>
    uploadDocument(
      site.deps,
      { userId },
      {
        ...{ kind: 'identity_back', bytes, vehicleId: undefined },
        ...{ expiresOn: undefined, birthDate: undefined },
      },
    )
  await send(await aUser(site.deps, { firstName: 'Luis' }))
  const verifier = await aUser(site.deps, { firstName: 'Vera', roles: ['verifier'] })
  const { page, assertClean } = await openVisit(browser, { ...SIZES.phone, site })
  await enterAs(page, verifier)
  await openCase(page, /^Luis/)
  await expect.poll(() => page.getByText(SIGNAL).count()).toBe(0)
  await send(await aUser(site.deps, { firstName: 'Ana' }))

  const approve = page.getByRole('button', { name: 'Aprobar', exact: true })
  await approve.click()
  await page.getByText('señal de fraude que no has confirmado').waitFor()
  await page.getByText(SIGNAL).nth(1).waitFor()
  const photo = page.getByRole('img', { name: /^Documento por el respaldo de/ })
  const yOf = async (place: typeof photo) => (await boxOf(place)).y
  for (const size of [SIZES.phone, SIZES.desk]) {
    await page.setViewportSize(size)
    await page.evaluate(() => window.scrollTo(0, 0))
    const signal = page.getByText('Señales de fraude')
    expect(await yOf(signal)).toBeLessThan(await yOf(photo))
    expect(await yOf(signal)).toBeLessThan(size.height)
    const beside = page.getByText(SIGNAL).last()
    expect(Math.abs((await yOf(beside)) - (await yOf(approve)))).toBeLessThan(80)
    // Neither button is covered, for example by the site's bar.
    for (const each of [beside, approve]) await expect.poll(() => each.evaluate(isOnTop)).toBe(true)
  }
  await page.setViewportSize(SIZES.phone)
  await shoot(page, 'fraud-signal')
  await expectSound(page)

  await approve.click()
  const dialog = page.getByRole('dialog', { name: '¿Aprobar con esta señal?' })
  await dialog.getByText(SIGNAL).waitFor()
  await shoot(page, 'fraud-signal-confirm')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Volver a mirar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await approve.click()
  await dialog.getByRole('button', { name: 'Aprobar de todos modos' }).click()
  await page.getByText('1 aprobado').waitFor()
  assertClean({ allow: [/status of 409/] })
})
