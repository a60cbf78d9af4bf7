/** What people are told of a trip that is not sold until its driver renews a document. */
import { instantFormat, type MailContent } from './mail-content.ts'

/** `path`: to the trip, or to the booking of a passenger. */
type TripFacts = { path: string; from: string; to: string; at: string }

export type TripPauseMail =
  /** To the driver; `lacking` as in a sentence, `by` when the trip would be cancelled. */
  | { template: 'trip_paused'; data: TripFacts & { lacking: string; by: string } }
  | { template: 'trip_at_risk'; data: TripFacts & { by: string } }
  | { template: 'trip_resumed'; data: TripFacts & { role: 'driver' | 'passenger' } }
  | { template: 'trip_lapsed'; data: TripFacts & { lacking: string } }

const TEMPLATES: readonly string[] = [
  'trip_paused',
  'trip_at_risk',
  'trip_resumed',
  'trip_lapsed',
] satisfies TripPauseMail['template'][]

export function isTripPauseMail<M extends { template: string }>(
  mail: M,
): mail is M & { template: TripPauseMail['template'] } {
  return TEMPLATES.includes(mail.template)
}

export function tripPauseMail(mail: TripPauseMail, site: string): MailContent {
  const { from, to, at } = mail.data
  const shared = { context: `${from} → ${to} · ${dateOf(at)}`, facts: [], closing: [] }
  return { ...shared, ...textOf(mail, site) }
}

type Text = Pick<MailContent, 'subject' | 'heading' | 'paragraphs' | 'action'>

function textOf(mail: TripPauseMail, site: string): Text {
  const booking = { label: 'Ver mi reserva', url: `${site}${mail.data.path}` }
  const trip = { label: 'Ver mi viaje', url: `${site}${mail.data.path}` }
  const documents = { label: 'Renovar mis documentos', url: `${site}/documents` }
  switch (mail.template) {
    case 'trip_paused':
      return headed('Tu viaje dejó de venderse', documents, [
        `El día del viaje no estará vigente: ${mail.data.lacking}.`,
        `Tienes hasta el ${dateOf(mail.data.by)} para renovarlo. Cuando lo aprobemos, el viaje ` +
          'vuelve a la venta; si no llega, lo cancelamos y devolvemos todo a tus pasajeros.',
      ])
    case 'trip_at_risk':
      return headed('Tu viaje está por confirmarse', booking, [
        'Quien maneja debe renovar un documento antes de salir. Tu cupo sigue apartado.',
        `Si el ${dateOf(mail.data.by)} no está renovado, cancelamos el viaje y te devolvemos todo.`,
      ])
    case 'trip_resumed':
      return mail.data.role === 'driver'
        ? headed('Tu viaje vuelve a venderse', trip, ['Los documentos del viaje están al día.'])
        : headed('Tu viaje sigue en pie', booking, ['Los documentos del viaje están al día.'])
    case 'trip_lapsed':
      return headed('Cancelamos tu viaje por documentos', documents, [
        `No estaba vigente para el día del viaje: ${mail.data.lacking}.`,
        'Tus pasajeros recibieron de vuelta todo lo que pagaron.',
      ])
  }
}

function headed(heading: string, action: MailContent['action'], paragraphs: string[]): Text {
  return { subject: heading, heading, paragraphs, action }
}

const dateOf = (at: string) => instantFormat.format(new Date(at))
