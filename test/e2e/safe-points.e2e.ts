import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bogotaDate, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { aUser, type TestUser } from '../factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { followMoney, lookUpPerson } from './desk-steps.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit, type Visit } from './visits.ts'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
}, 120_000)

/** Opens a desktop page; without a user for a visitor. */
async function pageOf(user?: TestUser): Promise<Page> {
  const { page } = await openVisit(browser, { site })
  if (user) await enterAs(page, user)
  return page
}

const aHelper = () => aUser(site.deps, { firstName: 'Marta', roles: ['passenger', 'support'] })

/** Opens a phone page; without a user for a visitor. */
async function visit(user?: TestUser): Promise<Visit> {
  const opened = await openVisit(browser, { ...SIZES.phone, site })
  if (user) await enterAs(opened.page, user)
  return opened
}

it('shows everybody a point that a person proposed and support approved', async () => {
  const person = await pageOf(await aUser(site.deps))
  await person.goto('/safe-points')
  await person.getByRole('link', { name: 'Ibagué' }).click()
  await person.getByRole('button', { name: 'Proponer un punto' }).click()
  await person.getByLabel('Nombre del lugar').fill('Supermercado de la 60')
  await person.getByLabel('Dirección o referencia').fill('Carrera 5 con calle 60')
  await person.getByLabel(/^Coordenadas/).fill('cerca del parque')
  await person.getByRole('button', { name: 'Proponer punto' }).click()
  await person.getByText('Escribe latitud y longitud').waitFor()
  await person.getByLabel(/^Coordenadas/).fill('4.4391, -75.2021')
  await person.getByRole('button', { name: 'Proponer punto' }).click()
  await person.getByText('Recibimos tu propuesta').waitFor()
  await person.getByText('En revisión', { exact: true }).waitFor()

  const visitor = await pageOf()
  await visitor.goto('/safe-points?lugar=73001')
  await visitor.getByText('Terminal de Transportes de Ibagué').waitFor()
  await expect.poll(() => visitor.getByText('Supermercado de la 60').count()).toBe(0)

  const support = await pageOf(await aHelper())
  await support.goto('/admin/safe-points')
  await support.getByRole('link', { name: /^Supermercado de la 60/ }).click()
  await support.getByRole('heading', { name: 'Supermercado de la 60' }).waitFor()
  await support.getByLabel('Nombre').fill('Mercacentro de la 60')
  await support.getByRole('button', { name: 'Aprobar' }).click()
  await support.getByText('No hay puntos aquí').waitFor()

  await visitor.reload()
  await visitor.getByRole('heading', { name: 'Mercacentro de la 60' }).waitFor()
})

it('shows support the places most asked for without a point, each with its form', async () => {
  const bare = `select id, name || ', ' || department as name from places
    where road_point(id) is null order by id limit 2`
  const [one, two] = (await asOwner(site.deps.databaseUrl, bare, [])).rows
  await asOwner(
    site.deps.databaseUrl,
    'insert into search_misses (day, from_place, to_place, searches) values ($1, $2, $3, 12)',
    [bogotaDate(site.deps.clock.now()), one.id, two.id],
  )
  const support = await pageOf(await aHelper())
  await support.goto('/admin/safe-points?caso=pedidos')
  await support.getByRole('link', { name: one.name }).waitFor()
  await shoot(support, 'wanted-places')
  expect([await overflow(support), await violations(support)]).toEqual([0, []])
  await support.getByRole('link', { name: one.name }).click()
  await support.getByRole('button', { name: 'Proponer un punto' }).waitFor()
})

it('brings a reported point back to support, who hides it', async () => {
  const person = await pageOf(await aUser(site.deps))
  await person.goto('/safe-points?lugar=41001')
  const report = person.getByRole('button', { name: 'Reportar un problema' })
  await report.click()
  await person.getByRole('button', { name: 'Enviar reporte' }).click()
  await person.getByText('Elige una opción.').waitFor()
  await person.getByText('Ya no existe').click()
  await person.getByRole('button', { name: 'Enviar reporte' }).click()
  await person.getByText('Gracias. Lo vamos a revisar.').waitFor()

  const support = await pageOf(await aHelper())
  await support.goto('/admin/safe-points?estado=reported')
  await support.getByRole('link', { name: /^Terminal de Transportes de Neiva/ }).click()
  await support.getByRole('heading', { name: 'Terminal de Transportes de Neiva' }).waitFor()
  await support.getByLabel('Motivo para ocultarlo').fill('Se trasladó de sede.')
  await support.getByRole('button', { name: 'Ocultar' }).click()
  await support.getByText('No hay puntos aquí').waitFor()

  await person.goto('/safe-points?lugar=41001')
  await person.getByText('Aún no hay puntos aquí').waitFor()
})

it('loads a reward, sells its code for points, and invites a friend', async () => {
  const names = { firstName: 'M'.repeat(33), lastName: 'Ñ'.repeat(32) }
  const person = await aUser(site.deps, names)
  const { page, assertClean } = await visit(person)
  await page.goto('/recompensas')
  await page.getByRole('heading', { name: 'Todavía no hay recompensas' }).waitFor()
  await page.getByText('Te falta 1 paso para la tarjeta Green.').waitFor()
  await shoot(page, 'rewards-empty')
  const { page: desk, assertClean: deskClean } = await visit(await aHelper())
  await desk.goto('/admin/rewards')
  await loadReward(desk)
  expect([await violations(desk), await overflow(desk)]).toEqual([[], 0])
  deskClean()

  await asOwner(
    site.deps.databaseUrl,
    `select ledger_give_points(gen_random_uuid(), $1, 120, 'points_trip', 'booking',
       gen_random_uuid(), now())`,
    [person.userId],
  )
  await page.reload()
  await page.getByRole('button', { name: 'Canjear Bono de gasolina' }).click()
  await page.getByRole('button', { name: 'Canjear 100 puntos' }).click()
  await page.getByRole('dialog').getByText('VALE-77').waitFor()
  await shoot(page, 'reward-code')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.locator('#codigos').getByText('VALE-77').waitFor()
  await page.getByText('Te faltan 80 puntos').waitFor()
  await page.getByText('−100').waitFor()
  await shoot(page, 'rewards')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])

  await page.getByRole('link', { name: 'Invitar y ganar puntos' }).click()
  await page.getByRole('heading', { name: 'A quién invitaste' }).waitFor()
  const code = await page.locator('code').textContent()
  await aFriendComes(code ?? '')
  await page.reload()
  await page.getByText('Falta su primer viaje').waitFor()
  await page.getByText('Pedro R.').waitFor()
  await shoot(page, 'invite')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  assertClean()
})

async function loadReward(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Agregar recompensa' }).click()
  await desk.getByRole('button', { name: 'Agregar al catálogo' }).click()
  await desk.getByText('Escribe un título.').waitFor()
  await desk.getByLabel('Título').fill('Bono de gasolina')
  await desk.getByLabel('Aliado').fill('Estaciones del Valle')
  await desk.getByLabel('Qué da y cómo se usa').fill('Vale 20.000 pesos en combustible.')
  await desk.getByLabel('Puntos que vale').fill('100')
  await desk.getByLabel('Veces por persona').fill('2')
  await desk.getByLabel('Desde').fill('2026-01-01')
  await desk.getByLabel('Hasta').fill('2099-12-31')
  await desk.getByRole('button', { name: 'Agregar al catálogo' }).click()
  await desk.getByText('Sin códigos').waitFor()
  await desk.getByLabel('Códigos del aliado').fill('Código;Valor\nVALE-77;20000\nVALE-78;20000')
  await desk.getByRole('button', { name: 'Cargar códigos' }).click()
  await desk.getByText('2 cargados, 0 canjeados').waitFor()
  await shoot(desk, 'admin-rewards')
}

/**
 * Opens the link as a visitor and signs up; the first private screen names the person who invited.
 */
async function aFriendComes(code: string): Promise<void> {
  const { page, assertClean } = await visit()
  await page.goto(`/invita/${code.toLowerCase()}`)
  await page.getByRole('heading', { name: /te invita a Cupo/ }).waitFor()
  await page.getByRole('link', { name: 'Crear cuenta', exact: true }).last().waitFor()
  await shoot(page, 'invitation')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  // Only a person with an older account can have invited.
  site.deps.clock.advance(MINUTE_MS)
  await enterAs(page, await aUser(site.deps, { firstName: 'Pedro', lastName: 'Ruiz' }))
  await page.goto('/recompensas')
  await page.getByText('Anotamos que te invitó').waitFor()
  assertClean()
  await page.context().close()
}

it('lets support find a person, see their number for a minute, and their bookings', async () => {
  await lookUpPerson(site, browser)
})

it('lets finance follow a top-up into the ledger and read an earlier balance', async () => {
  await followMoney(site, browser)
})
