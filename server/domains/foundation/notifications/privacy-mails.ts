/** What a person is told about their data and the end of their account. */
import type { MailContent } from '#server/platform/room-message.ts'
import { instantFormat } from './mail-content.ts'

export type PrivacyMail =
  | { template: 'export_ready'; data: { until: string } }
  | { template: 'closing_asked'; data: { dueAt: string } }
  | { template: 'closing_taken_back'; data: Record<string, never> }
  | { template: 'closing_soon'; data: { dueAt: string } }
  | { template: 'closing_waits'; data: { debtPesos: number } }
  | { template: 'account_closed'; data: { pesos: number } }
  | { template: 'terms_coming'; data: { version: string; changes: string } }

const TEMPLATES: readonly string[] = [
  'export_ready',
  'closing_asked',
  'closing_taken_back',
  'closing_soon',
  'closing_waits',
  'account_closed',
  'terms_coming',
] satisfies PrivacyMail['template'][]

export function isPrivacyMail<M extends { template: string }>(
  mail: M,
): mail is M & { template: PrivacyMail['template'] } {
  return TEMPLATES.includes(mail.template)
}

const moment = (instant: string) => instantFormat.format(new Date(instant))
const grouped = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 0 })
const day = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'UTC' })

export function privacyMail(mail: PrivacyMail, site: string): MailContent {
  const action = { label: 'Ver mis datos', url: `${site}/mis-datos` }
  const say = (heading: string, paragraphs: string[], more: Partial<MailContent> = {}) => ({
    subject: heading,
    heading,
    paragraphs,
    action,
    facts: [],
    closing: [],
    ...more,
  })
  switch (mail.template) {
    case 'export_ready':
      return say('Tu copia de datos está lista', ['Entra a tu cuenta para descargarla.'], {
        facts: [['Hasta', moment(mail.data.until)]],
        closing: ['Si no la pediste, cambia tu contraseña.'],
      })
    case 'closing_asked':
      return say(
        'Pediste cerrar tu cuenta',
        [
          'Mientras tanto no puedes reservar ni publicar.',
          'Si cambias de idea, entra y cancela el cierre antes de esa fecha.',
        ],
        {
          facts: [['Se cierra', moment(mail.data.dueAt)]],
          closing: ['Si no fuiste tú, cancela el cierre y cambia tu contraseña.'],
        },
      )
    case 'closing_taken_back':
      return say('Tu cuenta sigue abierta', ['Cancelaste el cierre. No borramos nada.'])
    case 'closing_soon':
      return say('Tu cuenta se cierra pronto', ['Ese día borramos tus datos y no hay regreso.'], {
        facts: [['Se cierra', moment(mail.data.dueAt)]],
      })
    case 'closing_waits':
      return say('Todavía no cerramos tu cuenta', [
        mail.data.debtPesos > 0
          ? `Debes $ ${grouped.format(mail.data.debtPesos)}. Recarga tu billetera para pagarlos.`
          : 'Hay un viaje, una reserva, una recarga o un reclamo sin terminar. Seguimos mañana.',
      ])
    case 'account_closed':
      return say('Cerramos tu cuenta', closed(mail.data.pesos), {
        action: { label: 'Ir a Cupo', url: `${site}/` },
      })
    case 'terms_coming': {
      const from = day.format(new Date(`${mail.data.version}T00:00:00.000Z`))
      return say('Cambian los términos y condiciones', [mail.data.changes], {
        action: { label: 'Leer los términos', url: `${site}/terms-and-conditions` },
        facts: [['Desde', from]],
        closing: ['Si no estás de acuerdo, puedes cerrar tu cuenta sin costo antes de esa fecha.'],
      })
    }
  }
}

function closed(pesos: number): string[] {
  const erased = 'Borramos tus datos. Lo que la ley pide guardar queda sin tu nombre.'
  if (pesos === 0) return [erased]
  const sum = `$ ${grouped.format(pesos)}`
  const claim = `En tu billetera quedaron ${sum}. Siguen siendo tuyos: escríbenos para devolverlos.`
  return [erased, claim]
}
