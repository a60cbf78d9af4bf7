// Steps of a trip on two phones whose requests can go to any server of the cluster.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { MailControl } from '#sandbox/mail/mail-sandbox.ts'
import type { Deps } from '#server/platform/deps.ts'
import { message, write } from '#test/e2e/message-steps.ts'
import {
  confirmEmail,
  logIn,
  pesosText,
  provePhone,
  signUp,
  type Telephones,
  topUp,
} from '#test/e2e/people.ts'
import { publishTrip } from '#test/e2e/publish-steps.ts'
import { bookFound, checkIn, findTrip, openTicket } from '#test/e2e/travel-steps.ts'
import { waitFor } from '#test/e2e/wait-for.ts'
import type { TestDriver } from '#test/factories.ts'
import type { Cluster } from './cluster.ts'
import { ledgerFindings } from './deps.ts'
import type { Step } from './steps.ts'

export type Phone = {
  page: Page
  assertClean(options: { allow: RegExp[] }): void
  /** Servers of the phone's live streams, in the order of opening; the last stream is open. */
  streams: string[]
}

export type Stage = {
  cluster: Cluster
  driver: TestDriver
  /** Departure in Bogotá time. */
  departs: { date: string; time: string }
  driverPhone: Phone
  passengerPhone: Phone
  mail: Pick<MailControl, 'messages'>
  telephones: Telephones
  ledger: Deps
}

const camila = {
  email: 'camila@correo.test',
  first: 'Camila',
  last: 'Ortiz',
  password: 'Río Magdalena 7',
}
const OPENING = 300_000
const STOPS = ['Bogotá', 'Girardot', 'Ibagué', 'Cali']
/** Limit of reloads until two streams are on different servers; the proxy selects them in turn. */
const RELOADS = 12
const SETTLED_MS = 1_500

/** The steps in order; each depends on the results of the earlier steps. */
export function storySteps(stage: Stage): Step[] {
  const { departs, driver, mail } = stage
  const [driverPage, page] = [stage.driverPhone.page, stage.passengerPhone.page]
  const way = { from: 'Bogotá', to: 'Cali', date: departs.date }
  let tripId = ''
  let paid = 0
  let code = ''
  const step = (name: string, play: () => Promise<unknown>): Step => ({ name, play })
  return [
    step('the driver publishes', async () => {
      await logIn(driverPage, driver)
      tripId = await publishTrip(driverPage, { ...departs, car: /Renault Logan/ })
    }),
    step('the driver finds the new trip at once', async () => {
      await goInApp(driverPage, `/trips?from=11001&to=76001&date=${way.date}`)
      await driverPage.getByRole('article').filter({ hasText: 'Carlos' }).first().waitFor()
    }),
    step('a passenger signs up and confirms by mail', async () => {
      await signUp(page, camila)
      await confirmEmail(page, mail, camila, { signedIn: true })
    }),
    step('tops up at the gateway of the sandbox', () => topUp(page, OPENING)),
    step('finds the trip', () => findTrip(page, way)),
    step('proves the number, books and pays one seat', async () => {
      paid = await bookFound(page, (on) => provePhone(on, stage.telephones, '+573007654321'))
      assert.ok(paid > 0)
    }),
    step('opens the ticket', async () => {
      code = await openTicket(page)
      assert.match(code, /^\w{6}$/)
    }),
    step('both write on streams of different servers, told by NATS', () => chat(stage)),
    step('boards with the code', () => checkIn(driverPage, tripId, code)),
    step('the driver presses every verb to the end, hours early, and confirms each', () =>
      drive(driverPage, tripId),
    ),
    step('the money is where it belongs, and the ledger is right', async () => {
      await page.goto('/wallet')
      await page
        .getByRole('main')
        .getByText(pesosText(OPENING - paid))
        .first()
        .waitFor()
      await driverPage.goto('/wallet')
      const earned = paid - Math.round(paid / 10)
      await driverPage.getByRole('main').getByText(pesosText(earned)).first().waitFor()
      assert.deepEqual(await ledgerFindings(stage.ledger), [])
      const allow = [/status of 401 .*\/api\//]
      for (const phone of [stage.driverPhone, stage.passengerPhone]) phone.assertClean({ allow })
      return `paid ${paid}, earned ${earned}`
    }),
  ]
}

/** Navigates as a link does: without reloading the document. */
async function goInApp(page: Page, address: string): Promise<void> {
  await page.evaluate((target) => {
    window.history.pushState({ idx: 1 }, '', target)
    window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }))
  }, address)
}

async function chat({ cluster, driverPhone, passengerPhone }: Stage): Promise<string> {
  const [driverPage, page] = [driverPhone.page, passengerPhone.page]
  await page.getByRole('button', { name: 'Escribir al conductor' }).click()
  await page.waitForURL(/\/mensajes\//)
  await write(page, '¿Cabe una bicicleta?')
  await driverPage.goto('/mensajes')
  await driverPage.getByRole('link', { name: /Camila O\./ }).click()
  await message(driverPage, '¿Cabe una bicicleta?').waitFor()
  await untilApart(cluster, driverPhone, passengerPhone)
  const before = await hintsSent(cluster)
  const there = await shownAfter(
    () => write(driverPage, 'Sí, en el baúl.'),
    page,
    'Sí, en el baúl.',
  )
  const back = await shownAfter(() => write(page, 'Perfecto.'), driverPage, 'Perfecto.')
  const hints = (await hintsSent(cluster)) - before
  assert.ok(hints > 0, 'nothing passed through NATS')
  const at = [streamOf(driverPhone), streamOf(passengerPhone)]
  assert.notEqual(at[0], at[1], 'a stream went to the server of the other')
  return `streams at ${at.join(' and ')}, shown after ${there} and ${back} ms, ${hints} hints`
}

const streamOf = ({ streams }: Phone): string | undefined => streams.at(-1)

/** Reloads one page until the streams of two phones are on different servers. */
async function untilApart({ site }: Cluster, one: Phone, other: Phone): Promise<void> {
  await settled(other)
  for (let turn = 0; turn < RELOADS; turn += 1) {
    one.streams.length = 0
    // A page makes the same number of requests each time: one more request moves its stream to
    // another server.
    if (turn % 2 === 1) await fetch(`${site}/api/health`)
    await one.page.reload()
    await settled(one)
    if (streamOf(one) !== streamOf(other)) return
  }
  throw new Error('both streams hang on one server')
}

/** Waits for the stream, because a page that has just been loaded may reopen it. */
async function settled(phone: Phone): Promise<void> {
  await waitFor('a stream', async () => {
    const opened = phone.streams.length
    await sleep(SETTLED_MS)
    return opened > 0 && opened === phone.streams.length ? opened : undefined
  })
}

/** Milliseconds from the sender's click until the reader sees the text. */
async function shownAfter(send: () => Promise<void>, reader: Page, text: string): Promise<number> {
  const started = performance.now()
  await send()
  await message(reader, text).waitFor()
  return Math.round(performance.now() - started)
}

/** Number of messages that NATS has received so far. */
async function hintsSent({ natsFigures }: Cluster): Promise<number> {
  const counts = natsFigures.map(async (page) => {
    const figures = (await (await fetch(page)).json()) as { in_msgs: number }
    return figures.in_msgs
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** Presses every verb at once; all but the first are hours early, and the app asks about them. */
async function drive(page: Page, tripId: string): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const pressEarly = async (name: string) => {
    await press(name)
    await press('Ya llegué')
  }
  await page.goto(`/trips/${tripId}/run`)
  await press('Salir')
  await page.getByText('En camino').waitFor()
  const [first = '', ...later] = STOPS
  await press(`Llegué a ${first}`)
  for (const name of later) await pressEarly(`Llegué a ${name}`)
  await page.getByRole('heading', { name: 'Llegaste a la última parada' }).waitFor()
  await pressEarly('Terminar')
  await page.getByText('Terminaste este viaje').waitFor()
}
