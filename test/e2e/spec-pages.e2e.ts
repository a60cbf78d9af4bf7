import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../factories.ts'
import { workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit, type Visit } from './visits.ts'

// spec-coverage §2: content of each content page, and the navigation of every page.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
}, 120_000)

const visit = (size: { width?: number; height?: number } = {}): Promise<Visit> =>
  openVisit(browser, { site, ...size })

const STORES = ['Descargar para iOS', 'Descargar para Android']

/** Expected content of a page: headings by name, links by name, and other texts. */
type Expected = { headings?: string[]; links?: string[]; texts?: (string | RegExp)[] }

async function expectShown(page: Page, expected: Expected): Promise<void> {
  const missing: string[] = []
  const main = page.getByRole('main')
  for (const name of expected.headings ?? []) {
    if ((await main.getByRole('heading', { name }).count()) === 0) missing.push(`heading ${name}`)
  }
  for (const name of expected.links ?? []) {
    if ((await main.getByRole('link', { name }).count()) === 0) missing.push(`link ${name}`)
  }
  for (const text of expected.texts ?? []) {
    if ((await main.getByText(text).count()) === 0) missing.push(`text ${text}`)
  }
  expect(missing).toEqual([])
}

const showing = (path: string, expected: Expected) => async () => {
  const { page, close, assertClean } = await visit()
  await page.goto(path)
  await expectShown(page, expected)
  assertClean()
  await close()
}

describe('the pages without header', () => {
  // covers: S2.1, S2.2, S7.21
  it.each(['/links', '/social', '/qr'])('shows a landing page at %s', async (path) => {
    const { page, close } = await visit()
    await page.goto(path)
    await expect.poll(() => page.getByRole('banner').getByRole('navigation').count()).toBe(0)
    const follow = page.getByRole('link', { name: /^Seguir en/ })
    await expect.poll(() => follow.count()).toBe(2)
    await expectShown(page, { links: [...STORES, 'Ir al portal web'] })
    const footer = page.getByRole('contentinfo')
    await expect.poll(() => footer.textContent()).toMatch(/© 2025/)
    await expect.poll(() => footer.textContent()).toMatch(/hecho en Colombia/i)
    await close()
  })
})

describe('the home page', () => {
  // covers: S2.3, S2.4, S2.5, S2.6, S2.7
  it('shows hero, benefits, steps, cards, figures and a final call on the home page', async () => {
    const { page, close } = await visit()
    await page.goto('/')
    await expectShown(page, {
      headings: [
        'Seguridad Total',
        'Ahorro Inteligente',
        'Comunidad Verde',
        'Regístrate Fácil',
        'Encuentra o Comparte',
        '¡Viaja y Ahorra!',
        'Descarga Cupo y empieza a viajar',
      ],
      links: [...STORES, 'Abrir en la web'],
      texts: ['70 %', '24/7', '100 %', /de ahorro/, /de conductores verificados/],
    })
    const explore = page.getByRole('region', { name: 'Explora Cupo' })
    await expect.poll(() => explore.getByRole('link').count()).toBe(4)
    const last = page.getByRole('region', { name: 'Descarga Cupo y empieza a viajar' })
    for (const name of STORES)
      await expect.poll(() => last.getByRole('link', { name }).count()).toBe(1)
    await close()
  })
})

describe('the pages about the company', () => {
  // covers: S2.8
  it(
    'shows mission, vision, carpooling, goals and download at /about',
    showing('/about', {
      headings: [
        'Misión',
        'Visión',
        '500.000 usuarios activos',
        'Más de 90 % de satisfacción',
        '30 % menos CO₂',
        '1 millón de personas',
        'Alianzas en dos años',
      ],
      links: STORES,
      texts: [/carpooling/i, /ridesharing/i, /tres años/, /intermediario tecnológico/],
    }),
  )

  // covers: S2.9, S2.10, S2.11, S9.13
  it('shows benefits, member cards, controls, comparison and figures at /benefits', async () => {
    const { page, close } = await visit()
    await page.goto('/benefits')
    const section = (name: string) => page.getByRole('region', { name })
    const cards = section('Seis razones para compartir').getByRole('heading', { level: 3 })
    await expect.poll(() => cards.count()).toBe(6)
    await expectShown(page, {
      headings: ['Rutas optimizadas', 'Tarjeta Green', 'Tarjeta Gold', 'Sistemas de control'],
      links: [...STORES, 'Abrir en la web'],
      texts: [/automáticamente al registrarte/, 'Más de 20 viajes completados'],
    })
    await expectShown(page, {
      headings: [
        'Quien incumple, responde',
        'Protección contra retrasos',
        'Calificación en dos vías',
        'Atención 24/7',
        'Compromiso con el ambiente',
      ],
      texts: ['Calificación de 4,8 o más', 'Completa tu registro', 'Haz tu primer viaje'],
    })
    const rows = page.getByRole('table').getByRole('rowheader')
    await expect
      .poll(() => rows.allTextContents())
      .toEqual([
        'Verificación',
        'Puntos seguros',
        'Control de precios',
        'Calificaciones',
        'Soporte',
        'Impacto ambiental',
      ])
    const figures = await section('Cupo en cifras').textContent()
    for (const figure of ['100 %', '30 %', '24/7', '4,8', '5K+', '70 %']) {
      expect(figures).toContain(figure)
    }
    await close()
  })

  // covers: S2.12, S2.13
  it(
    'shows four steps for each role and where to begin at /how-it-works',
    showing('/how-it-works', {
      headings: [
        'Descarga y regístrate',
        'Encuentra tu ruta',
        'Reserva y confirma',
        'Viaja y califica',
        'Regístrate y verifícate',
        'Publica tu ruta',
        'Organiza a tus pasajeros',
        'Viaja y recibe tu dinero',
      ],
      links: [...STORES, 'Registrarme en la web'],
      texts: [/comisión de Cupo es del 10.% del aporte y la paga el conductor.* recibe \$/],
    }),
  )

  // covers: S2.14, S2.15
  it(
    'shows six measures and tips for drivers and passengers at /safety',
    showing('/safety', {
      headings: [
        'Verificación de usuarios',
        'Verificación por QR',
        'Calificaciones verificadas',
        'Chat seguro',
        'Pagos flexibles y privados',
        'Soporte cuando lo necesitas',
        'Para pasajeros',
        'Para conductores',
      ],
    }),
  )

  // covers: S2.17, S2.18, S9.12
  it(
    'shows four desks, phone line, hours, networks, Cali and the app at /contact',
    showing('/contact', {
      headings: [
        'Soporte',
        'Información general',
        'Mercadeo',
        'Gerencia',
        'Línea 24/7',
        'Horario de soporte',
        'Oficina principal',
        'Soporte en la app',
      ],
      links: ['Seguir en Instagram', 'Seguir en Facebook', '+57'],
      texts: [
        /hora de Colombia/,
        /Cali/,
        'Perfil',
        '8:00 a. m. a 8:00 p. m.',
        '9:00 a. m. a 5:00 p. m.',
        '10:00 a. m. a 2:00 p. m.',
        '24 horas, todos los días',
        /48 horas hábiles/,
        /dos horas/,
      ],
    }),
  )
})

describe('the terms page', () => {
  const anchors = [
    'general',
    'services',
    'registration',
    'obligations',
    'carpooling',
    'prohibitions',
    'privacy',
    'liability',
    'intellectual-property',
    'modifications',
    'jurisdiction',
    'contact',
  ]

  // covers: S2.16
  it('dates the terms and gives them twelve anchored sections', async () => {
    const { page, close } = await visit()
    await page.goto('/terms-and-conditions')
    await page.getByText('3 de julio de 2025').waitFor()
    const links = page.getByRole('navigation', { name: 'Contenido' }).getByRole('link')
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(hrefs).toEqual(anchors.map((anchor) => `#${anchor}`))
    for (const anchor of anchors)
      await expect.poll(() => page.locator(`section#${anchor}`).count()).toBe(1)
    await links.last().click()
    expect(new URL(page.url()).hash).toBe('#contact')
    await close()
  })

  // covers: S4.35, S9.11
  it(
    'states age, notice, consequences, hours, answer times and law in the terms',
    showing('/terms-and-conditions', {
      texts: [
        /mayor de 18 años/,
        /30 días de anticipación/,
        /primera falta: advertencia/,
        /faltas repetidas: suspensión temporal/,
        /faltas graves: expulsión permanente/,
        /actividad comercial.*cancelación inmediata/,
        /lunes a viernes de 8:00 a\. m\. a 8:00 p\. m\./,
        /sábados de 9:00 a\. m\. a 5:00 p\. m\./,
        /domingos de 10:00 a\. m\. a 2:00 p\. m\. Emergencias, 24\/7/,
        /máximo 48 horas hábiles.*máximo dos horas/,
        /leyes de la República de Colombia, incluida la Ley 1581 de 2012/,
      ],
    }),
  )
})

describe('the navigation bar', () => {
  const bar = (page: Page) => page.getByRole('banner')

  // covers: S2.40, S2.41, S2.42, S2.43, S6.2
  it.each(['/about', '/login'])('keeps the full navigation bar of %s visible', async (at) => {
    const { page, close } = await visit()
    await page.goto(at)
    await bar(page).getByRole('link', { name: 'Cupo, inicio' }).waitFor()
    for (const name of [
      'Nosotros',
      'Beneficios',
      'Cómo funciona',
      'Seguridad',
      'Contacto',
      'Recargar',
      'Iniciar sesión',
    ]) {
      await expect
        .poll(() => bar(page).getByRole('link', { name, exact: true }).count(), { message: name })
        .toBe(1)
    }
    await expect
      .poll(() => bar(page).getByRole('link', { name: 'Recargar' }).getAttribute('href'))
      .toBe('/wallet')
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Términos' })
    await expect.poll(() => terms.getAttribute('href')).toBe('/terms-and-conditions')
    await page.mouse.wheel(0, 600)
    await page.waitForFunction(() => window.scrollY > 0)
    expect((await bar(page).boundingBox())?.y).toBe(0)
    await close()
  })

  // covers: S2.42, S2.43, S6.3
  it('shows the wallet button and the logout to a signed-in person', async () => {
    const { page, close } = await visit()
    await enterAs(page, await aUser(site.deps))
    await page.goto('/profile')
    await bar(page).getByRole('button', { name: 'Cerrar Sesión' }).waitFor()
    await bar(page).getByRole('link', { name: 'Recargar' }).waitFor()
    await expect.poll(() => bar(page).getByRole('link', { name: 'Iniciar sesión' }).count()).toBe(0)
    const row = async (name: string) =>
      await page.getByRole('navigation', { name, exact: true }).getByRole('link').allTextContents()
    expect(await row('Principal')).toEqual([
      'Buscar viaje',
      'Publicar',
      'Mis viajes',
      'Mensajes',
      'Mi billetera',
    ])
    const pages = ['Nosotros', 'Beneficios', 'Cómo funciona', 'Seguridad', 'Contacto']
    expect(await row('Conocer Cupo')).toEqual([...pages, 'Ayuda', 'Soporte'])
    await close()
  })

  // covers: S2.44, S2.45
  it.each([
    ['/login', 360, 256],
    ['/login', 800, 288],
    ['/safety', 800, 288],
  ])('shows on %s at %d px a menu %d px wide that closes', async (path, width, menuWidth) => {
    const { page, close } = await visit({ width, height: 740 })
    await page.goto(path, { waitUntil: 'networkidle' })
    const menu = page.getByRole('dialog', { name: 'Menú' })
    const open = async () => {
      await page.getByRole('button', { name: 'Abrir menú' }).click()
      await menu.waitFor()
    }
    await open()
    expect((await menu.boundingBox())?.width).toBe(menuWidth)
    await page.mouse.click(20, 500)
    await menu.waitFor({ state: 'hidden' })
    await open()
    await menu.getByRole('button', { name: 'Cerrar menú' }).click()
    await menu.waitFor({ state: 'hidden' })
    await open()
    await menu.getByRole('link', { name: 'Buscar viaje' }).click()
    await page.waitForURL('**/trips')
    await menu.waitFor({ state: 'hidden' })
    await close()
  })
})
