import type { FastifyInstance } from 'fastify'
import { escapeHtml, page, sendPage } from './page-layout.ts'

const standIns: { name: string; href: string; what: string }[] = [
  {
    name: 'Wompi',
    href: '/sandbox/wompi/',
    what: 'Pasarela de pagos: recargas, aprobaciones tardías, anulaciones y eventos firmados.',
  },
  {
    name: 'Wompi, pagos a terceros',
    href: '/sandbox/wompi-payouts/',
    what: 'Retiros: pagos a bancos, billeteras y llaves Bre-B, y sus eventos firmados.',
  },
  {
    name: 'Correo',
    href: '/sandbox/mail/',
    what: 'Todo lo que Cupo envía por SMTP: enlaces de recuperación, cambios de correo y avisos.',
  },
  {
    name: 'Avisos al navegador',
    href: '/sandbox/push/',
    what: 'Servicio de push con su cifrado y sus firmas: lo que llegaría a cada navegador.',
  },
  {
    name: 'WhatsApp y SMS',
    href: '/sandbox/text/',
    what: 'Códigos y avisos que llegarían a los celulares.',
  },
  {
    name: 'Google y Apple',
    href: '/login',
    what: 'Inicio de sesión con cuentas de prueba: elige una en la página del proveedor.',
  },
]

/** Serves `GET /sandbox`: the external services that this process simulates, with links. */
export async function sandboxPage(app: FastifyInstance): Promise<void> {
  for (const url of ['/sandbox', '/sandbox/']) {
    app.get(url, async (_request, reply) => sendPage(reply, page('Entorno de pruebas', body())))
  }
}

function body(): string {
  const cards = standIns.map(
    ({ name, href, what }) => `<section class="card">
<h2>${escapeHtml(name)}</h2>
<p>${escapeHtml(what)}</p>
<a class="button" href="${href}">Abrir ${escapeHtml(name)}</a>
</section>`,
  )
  return `<p class="brand">Entorno de pruebas <span>Sin dinero real</span></p>
<p>Estos servicios externos son simulados en esta máquina con su protocolo verdadero.</p>
${cards.join('\n')}
<a class="button" href="/">Volver a Cupo</a>`
}
