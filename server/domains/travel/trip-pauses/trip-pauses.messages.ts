// Messages about a paused trip: a document is missing, or its driver is barred.
import {
  channels,
  dayAndTime,
  defineMessage,
  instantFormat,
} from '#server/domains/foundation/notifications/notifications.public.ts'
import type { MailContent } from '#server/platform/room-message.ts'

/** `path` leads to the trip, or to a passenger's booking. */
type TripFacts = { path: string; from: string; to: string; at: string }

type Cause = 'documents' | 'conduct'

/** Reasons why a trip is on sale again. */
const over: Record<Cause, string> = {
  documents: 'Los documentos del viaje están al día.',
  conduct: 'La revisión de la cuenta de quien maneja terminó.',
}

const link = (label: string) => (data: TripFacts, site: string) => {
  return { label, url: `${site}${data.path}` }
}
const toBooking = link('Ver mi reserva')
const toTrip = link('Ver mi viaje')
const toDocuments = (site: string) => {
  return { label: 'Renovar mis documentos', url: `${site}/documents` }
}

function told(
  { from, to, at }: TripFacts,
  text: { heading: string; action: { label: string; url: string }; paragraphs: string[] },
): MailContent {
  const context = `${from} → ${to} · ${instantFormat.format(new Date(at))}`
  return { subject: text.heading, context, facts: [], closing: [], ...text }
}

/** To the driver; `lacking` is part of a sentence, `by` is when the trip is cancelled. */
export const tripPaused = defineMessage({
  name: 'trip_paused',
  topic: 'documents',
  channels: channels.everywhere,
  words: (data: TripFacts & { lacking: string; by: string }, site) =>
    told(data, {
      heading: 'Tu viaje dejó de venderse',
      action: toDocuments(site),
      paragraphs: [
        `El día del viaje no estará vigente: ${data.lacking}.`,
        `Tienes hasta ${dayAndTime(data.by)} para renovarlo. Cuando lo aprobemos, el viaje ` +
          'vuelve a la venta; si no llega, lo cancelamos y devolvemos todo a tus pasajeros.',
      ],
    }),
})

export const tripAtRisk = defineMessage({
  name: 'trip_at_risk',
  topic: 'trips',
  channels: channels.everywhere,
  words: (data: TripFacts & { cause: Cause; by: string }, site) =>
    told(data, {
      heading: 'Tu viaje está en pausa',
      action: toBooking(data, site),
      paragraphs: [
        data.cause === 'documents'
          ? 'Quien maneja debe renovar un documento antes de salir. Tu cupo sigue apartado.'
          : 'Estamos revisando la cuenta de quien maneja. Tu cupo sigue apartado.',
        'Puedes esperar, o cancelar ya tu reserva y recibir todo de vuelta.',
        `Si ${dayAndTime(data.by)} sigue en pausa, cancelamos el viaje y te devolvemos todo.`,
      ],
    }),
})

export const tripResumed = defineMessage({
  name: 'trip_resumed',
  topic: 'trips',
  channels: channels.everywhere,
  words: (
    data: TripFacts & {
      cause: Cause
      role: 'driver' | 'passenger'
      /** Whether the driver has paused the trip too, so that it is still not sold. */
      ownPause?: boolean
    },
    site,
  ) =>
    data.role === 'driver'
      ? told(data, {
          heading: data.ownPause
            ? 'Tu viaje ya puede venderse otra vez'
            : 'Tu viaje vuelve a venderse',
          action: toTrip(data, site),
          paragraphs: [
            over[data.cause],
            ...(data.ownPause
              ? ['Sigue en pausa porque lo pausaste tú: retómalo cuando quieras.']
              : []),
          ],
        })
      : told(data, {
          heading: 'Tu viaje sigue en pie',
          action: toBooking(data, site),
          paragraphs: [over[data.cause]],
        }),
})

export const tripLapsed = defineMessage({
  name: 'trip_lapsed',
  topic: 'documents',
  channels: channels.duty,
  words: (data: TripFacts & { cause: Cause; lacking: string }, site) =>
    data.cause === 'conduct'
      ? told(data, {
          heading: 'Cancelamos tu viaje',
          action: toTrip(data, site),
          paragraphs: [
            'No puedes hacerlo por una decisión sobre tu cuenta. Mírala en Conducta.',
            'Tus pasajeros recibieron de vuelta todo lo que pagaron.',
          ],
        })
      : told(data, {
          heading: 'Cancelamos tu viaje por documentos',
          action: toDocuments(site),
          paragraphs: [
            `No estaba vigente para el día del viaje: ${data.lacking}.`,
            'Tus pasajeros recibieron de vuelta todo lo que pagaron.',
          ],
        }),
})
