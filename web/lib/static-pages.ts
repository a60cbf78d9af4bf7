import { brand, titled } from '#web/lib/brand.ts'

/**
 * Content pages: prerendered, listed in the sitemap, served without the app's code.
 * `image` is the picture in `/og/`, drawn by scripts/site-assets.ts.
 */
export const staticPages = {
  '/': {
    title: `${brand.name} · Comparte viajes entre ciudades de Colombia`,
    name: 'Inicio',
    description:
      'Encuentra un cupo libre o comparte los tuyos: conductores verificados, precios justos y ' +
      'pago con tu billetera.',
    image: 'home',
  },
  '/about': {
    title: titled('Nosotros'),
    name: 'Nosotros',
    description:
      'Por qué existe Cupo, qué es compartir un viaje y a dónde queremos llegar con las personas ' +
      'que viajan por Colombia.',
    image: 'about',
  },
  '/benefits': {
    title: titled('Beneficios de compartir tu viaje'),
    name: 'Beneficios',
    description:
      'Ahorra hasta 70 %, viaja con personas verificadas y gana con las tarjetas Green y Gold. ' +
      'Compara con el transporte informal.',
    image: 'benefits',
  },
  '/how-it-works': {
    title: titled('Cómo funciona'),
    name: 'Cómo funciona',
    description:
      'Los pasos para viajar como pasajero o compartir tus cupos como conductor, desde el ' +
      'registro hasta el pago.',
    image: 'how-it-works',
  },
  '/safety': {
    title: titled('Seguridad en cada viaje'),
    name: 'Seguridad',
    description:
      'Identidad y vehículo revisados, tiquete QR, calificaciones reales, chat seguro y ayuda a ' +
      'toda hora. Consejos para viajar tranquilo.',
    image: 'safety',
  },
  '/terms-and-conditions': {
    title: titled('Términos y condiciones'),
    name: 'Términos y condiciones',
    description:
      'Las reglas de Cupo en palabras claras: tu cuenta, los viajes compartidos, el dinero, tus ' +
      'datos personales y tus derechos.',
    image: 'terms-and-conditions',
  },
  '/privacidad': {
    title: titled('Política de privacidad'),
    name: 'Política de privacidad',
    description:
      'Quién responde por tus datos, para qué los usamos, cuánto los guardamos y cómo ejercer ' +
      'tus derechos según la Ley 1581 de 2012.',
    image: 'terms-and-conditions',
  },
  '/contact': {
    title: titled('Contacto'),
    name: 'Contacto',
    description:
      'Escríbenos o llámanos: soporte, información, mercadeo y gerencia. Línea de emergencias ' +
      '24/7, hora de Colombia.',
    image: 'contact',
  },
  '/ayuda': {
    title: titled('Ayuda'),
    name: 'Ayuda',
    description:
      'Respuestas sobre tu cuenta, reservas, pagos y recargas, el día del viaje, los documentos ' +
      'del conductor, cancelaciones y devoluciones.',
    image: 'contact',
  },
  '/links': {
    title: `${brand.name} · Síguenos y descarga la app`,
    name: 'Enlaces',
    description: 'Las redes de Cupo, la app para iOS y Android y el portal web, en un solo lugar.',
    image: 'home',
  },
} as const satisfies Record<string, StaticPage>

export type StaticPage = { title: string; name: string; description: string; image: string }
export type StaticPath = keyof typeof staticPages

/** Other addresses of the links page, printed on posters and cards. */
export const linksAliases = ['/social', '/qr'] as const

/** Page that says which browser is needed; not listed for search engines. */
export const OLD_BROWSER = '/navegador'

/** Addresses of the prerendered content pages. */
export const prerenderedPaths: readonly string[] = [
  ...Object.keys(staticPages),
  ...linksAliases,
  OLD_BROWSER,
]

/**
 * App screens whose first view is prerendered, so that it shows before the app's code has loaded.
 * Content that depends on the address or on the person is rendered after hydration (`useHydrated`).
 */
export const prerenderedScreens: readonly string[] = [
  '/login',
  '/signup',
  '/recuperar-cuenta',
  '/trips',
  '/publish',
]
