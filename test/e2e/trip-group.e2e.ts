// The group of a trip: two passengers who block each other, and one whom the driver removes.
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openConversation } from '#server/modules/community/conversations/open-conversation.ts'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { aTrip, CALI, IBAGUE, type TestTrip } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { log, message, write } from './message-steps.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit, type Visit } from './visits.ts'

let site: TestSite
let browser: Browser
let trip: TestTrip
let group: string
const visits: Visit[] = []

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

async function aPassenger(firstName: string, lastName: string): Promise<TestUser> {
  const user = await aUser(site.deps, { firstName, lastName })
  await aFundedWallet(site.deps, user.userId, 300_000)
  await bookSeat(site.deps, user, {
    tripId: trip.tripId,
    fromStopId: trip.stop(IBAGUE),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
  })
  return user
}

async function openGroup(person: TestUser): Promise<Page> {
  const visit = await openVisit(browser, { ...SIZES.phone, site })
  visits.push(visit)
  await enterAs(visit.page, person)
  // Messages written before the stream is open are shown only by the next read.
  const stream = visit.page.waitForResponse((answer) => answer.url().includes('/api/events'))
  await visit.page.goto(`/mensajes/${group}`)
  await visit.page.getByRole('heading', { name: 'Grupo del viaje' }).waitFor()
  await stream
  return visit.page
}

async function expectSound(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  expect([await violations(page), await overflow(page)], name).toEqual([[], 0])
}

const absent = (page: Page, text: string) => expect.poll(() => message(page, text).count()).toBe(0)

it('hides messages between blocked people in a group, and lets the driver remove one', async () => {
  const marta = await aVerifiedDriver(site.deps, { firstName: 'Marta', lastName: 'Ruiz' })
  trip = await aTrip(site.deps, { driver: marta })
  const ana = await aPassenger('Ana', 'Rojas')
  const luis = await aPassenger('Luis', 'M'.repeat(32))
  const opening = { tripId: trip.tripId, group: true } as const
  group = (await openConversation(site.deps, trip.driver, opening)).id
  const driver = await openGroup(trip.driver)
  const [hers, his] = [await openGroup(ana), await openGroup(luis)]
  await write(driver, 'Salimos del Portal 80')
  for (const page of [hers, his]) await message(page, 'Salimos del Portal 80').waitFor()
  await write(hers, 'Soy Ana')
  await message(his, 'Soy Ana').waitFor()
  await write(his, 'Soy Luis')
  await message(hers, 'Soy Luis').waitFor()

  await hers.getByRole('button', { name: /^Reportar este mensaje de Luis/ }).click()
  const dialog = hers.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click()
  await dialog.getByText('en el grupo de un viaje tampoco se leen').waitFor()
  await expectSound(hers, 'group-block')
  await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click()
  await dialog.getByRole('button', { name: 'Entendido' }).click()
  await absent(hers, 'Soy Luis')
  await his.reload()
  await message(his, 'Soy Luis').waitFor()
  await absent(his, 'Soy Ana')
  await write(his, 'Otra vez Luis')
  await message(driver, 'Otra vez Luis').waitFor()
  await write(driver, 'Nos vemos')
  for (const page of [hers, his]) await message(page, 'Nos vemos').waitFor()
  await absent(hers, 'Otra vez Luis')
  await expectSound(hers, 'group-blocked')

  await driver.getByRole('button', { name: 'Personas del grupo' }).click()
  await driver.getByRole('button', { name: /^Sacar del grupo a Luis/ }).click()
  await driver.getByText('Fuera del grupo').waitFor()
  await expectSound(driver, 'group-members')
  await driver.getByRole('button', { name: 'Cerrar', exact: true }).click()
  const told = his.getByText('El conductor te sacó de este grupo', { exact: false })
  await told.waitFor()
  await expect.poll(() => his.getByRole('textbox').count()).toBe(0)
  await expectSound(his, 'group-removed')
  await write(driver, 'Sin Luis')
  await message(hers, 'Sin Luis').waitFor()
  await absent(his, 'Sin Luis')

  await driver.getByRole('button', { name: 'Personas del grupo' }).click()
  await driver.getByRole('button', { name: /^Volver a incluir a Luis/ }).click()
  await told.waitFor({ state: 'detached' })
  await driver.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await write(driver, 'Con Luis')
  await message(his, 'Con Luis').waitFor()
  await absent(his, 'Sin Luis')
  await expect.poll(() => log(his).getByText('Nos vemos').count()).toBe(1)
  for (const visit of visits) visit.assertClean()
})
