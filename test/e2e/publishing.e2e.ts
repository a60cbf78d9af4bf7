import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { aVerifiedDriver, type TestDriver } from '../factories.ts'
import { aPhoto } from '../images.ts'
import { overflow, violations } from './accessible.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { crowding } from './crowding.ts'
import { logInByCall, pesosText, provePhone } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'

// A driver publishes a trip with two stops and its return trip, changes it, repeats another trip
// weekly, and chooses a route that is not the fastest.

let site: TestSite
let browser: Browser
let driver: TestDriver
const windows: WatchedPage[] = []
const shots = process.env.E2E_SHOTS

beforeAll(async () => {
  site = await openTestSite({ phones: true })
  browser = await workerBrowser()
  // A driver without phone number and photo, who is asked for both at the end.
  const person = { firstName: 'Carlos', lastName: 'Rojas', phone: null, photo: false }
  driver = await aVerifiedDriver(site.deps, person)
  await asOwner(site.deps.databaseUrl, `update vehicles set plate = 'QWE127' where id = $1`, [
    driver.vehicleId,
  ])
})

async function openPhone(who = driver): Promise<Page> {
  const watched = await usedPage(browser, { ...SIZES.phone, site })
  // Computing a route takes long on a busy machine.
  watched.page.setDefaultTimeout(20_000)
  windows.push(watched)
  await logInByCall(watched.page, who)
  return watched.page
}

async function choose(page: Page, label: string, typed: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

const next = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click()
const look = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/publishing-${name}.png`, fullPage: true })
}

const expectSound = async (page: Page) => {
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}
/** Checks the page in the size and the colours of a desktop, and leaves it as on a phone. */
async function onDesk(page: Page, check: () => Promise<void>): Promise<void> {
  await page.setViewportSize(SIZES.desk)
  await page.emulateMedia({ colorScheme: 'dark' })
  await check()
  await page.setViewportSize(SIZES.phone)
  await page.emulateMedia({ colorScheme: 'light' })
}

const isFocused = (element: Element) => element === document.activeElement
const asks = (page: Page, question: string) =>
  page.getByRole('heading', { name: question }).waitFor()

async function fillRoute(page: Page, stops: string[]): Promise<void> {
  await page.goto('/publish')
  await choose(page, 'Origen', 'Bogotá', /Bogotá/)
  await choose(page, 'Destino', 'Cali', /Cali.*Valle/)
  await page.getByRole('radio').first().waitFor()
  for (const name of stops) await page.getByRole('checkbox', { name }).check()
  await asks(page, '¿En qué punto se encuentran?')
  await next(page)
  await asks(page, '¿Cuándo sales?')
}

async function departures(): Promise<string[]> {
  const { rows } = await asOwner(
    site.deps.databaseUrl,
    'select departs_at from trips where driver_id = $1 order by departs_at',
    [driver.userId],
  )
  return rows.map((row: { departs_at: Date }) => row.departs_at.toISOString())
}

it('publishes a trip with two stops and its return trip, and changes them', async () => {
  const page = await openPhone()
  await fillRoute(page, ['Girardot', 'Ibagué'])
  await page.getByLabel('Fecha del viaje').fill('2026-11-27')
  await page.getByLabel('Hora de salida').fill('06:00')
  await page.getByRole('switch', { name: 'Publicar regreso' }).check()
  // A return trip that departs before the car has arrived.
  await page.getByLabel('Fecha del regreso').fill('2026-11-27')
  await page.getByLabel('Hora del regreso').fill('10:00')
  await page.getByText('todavía vas de camino').waitFor()
  await next(page)
  await page.getByLabel('Fecha del regreso').fill('2026-11-29')
  await look(page, 'fecha')
  await next(page)
  // Plate restrictions in Bogotá: a plate ending in 7 on an odd date.
  await page
    .getByText(/Pico y placa en Bogotá/)
    .first()
    .waitFor()
  await look(page, 'vehiculo')
  await next(page)
  await page.getByRole('switch', { name: 'Poner precio a cada tramo' }).check()
  const first = page.getByLabel('Bogotá → Girardot')
  await first.fill('999999')
  await next(page)
  await expect.poll(() => page.getByText(/Elige un valor entre/).count()).toBeGreaterThan(0)
  const hint =
    (await page
      .getByText(/^Entre \$/)
      .first()
      .textContent()) ?? ''
  const [least = '0'] = hint.match(/\d[\d.]*/) ?? []
  await first.fill(least.replaceAll('.', ''))
  await page.getByText(/^Por cupo recibes \$.*: la comisión de Cupo es del 10.% \(\$/).waitFor()
  await look(page, 'precio')
  await page.getByLabel('Precio por cupo del regreso').waitFor()
  await next(page)
  await asks(page, '¿Cómo es el viaje?')
  await next(page)
  await look(page, 'revisar')
  const received = page.getByText('Recibes por cupo', { exact: true }).locator('xpath=..')
  await received.getByText(/\$.*, sin la comisión del 10.%/).waitFor()
  await asks(page, 'Completa tus datos para publicar')
  await page.getByLabel('Celular').fill('310 765 4321')
  await provePhone(page, site.phones, '+573107654321')
  await asks(page, 'Pon tu foto de perfil')
  await page.getByText('ningún programa compara caras').waitFor()
  await look(page, 'foto')
  const photo = { name: 'yo.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }
  await page.getByLabel('Elegir foto y publicar').setInputFiles(photo)
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}\?ver=conductor$/)
  await asks(page, 'Comparte tu viaje')
  await page.getByText('Tu viaje y el regreso quedaron publicados.').first().waitFor()
  await page.getByRole('button', { name: 'Compartir viaje' }).waitFor()
  await look(page, 'publicado')
  await page.getByRole('main').getByRole('link', { name: 'Mis viajes' }).click()
  await page.getByRole('link', { name: /^Cali → Bogotá/ }).waitFor()
  expect(await departures()).toEqual(['2026-11-27T11:00:00.000Z', '2026-11-29T15:00:00.000Z'])

  await page.getByRole('link', { name: /Bogotá a Cali/ }).click()
  await page.getByText('Cambiar o cancelar', { exact: true }).click()
  await page.getByRole('link', { name: 'Cambiar viaje' }).click()
  await page.getByLabel('Notas para tus pasajeros').fill('Escríbeme al 310 555 12 34')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /teléfonos/ })
    .waitFor()
  await look(page, 'cambiar')
  await page.getByLabel('Notas para tus pasajeros').fill('Salgo del Portal 80.')
  await page.getByLabel('Hora de salida').fill('07:00')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}\?ver=conductor$/)
  await page.getByText('Condiciones y carro', { exact: true }).click()
  await page.getByText('Salgo del Portal 80.').waitFor()
  expect((await departures())[0]).toBe('2026-11-27T12:00:00.000Z')
  for (const each of windows) each.assertClean({ allow: [/status of 422 .*\/api\/trips/] })
})

it('shows a visitor the earnings of a route and the requirements before sign-up', async () => {
  const watched = await usedPage(browser, { width: 360, height: 740, site })
  const { page } = watched
  page.setDefaultTimeout(10_000)
  await page.goto('/publish')
  await page.getByText('Licencia de conducción vigente').waitFor()
  await page.getByText('Los revisamos en máximo 2 días hábiles.').waitFor()
  await choose(page, 'Origen', 'Bogotá', /Bogotá/)
  await choose(page, 'Destino', 'Ibagué', /Ibagué/)
  await page.getByRole('heading', { name: 'De Bogotá a Ibagué' }).waitFor()
  const departsAt = addMs(site.deps.clock.now(), DAY_MS).toISOString()
  const payload = { stops: ['11001', '73001'], departsAt, seats: 3 }
  const quote = await site.app.inject({ method: 'POST', url: '/api/trips/quote', payload })
  const { seat } = quote.json()
  const received = 3 * (seat.recommended - Math.round(seat.recommended / 10))
  await page.getByText(pesosText(received)).first().waitFor()
  await expectSound(page)
  await shoot(page, 'publicar-visitante')
  await page.getByRole('link', { name: 'Crear mi cuenta' }).click()
  await page.waitForURL(/\/signup\?returnTo=%2Fpublish%3Ffrom%3D11001%26to%3D73001$/)
  watched.assertClean()
  await watched.close()
})

it('publishes with at most 8 taps, repeats weekly with at most 12, and stops that', async () => {
  const page = await openPhone(await aVerifiedDriver(site.deps))
  await page.goto('/wallet')
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const toDate = async () => {
    taps = 0
    await tap(
      page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name: 'Publicar' }),
    )
    await tap(page.getByRole('combobox', { name: 'Origen' }))
    await page.keyboard.type('Bogotá')
    await tap(page.getByRole('option', { name: /Bogotá/ }).first())
    // The destination field gets the focus without a tap.
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Destino' }).evaluate(isFocused))
      .toBe(true)
    await page.keyboard.type('Villavicencio')
    await tap(page.getByRole('option', { name: /Villavicencio/ }).first())
    await asks(page, '¿Dónde puedes recoger o dejar?')
    await asks(page, '¿En qué punto se encuentran?')
    await tap(button('Continuar'))
    await asks(page, '¿Cuándo sales?')
  }
  await toDate()
  await tap(button('Pasado mañana'))
  await look(page, 'revisar-ya')
  await tap(button('Revisar y publicar'))
  await asks(page, 'Así lo verán tus pasajeros')
  await expectSound(page)
  await tap(button('Publicar viaje'))
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}\?ver=conductor$/)
  expect(taps).toBeLessThanOrEqual(8)

  // Car, seats, hour and terms are those of the previous trip, which this return overlaps.
  await toDate()
  await tap(button('Mañana'))
  await page.getByText('Con tu Renault Logan, 3 cupos y el precio recomendado.').waitFor()
  await tap(page.getByRole('switch', { name: 'Publicar regreso' }))
  await tap(page.getByRole('switch', { name: 'Repetir cada semana' }))
  // A second day of the week, and without it again.
  for (const pressed of [true, false]) {
    await button('miércoles').click()
    await page.getByRole('button', { name: 'miércoles', pressed }).waitFor()
  }
  await tap(button('Revisar y publicar'))
  await page.getByText(/cruza con este horario: Bogotá → Villavicencio/).waitFor()
  await expect.poll(() => page.getByLabel('Fecha del regreso').evaluate(isFocused)).toBe(true)
  await look(page, 'se-cruza')
  await tap(button('Seguir con los demás'))
  await asks(page, 'Así lo verán tus pasajeros')
  await tap(button('Publicar viaje'))
  await page.getByText('Publicamos 8 viajes.').waitFor()
  await asks(page, 'Un día quedó por fuera')
  await look(page, 'publicados-los-demas')
  expect(taps).toBeLessThanOrEqual(12)
  await stopRepeating(page)
  windows.at(-1)?.assertClean()
})

/** Stops the only series, which keeps the published trips and names the skipped day. */
async function stopRepeating(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Mis viajes' }).click()
  const series = page.getByText(/^Cada \S+, Bogotá → Villavicencio$/)
  await series.click()
  await page.getByText('1 día quedó por fuera', { exact: true }).waitFor()
  await look(page, 'mis-viajes')
  const published = 'select count(*)::int as trips from trips'
  const count = async () => (await asOwner(site.deps.databaseUrl, published)).rows
  const before = await count()
  await page.getByRole('button', { name: 'Dejar de repetir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dejar de repetir' }).click()
  await series.waitFor({ state: 'detached' })
  expect(await count()).toEqual(before)
}

it('lets a driver choose a route that is not the fastest', async () => {
  const page = await openPhone()
  await page.goto('/publish')
  await choose(page, 'Origen', 'Bogotá', /Bogotá/)
  await choose(page, 'Destino', 'Girardot', /Girardot/)
  const byLaMesa = page.getByRole('radio', { name: /Por La Mesa/ })
  const fastest = page.getByRole('radio', { name: /Por Fusagasugá/ })
  await expect.poll(() => fastest.isChecked()).toBe(true)

  // The map follows the list, and the list follows the map.
  await page.getByRole('button', { name: 'Ver mapa' }).click()
  const map = page.getByRole('application', { name: 'Mapa de los caminos' })
  await map.getByText('La Mesa', { exact: true }).waitFor()
  await map.locator('.map-press-25386').dispatchEvent('click')
  await expect.poll(() => byLaMesa.isChecked()).toBe(true)
  await expect.poll(() => map.locator('.map-part.map-line-25386').count()).toBe(1)
  await fastest.check()
  await expect.poll(() => map.locator('.map-part.map-line-fastest').count()).toBe(1)
  await fastest.press('ArrowDown')
  await expect.poll(() => byLaMesa.isChecked()).toBe(true)
  // Scrolled into full view, not half under the bar at the bottom.
  await map.evaluate((box) => box.scrollIntoView({ block: 'center' }))
  await look(page, 'camino')
  await asks(page, '¿Dónde puedes recoger o dejar?')
  await page.getByRole('checkbox', { name: 'Tocaima' }).check()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Fusagasugá' }).count()).toBe(0)
  // A stop on the route that was not suggested.
  await choose(page, 'Otra parada', 'Apulo', /Apulo/)
  await page.getByRole('checkbox', { name: 'Apulo' }).waitFor()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Apulo' }).isChecked()).toBe(true)
  await page.getByText('Agregamos Apulo.').waitFor()
  await choose(page, 'Otra parada', 'Girardot', /Girardot/)
  await page.getByText('Ese lugar ya está en tu ruta.').waitFor()
  await page.getByRole('checkbox', { name: 'Apulo' }).uncheck()
  await look(page, 'paradas')
  await expectSound(page)
  await onDesk(page, () => expectSound(page))

  // Nothing is lost after going back, nor when the page is opened again.
  await next(page)
  await asks(page, '¿Cuándo sales?')
  await page.goBack()
  await expect.poll(() => byLaMesa.isChecked()).toBe(true)
  await page.reload()
  await page.getByRole('checkbox', { name: 'Tocaima', checked: true }).waitFor()
  await next(page)
  await reviewOn(page, '2026-12-01')
  await page.getByText('Por La Mesa', { exact: true }).waitFor()
  await look(page, 'revisar-camino')
  expect(await crowding(page)).toEqual([])
  await onDesk(page, async () => expect(await crowding(page)).toEqual([]))
  await page.getByRole('button', { name: 'Publicar viaje' }).click()
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}\?ver=conductor$/)
  await page.getByText('Recorrido y encuentros', { exact: true }).click()
  await page.getByRole('img', { name: 'Dibujo del recorrido: Bogotá, Tocaima, Girardot' }).waitFor()
  const { passed, stops } = await wayOf(new URL(page.url()).pathname.slice(-36))
  expect(passed).toContain('La Mesa')
  expect(passed).not.toContain('Fusagasugá')
  expect(stops).toEqual(['Bogotá', 'Tocaima', 'Girardot'])
  windows.at(-1)?.assertClean()
})

it('changes the route for a stop off the route, and still opens an old draft', async () => {
  const page = await openPhone()
  const place = (id: string, label: string) => ({ id, label })
  const draft = {
    origin: place('11001', 'Bogotá'),
    stops: [place('73001', 'Ibagué'), null],
    destination: place('76001', 'Cali'),
  }
  await page.evaluate(
    ([name, value]) => localStorage.setItem(name ?? '', value ?? ''),
    [`publish_draft:${driver.userId}`, JSON.stringify(draft)],
  )
  await page.goto('/publish?paso=paradas')
  await expect.poll(() => page.getByRole('checkbox', { name: 'Ibagué' }).isChecked()).toBe(true)
  await choose(page, 'Otra parada', 'Pereira', /Pereira/)
  await page.getByText('Agregamos Pereira: tu camino ahora pasa por ahí.').waitFor()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Pereira' }).isChecked()).toBe(true)
  const names = await page.getByRole('checkbox', { checked: true }).evaluateAll((boxes) => {
    return boxes.map((box) => box.closest('label')?.textContent)
  })
  expect(names).toEqual(['Ibagué', 'Pereira'])
  await page.getByText('Tus paradas marcan otro camino.', { exact: false }).waitFor()
  await page.getByRole('radio', { name: /Más rápido/ }).check()
  await page.getByText('Quitamos Pereira: no queda en este camino.').waitFor()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Ibagué' }).isChecked()).toBe(true)

  // With a single route there is no choice, and other ends drop the stops.
  await choose(page, 'Destino', 'Villavicencio', /Villavicencio/)
  await page.getByText('Por donde pasas de Bogotá a Villavicencio').waitFor()
  await expect.poll(() => page.getByRole('radio').count()).toBe(0)
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  windows.at(-1)?.assertClean()
})

/** Goes from the date to the last step, with the proposed values. */
async function reviewOn(page: Page, day: string): Promise<void> {
  await asks(page, '¿Cuándo sales?')
  await page.getByLabel('Fecha del viaje').fill(day)
  await page.getByLabel('Hora de salida').fill('06:00')
  await next(page)
  await asks(page, '¿En qué carro y con cuántos cupos?')
  await next(page)
  await page.getByLabel('Precio por cupo').waitFor()
  await next(page)
  await asks(page, '¿Cómo es el viaje?')
  await next(page)
}

/** Returns every place that a trip passes, and its stops. */
async function wayOf(tripId: string): Promise<{ passed: string[]; stops: string[] }> {
  const { rows } = await asOwner(
    site.deps.databaseUrl,
    `select array(select p.name from unnest(c.place_ids) with ordinality as at (id, n)
        join places p on p.id = at.id order by n) as passed,
      array(select p.name from unnest(t.declared_seqs) as declared (seq)
        join places p on p.id = c.place_ids[declared.seq + 1] order by seq) as stops
    from trips t join corridors c on c.id = t.corridor_id where t.id = $1`,
    [tripId],
  )
  return rows[0]
}
