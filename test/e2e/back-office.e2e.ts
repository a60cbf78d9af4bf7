import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { aFundedWallet, aPlate, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { hearCase } from '../hearing-steps.ts'
import { aPhoto } from '../images.ts'
import { review } from '../review-steps.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { openRow } from './booking-edits.ts'
import { workerBrowser } from './browser.ts'
import {
  choosePdf,
  choosePhotos,
  compareFaces,
  decisionApplied,
  expectSound,
  giveAndWithdrawConsent,
  lookAtRest,
  openCase,
  chosenPhoto as photo,
  photographFirst,
  photographRest,
  picturesLoaded,
  rejectFirst,
  sendPhotos,
  setProfilePhoto,
  withCamera,
} from './document-steps.ts'
import { pesosText } from './people.ts'
import { aDebtor, playReconciliation } from './reconciliation-steps.ts'
import { announceTerms, confirmPrice, switchOffAndOn } from './setting-steps.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enrolAndProve, forgetProof, openOwnOnly } from './team-steps.ts'
import { enterAs, openVisit, type Visit } from './visits.ts'
import { boxOf } from './wait-for.ts'
import { playWithdrawals } from './withdrawal-steps.ts'

// Decisions of the team, and the photos of documents that a person sent.

const FUNDS = 200_000

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

async function enter(user: TestUser): Promise<Visit> {
  const visit = await openVisit(browser, { ...SIZES.phone, site })
  await enterAs(visit.page, user)
  return visit
}

type Answer = {
  documents: { id: string; kind: string; status: string; expiresOn: string | null }[]
}

async function call(user: TestUser, path: string, body?: object) {
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(`${site.url}/api${path}`, { ...init, headers })
  return answer.json() as Promise<Answer>
}

it('shows a debt and how to pay it, and lets finance close its case with a note', async () => {
  const names = { firstName: 'M'.repeat(33), lastName: 'Ñ'.repeat(32) }
  const { ana, reference, owed } = await aDebtor(site, names)
  const finance = await aUser(site.deps, { firstName: 'Jorge', roles: ['passenger', 'finance'] })

  const { page: wallet, assertClean } = await enter(ana)
  await wallet.goto('/wallet')
  await wallet.getByText('Tienes un saldo pendiente de').getByText(pesosText(owed)).waitFor()
  await wallet.getByRole('link', { name: /^Recargar \$/ }).click()
  const amount = wallet.getByLabel('Monto a recargar')
  const shown = async () => Number((await amount.inputValue()).replace(/\D/g, ''))
  await expect.poll(shown).toBe(owed)
  await wallet.locator('summary', { hasText: names.firstName }).waitFor()
  await shoot(wallet, 'debt')
  expect([await violations(wallet), await overflow(wallet)]).toEqual([[], 0])
  assertClean()

  const { page: desk, assertClean: deskClean } = await enter(finance)
  await desk.goto('/admin/payment-cases')
  await desk.getByRole('link', { name: /^Recarga anulada/ }).click()
  await desk.getByText(reference, { exact: true }).waitFor()
  await desk.getByRole('button', { name: 'Cerrar el caso' }).click()
  await desk.getByText(/Escribe al menos \d+ letras/).waitFor()
  await shoot(desk, 'case')
  expect([await violations(desk), await overflow(desk)]).toEqual([[], 0])
  const note = 'La persona acordó pagar lo que debe el viernes.'
  await desk.getByLabel('Qué se hizo').fill(note)
  await desk.getByRole('button', { name: 'Cerrar el caso' }).click()
  await desk.getByText('No hay casos aquí').waitFor()
  await desk.getByRole('button', { name: 'Resueltos' }).click()
  await desk.getByRole('link', { name: /^Recarga anulada/ }).click()
  await desk.getByRole('paragraph').filter({ hasText: note }).waitFor()
  deskClean()
})

it('enrols an app and a passkey for the team, and opens the screens of each role', async () => {
  const who = await aUser(site.deps, { firstName: 'Pilar', roles: ['passenger', 'support'] })
  await forgetProof(site, who)
  const { page, assertClean } = await enter(who)
  await enrolAndProve(page, site, who)
  assertClean({ allow: [/status of 403 .*second-factor/, /status of 409 .*step-up/] })
})

it.each([
  ['verifier', ['Verificaciones'], ['disputes', 'payment-cases', 'audit']],
  ['finance', ['Retiros y casos', 'Casos de pagos'], ['verification', 'tickets', 'audit']],
  ['support', ['Convivencia', 'Reclamos'], ['payment-cases', 'months', 'verification']],
  ['admin', ['Sistema', 'Auditoría'], []],
] as const)('refuses screens of other roles to %s', async (role, own, others) => {
  const who = await aUser(site.deps, { roles: ['passenger', role] })
  const { page, assertClean } = await enter(who)
  await openOwnOnly(page, own, others)
  assertClean()
})

it('approves a withdrawal by two people and pays it, and returns a failed one', async () => {
  await playWithdrawals(site, browser)
})

it('shows on wallet, trips and publish what keeps a driver from publishing', async () => {
  const who = await aVerifiedDriver(site.deps)
  const set = 'update documents set expires_on = $2 where owner_id = $1 and kind = $3'
  await asOwner(site.deps.databaseUrl, set, [who.userId, '2026-12-10', 'soat'])
  await asOwner(site.deps.databaseUrl, set, [who.userId, '2026-11-19', 'licence'])
  const { page, assertClean } = await enter(who)
  for (const address of ['/wallet', '/my-trips', '/publish']) {
    await page.goto(address)
    await page.getByText('Tu licencia de conducción venció el', { exact: false }).waitFor()
    const box = await boxOf(page.getByText('El SOAT vence el', { exact: false }))
    expect(box.y).toBeLessThan(740)
  }
  await shoot(page, 'avisos')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await asOwner(site.deps.databaseUrl, set, [who.userId, '2027-11-19', 'soat'])
  await asOwner(site.deps.databaseUrl, set, [who.userId, '2027-11-19', 'licence'])
  await page.reload()
  await page.getByText('Saldo bajo para pago directo').waitFor()
  await expect.poll(() => page.getByText('Revisa tus documentos').count()).toBe(0)
  assertClean()
})

/** A member of the team decides the only open case, or answers the only open appeal. */
async function atDesk(address: string, firstName: string, act: (page: Page) => Promise<void>) {
  const person = await aUser(site.deps, { firstName, roles: ['passenger', 'support'] })
  const { page, assertClean } = await enter(person)
  await page.goto(address)
  await act(page)
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  assertClean()
  await page.context().close()
}

it('handles a report with a suspension, and its appeal by another team member', async () => {
  const { deps } = site
  const trip = await aTrip(deps, { departsAt: addMs(deps.clock.now(), 30 * DAY_MS) })
  const ana = await aUser(deps, { firstName: 'M'.repeat(33), lastName: 'Ñ'.repeat(32) })
  await aFundedWallet(deps, ana.userId, FUNDS)
  const { booking } = await bookSeat(deps, ana, {
    tripId: trip.tripId,
    fromStopId: trip.stop(BOGOTA),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
  })
  const { page: ticket, assertClean } = await enter(ana)
  await ticket.goto(`/bookings/${booking.id}`)
  await openRow(ticket, 'Tu reserva')
  await ticket.getByRole('button', { name: 'Reportar o bloquear a Carlos R.' }).click()
  await ticket.getByRole('button', { name: 'Reportar', exact: true }).click()
  await ticket.getByRole('button', { name: 'Enviar reporte' }).click()
  await ticket.getByText('Elige un motivo.').waitFor()
  await shoot(ticket, 'report')
  expect([await violations(ticket), await overflow(ticket)]).toEqual([[], 0])
  await ticket.getByLabel('¿Qué pasó?').selectOption({ label: 'Manejó de forma peligrosa' })
  await ticket.getByLabel('Cuéntanos con tus palabras').fill('Adelantó en curva varias veces.')
  await ticket.getByRole('button', { name: 'Enviar reporte' }).click()
  await ticket.getByText('Recibimos tu reporte.').waitFor()
  assertClean()
  const [found] = await deps.db.selectFrom('conduct_cases').select('id').execute()
  await hearCase(deps.databaseUrl, found?.id ?? '')
  const reason = 'Lo confirmamos con otros pasajeros.'
  await atDesk('/admin/conduct', 'Pilar', async (desk) => {
    await desk.getByRole('link', { name: /^Manejó de forma peligrosa/ }).click()
    await desk.getByText('las reglas dicen: expulsión').waitFor()
    await desk.getByLabel('Decisión').selectOption({ label: 'Suspensión' })
    await desk.getByLabel('Duración').selectOption({ label: '30 días' })
    await desk.getByLabel('Motivo').fill(reason)
    await shoot(desk, 'conduct-case')
    await desk.getByRole('button', { name: 'Decidir: suspensión' }).click()
    await desk.getByText('No hay casos aquí').waitFor()
  })

  const { page: conduct, assertClean: conductClean } = await enter(trip.driver)
  await conduct.goto('/conducta')
  await conduct.getByText('Tu cuenta está suspendida').waitFor()
  await conduct.getByText(reason).waitFor()
  await conduct.getByRole('button', { name: 'Apelar' }).click()
  await conduct.getByLabel('Por qué no estás de acuerdo').fill('Ese día no manejaba yo.')
  const image = { name: 'ruta.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }
  await conduct.getByLabel('Foto, captura o PDF 1 de 3 (opcional)').setInputFiles(image)
  await conduct.getByRole('button', { name: 'Enviar apelación' }).click()
  await conduct.getByText('La responde otra persona del equipo.').waitFor()
  await conduct.getByText('Con 1 foto, que solo ve quien responde.').waitFor()
  await shoot(conduct, 'conduct-suspended')
  expect([await violations(conduct), await overflow(conduct)]).toEqual([[], 0])

  await atDesk('/admin/appeals', 'Tomás', async (desk) => {
    await desk.getByRole('link', { name: /^Suspensión/ }).click()
    await desk.getByText('Ese día no manejaba yo.').waitFor()
    await desk.getByRole('button', { name: 'Ver 1 foto' }).click()
    await desk.getByRole('img', { name: 'Foto 1 de la apelación' }).waitFor()
    await desk.getByLabel('Respuesta').fill('Revisamos: no era la misma persona.')
    await shoot(desk, 'appeal')
    await desk.getByRole('button', { name: 'Levantar la sanción' }).click()
    await desk.getByText('No hay apelaciones aquí').waitFor()
  })
  await conduct.reload()
  await conduct.getByText('Tu cuenta está al día').waitFor()
  await conduct.getByText('Revisamos: no era la misma persona.').waitFor()
  await shoot(conduct, 'conduct-lifted')
  conductClean()
})

it('sends photos of documents together, and loses none when the connection breaks', async () => {
  const luz = await aUser(site.deps, { firstName: 'Luz' })
  await call(luz, '/vehicles', {
    ...{ plate: aPlate(), brand: 'Mazda', model: '3', color: 'Rojo', year: 2024, seats: 5 },
  })
  const { page, assertClean } = await enter(luz)
  await page.clock.setFixedTime(site.deps.clock.now())
  await page.goto('/documents')
  await page.getByText('Los revisamos en máximo 2 días hábiles.').waitFor()
  await shoot(page, 'documents')
  await choosePhotos(page)

  // The connection breaks during the upload: the photo stays with a message, and is sent again on a
  // press.
  await photo(page, 2).getByLabel('Fecha de nacimiento').fill('1990-05-17')
  await page.route('**/api/documents', (route) => route.abort())
  await page.getByRole('button', { name: 'Enviar 2 fotos' }).click()
  await photo(page, 2).getByText('No se envió').waitFor()
  await shoot(page, 'photo-failed')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await page.unroute('**/api/documents')
  await photo(page, 2).getByRole('button', { name: 'Reintentar' }).click()
  await photo(page, 2).getByText('Recibida').waitFor()

  // Offline the photo waits, and it is sent when the network is back.
  await page.context().setOffline(true)
  await photo(page, 3).getByLabel('¿Qué documento es?').selectOption({ label: 'SOAT' })
  await photo(page, 3).getByLabel('Vence el').fill('2027-03-01')
  await page.getByRole('button', { name: 'Enviar 1 foto' }).click()
  await photo(page, 3).getByText('Sale cuando vuelva la red').waitFor()
  await page.context().setOffline(false)
  const done = page.getByRole('status').filter({ hasText: 'Recibimos 3 fotos' })
  await done.waitFor()
  const hasFocus = (box: Element) => box.parentElement === document.activeElement
  await expect.poll(() => done.evaluate(hasFocus)).toBe(true)
  // The photos are doubtful, because they are one: such a document is not folded away.
  await page.getByRole('listitem').filter({ hasText: 'SOATEn revisión' }).waitFor()
  await shoot(page, 'documents-sent')
  const { documents } = await call(luz, '/documents')
  expect(documents.map(({ kind, expiresOn }) => `${kind} ${expiresOn}`).sort()).toEqual([
    ...['identity_back null', 'identity_front null', 'soat 2027-03-01'],
  ])
  await choosePdf(page)
  assertClean({ allow: [/ERR_FAILED/, /ERR_INTERNET/] })
  await expectRejectionOnTop(page, luz)
})

/**
 * A person who never drove sees on each screen the rejected document, with a link to correct it.
 */
async function expectRejectionOnTop(page: Page, luz: TestUser): Promise<void> {
  const verifier = await aUser(site.deps, { roles: ['passenger', 'verifier'] })
  const { documents } = await call(luz, '/documents')
  const soat = documents.find(({ kind }) => kind === 'soat')
  await review(site, verifier, { [String(soat?.id)]: { reject: 'No se lee.' } })
  for (const address of ['/wallet', '/my-trips', '/publish']) {
    await page.goto(address)
    const text = page.getByText('El SOAT: sube otra foto. No se lee.')
    await text.waitFor()
    expect((await boxOf(text)).y).toBeLessThan(740)
  }
  await shoot(page, 'rejection')
  await page.getByRole('link', { name: 'Ver mis documentos' }).click()
  await page.waitForURL(/\/documents\?para=conductor$/)
  await page.getByText('Sube otra foto', { exact: true }).waitFor()
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
}

it('photographs, rejects, resends and approves documents until she may publish', async () => {
  const marta = await aUser(site.deps, { firstName: 'Marta', lastName: 'Ruiz' })
  const verifier = await aUser(site.deps, { firstName: 'Vera', roles: ['verifier', 'admin'] })
  await call(marta, '/vehicles', {
    ...{ plate: aPlate(), brand: 'Mazda', model: '3', color: 'Rojo', year: 2024, seats: 5 },
  })
  const { page, assertClean } = await enter(marta)
  await withCamera(page)
  await page.clock.setFixedTime(site.deps.clock.now())
  await page.goto('/documents')
  await giveAndWithdrawConsent(page)
  await photographFirst(page)
  // Taken photos survive a reload; the guide continues with the missing ones.
  await page.reload()
  await photo(page, 2).waitFor()
  expect(await photographRest(page)).toBe(8)
  await sendPhotos(page)
  await page.reload()
  await page.locator('summary', { hasText: 'en revisión' }).first().waitFor()
  await expect.poll(() => page.getByRole('group', { name: /^Foto \d/ }).count()).toBe(0)

  const { page: desk, assertClean: deskClean } = await enter(verifier)
  await openCase(desk, /^Marta Ruiz/)
  await desk.getByRole('button', { name: 'Acercar' }).click()
  await desk.getByRole('group', { name: /^Documento por el frente/ }).press('+')
  await desk.getByText('200 %').waitFor()
  await desk.getByRole('button', { name: 'El otro lado' }).click()
  await desk.getByRole('img', { name: /^Documento por el respaldo de/ }).waitFor()
  await shoot(desk, 'review-compare')
  await expectSound(desk)
  await desk.getByRole('heading', { level: 2 }).click()
  await desk.keyboard.press('x')
  // Letters typed into the reason are no keys of the case.
  await desk.getByLabel('Motivo del rechazo').press('n')
  await desk.getByRole('button', { name: 'No se lee' }).click()
  await shoot(desk, 'review-reject')
  await expectSound(desk)
  await desk.getByRole('button', { name: 'Rechazar este documento' }).click()
  expect(await lookAtRest(desk)).toBe(9)
  await picturesLoaded(desk)
  await shoot(desk, 'review-case')
  await expectSound(desk)
  await desk.keyboard.press('e')
  await desk.getByText('9 aprobados y 1 rechazado').waitFor()
  await desk.getByRole('button', { name: 'Deshacer' }).click()
  await openCase(desk, /^Marta Ruiz/)
  await desk.getByText('Faltan 9 fotos por ver.').waitFor()
  await rejectFirst(desk)
  await lookAtRest(desk)
  await desk.keyboard.press('e')
  await desk.getByText('9 aprobados y 1 rechazado').waitFor()
  await shoot(desk, 'review-undo')
  await expectSound(desk)
  await decisionApplied(site)

  await page.reload()
  await page.getByText('La foto está borrosa o con reflejos').waitFor()
  expect(await photographRest(page)).toBe(1)
  await sendPhotos(page)
  await setProfilePhoto(page)
  await openCase(desk, /^Marta Ruiz/)
  await desk.getByRole('button', { name: /^La foto anterior/ }).click()
  await desk
    .getByRole('img', { name: /^Documento por el frente de/ })
    .nth(1)
    .waitFor()
  await compareFaces(desk)
  await desk.keyboard.press('e')
  await desk.getByText('2 aprobados').waitFor()
  await decisionApplied(site)
  await desk.goto('/admin/verification')
  await desk
    .getByText(/· Revisar el documento$/)
    .first()
    .waitFor()
  await shoot(desk, 'document-views')
  await expectSound(desk)
  deskClean()

  await page.reload()
  await page.getByText('Puedes publicar viajes').waitFor()
  assertClean()
})

it('switches a feature, prices with two people, and announces new terms', async () => {
  await switchOffAndOn(site, browser)
  await confirmPrice(site, browser)
  await announceTerms(site, browser)
})

// This test is last because it moves the clock of the site.
it('finds a double charge and a lost void, and lets two people decide them', async () => {
  await playReconciliation(site, browser)
})
