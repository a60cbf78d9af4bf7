/** What people are told of a paused trip: a document lacks, or its driver is barred. */
import type { MailContent } from '#server/platform/room-message.ts'
import { instantFormat } from './mail-content.ts'

type Cause = 'documents' | 'conduct'

/** `path`: to the trip, or to the booking of a passenger. */
type TripFacts = { path: string; from: string; to: string; at: string }

export type TripPauseMail =
  /** To the driver; `lacking` as in a sentence, `by` when the trip would be cancelled. */
  | { template: 'trip_paused'; data: TripFacts & { lacking: string; by: string } }
  | { template: 'trip_at_risk'; data: TripFacts & { cause: Cause; by: string } }
  | { template: 'trip_resumed'; data: TripFacts & { cause: Cause; role: 'driver' | 'passenger' } }
  | { template: 'trip_lapsed'; data: TripFacts & { cause: Cause; lacking: string } }
  /** To a passenger whose seat went with a trip that was cancelled for its driver. */
  | { template: 'trip_not_back'; data: TripFacts }

const TEMPLATES: readonly string[] = [
  'trip_paused',
  'trip_at_risk',
  'trip_resumed',
  'trip_lapsed',
  'trip_not_back',
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
      return headed('Tu viaje está en pausa', booking, [
        mail.data.cause === 'documents'
          ? 'Quien maneja debe renovar un documento antes de salir. Tu cupo sigue apartado.'
          : 'Estamos revisando la cuenta de quien maneja. Tu cupo sigue apartado.',
        'Puedes esperar, o cancelar ya tu reserva y recibir todo de vuelta.',
        `Si el ${dateOf(mail.data.by)} sigue en pausa, cancelamos el viaje y te devolvemos todo.`,
      ])
    case 'trip_resumed':
      return mail.data.role === 'driver'
        ? headed('Tu viaje vuelve a venderse', trip, [over[mail.data.cause]])
        : headed('Tu viaje sigue en pie', booking, [over[mail.data.cause]])
    case 'trip_not_back':
      return headed('Tu reserva no vuelve', booking, [
        'La revisión de la cuenta de quien manejaba terminó a su favor, y puede viajar otra vez.',
        'Tu reserva ya se canceló y recibiste todo de vuelta. Si publica otra vez, reserva.',
      ])
    case 'trip_lapsed':
      if (mail.data.cause === 'conduct') {
        return headed('Cancelamos tu viaje', trip, [
          'No puedes hacerlo por una decisión sobre tu cuenta. Mírala en Conducta.',
          'Tus pasajeros recibieron de vuelta todo lo que pagaron.',
        ])
      }
      return headed('Cancelamos tu viaje por documentos', documents, [
        `No estaba vigente para el día del viaje: ${mail.data.lacking}.`,
        'Tus pasajeros recibieron de vuelta todo lo que pagaron.',
      ])
  }
}

/** Why a trip is sold again. */
const over: Record<Cause, string> = {
  documents: 'Los documentos del viaje están al día.',
  conduct: 'La revisión de la cuenta de quien maneja terminó.',
}

function headed(heading: string, action: MailContent['action'], paragraphs: string[]): Text {
  return { subject: heading, heading, paragraphs, action }
}

const dateOf = (at: string) => instantFormat.format(new Date(at))
