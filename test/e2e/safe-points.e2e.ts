import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD, passengers, staff } from '#server/demo/people.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { launchBrowser, newPage } from './browser.ts'
import { logIn } from './people.ts'
import { openTestSite } from './site.ts'

let url: string
let browser: Browser

beforeAll(async () => {
  const site = await openTestSite()
  url = site.url
  await seedDemo(site.deps)
  browser = await launchBrowser()
}, 120_000)

afterAll(() => browser.close())

async function pageOf(email: string | undefined): Promise<Page> {
  const { page } = await newPage(browser, { baseURL: url })
  if (email) await logIn(page, { email, password: DEMO_PASSWORD })
  return page
}

it('a person proposes a point, support corrects and vets it, everybody sees it', async () => {
  const person = await pageOf(passengers[0]?.email)
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

  const visitor = await pageOf(undefined)
  await visitor.goto('/safe-points?lugar=73001')
  await visitor.getByText('Terminal de Transportes de Ibagué').waitFor()
  expect(await visitor.getByText('Supermercado de la 60').count()).toBe(0)

  const support = await pageOf(staff[2]?.email)
  await support.goto('/admin/safe-points')
  await support.getByRole('heading', { name: 'Supermercado de la 60' }).waitFor()
  await support.getByLabel('Nombre').fill('Mercacentro de la 60')
  await support.getByRole('button', { name: 'Aprobar' }).click()
  await support.getByText('No hay puntos aquí').waitFor()

  await visitor.reload()
  await visitor.getByRole('heading', { name: 'Mercacentro de la 60' }).waitFor()
})

it('a report brings a point back to support, who hides it', async () => {
  const person = await pageOf(passengers[1]?.email)
  await person.goto('/safe-points?lugar=41001')
  const report = person.getByRole('button', { name: 'Reportar un problema' })
  await report.click()
  await person.getByRole('button', { name: 'Enviar reporte' }).click()
  await person.getByText('Elige una opción.').waitFor()
  await person.getByText('Ya no existe').click()
  await person.getByRole('button', { name: 'Enviar reporte' }).click()
  await person.getByText('Gracias. Lo vamos a revisar.').waitFor()

  const support = await pageOf(staff[2]?.email)
  await support.goto('/admin/safe-points?estado=reported')
  await support.getByRole('heading', { name: 'Terminal de Transportes de Neiva' }).waitFor()
  await support.getByLabel('Motivo para ocultarlo').fill('Se trasladó de sede.')
  await support.getByRole('button', { name: 'Ocultar' }).click()
  await support.getByText('No hay puntos aquí').waitFor()

  await person.goto('/safe-points?lugar=41001')
  await person.getByText('Aún no hay puntos aquí').waitFor()
})
