// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { openScreen, type Screen } from '#test/screen.tsx'

// spec-coverage §2, §4, §7, §9: content of each content page.

const STORES = ['Descargar para iOS', 'Descargar para Android']

/** Expected content of a page: parts of headings, of names of links, and of its text. */
type Expected = { headings?: string[]; links?: string[]; texts?: (string | RegExp)[] }

const withSpaces = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ')

async function expectShown({ role }: Screen, expected: Expected): Promise<void> {
  const main = await role('main')
  const all = [...main.querySelectorAll('h1, h2, h3, h4')].map((node) =>
    withSpaces(node.textContent),
  )
  const links = [...main.querySelectorAll('a')].map((node) =>
    withSpaces(node.getAttribute('aria-label') ?? node.textContent),
  )
  const text = withSpaces(main.textContent)
  const missing = [
    ...(expected.headings ?? []).filter((name) => !all.some((each) => each.includes(name))),
    ...(expected.links ?? []).filter((name) => !links.some((each) => each.includes(name))),
    ...(expected.texts ?? []).filter((part) =>
      typeof part === 'string' ? !text.includes(part) : !part.test(text),
    ),
  ]
  expect(missing).toEqual([])
}

const showing = (path: string, expected: Expected) => async () =>
  await expectShown(await openScreen(path), expected)

describe('the home page', () => {
  it('shows hero, benefits, steps, cards, figures and a final call on the home page', async () => {
    const screen = await openScreen('/')
    await expectShown(screen, {
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
      texts: ['Hasta 70 %', '24/7', '100 %', /de ahorro/, /de conductores verificados/],
    })
    const explore = await screen.role('region', 'Explora Cupo')
    expect(explore.querySelectorAll('a')).toHaveLength(4)
    const last = await screen.within('region', 'Descarga Cupo y empieza a viajar')
    for (const name of STORES) await last.role('link', name)
  })
})

describe('the pages about the company', () => {
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

  it('shows benefits, member cards, controls, comparison and figures at /benefits', async () => {
    const screen = await openScreen('/benefits')
    const section = (name: string) => screen.role('region', name)
    const cards = await section('Seis razones para compartir')
    expect(cards.querySelectorAll('h3')).toHaveLength(6)
    await expectShown(screen, {
      headings: ['Rutas optimizadas', 'Tarjeta Green', 'Tarjeta Gold', 'Sistemas de control'],
      links: [...STORES, 'Abrir en la web'],
      texts: [
        /automáticamente al registrarte: «en camino» hasta tu primer viaje/,
        /cada cuatro cupos/,
        'Más de 20 viajes completados',
      ],
    })
    await expectShown(screen, {
      headings: [
        'Quien incumple, responde',
        'Protección contra retrasos',
        'Calificación en dos vías',
        'Atención 24/7',
        'Compromiso con el ambiente',
      ],
      texts: ['Calificación de 4,8 o más', 'Completa tu registro', 'Haz tu primer viaje'],
    })
    const rows = screen.now().getAllByRole('rowheader')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Verificación',
      'Puntos seguros',
      'Control de precios',
      'Calificaciones',
      'Soporte',
      'Impacto ambiental',
    ])
    const figures = withSpaces((await section('Cupo en cifras')).textContent)
    for (const figure of ['100 %', '30 %', '24/7', '4,8', '5K+', 'Hasta 70 %']) {
      expect(figures).toContain(figure)
    }
  })

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
      texts: [/comisión de Cupo es del 10.% del aporte y la paga el conductor.* cuánto recibe/],
    }),
  )

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
        'Mi cuenta',
        'Ayuda y soporte',
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

it('dates the terms and gives them twelve anchored sections', async () => {
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
  const screen = await openScreen('/terms-and-conditions')
  await screen.text('3 de julio de 2025')
  const contents = await screen.role('navigation', 'Contenido')
  const links = [...contents.querySelectorAll('a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual(anchors.map((id) => `#${id}`))
  for (const id of anchors) expect(document.querySelectorAll(`section#${id}`)).toHaveLength(1)
})

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

describe('the pages without header', () => {
  it.each(['/links', '/social', '/qr'])('shows a landing page at %s', async (path) => {
    const screen = await openScreen(path)
    await screen.role('link', 'Ir al portal web')
    const { now } = screen
    expect(document.querySelector('header nav')).toBeNull()
    expect(now().getAllByRole('link', { name: /^Seguir en/ })).toHaveLength(2)
    await expectShown(screen, { links: STORES })
    const footer = await screen.role('contentinfo')
    expect(footer.textContent).toMatch(/© 2025/)
    expect(footer.textContent).toMatch(/hecho en Colombia/i)
  })
})
