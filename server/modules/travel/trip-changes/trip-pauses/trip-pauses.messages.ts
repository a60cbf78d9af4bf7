// Messages about a paused trip: a document is missing, or its driver is barred.
import {
  channels,
  dayAndTime,
  defineMessage,
  type FareFacts,
  forMode,
  journey,
} from '#server/modules/foundation/notifications/index.ts'
import type { MessageWords } from '#server/platform/message.ts'

/** `path` leads to the trip, or to a passenger's booking. */
type TripFacts = { path: string; from: string; to: string; at: string }

type Cause = 'documents' | 'conduct' | 'team'

/** Reasons why a trip is on sale again. */
const over: Record<Cause, string> = {
  documents: 'Los documentos del viaje están al día.',
  conduct: 'La revisión de la cuenta de quien maneja terminó.',
  team: 'La revisión del viaje terminó.',
}

const link = (label: string) => (data: TripFacts, site: string) => {
  return { label, url: `${site}${data.path}` }
}
const toBooking = link('Ver mi reserva')
const toTrip = link('Ver mi viaje')
const toDocuments = (site: string) => {
  return { label: 'Renovar mis documentos', url: `${site}/documents` }
}

function told(data: TripFacts, text: MessageWords): MessageWords {
  return { facts: journey(data), ...text }
}

/** A trip can have passengers of both payment modes. */
const WILL_RETURN = 'A quien pagó con su billetera le devolvemos todo.'
const RETURNED = 'A quien pagó con su billetera le devolvimos todo.'

/** To the driver of a trip that the team paused; `by` is when the trip is cancelled. */
export const tripPausedByTeam = defineMessage('trip_paused_by_team', 'trips', {
  channels: channels.duty,
  words: (data: TripFacts & { by: string }, site) =>
    told(data, {
      heading: 'Tu viaje está en pausa',
      action: toTrip(data, site),
      paragraphs: [
        'El equipo de Cupo lo está revisando: por ahora no se venden más cupos. Quien ya reservó ' +
          'puede cancelar sin costo.',
        `Si ${dayAndTime(data.by)} sigue en pausa, lo cancelamos. ${WILL_RETURN}`,
      ],
      help: { title: '¿Tienes dudas?', path: data.path },
    }),
})

/** To the driver; `lacking` is part of a sentence, `by` is when the trip is cancelled. */
export const tripPaused = defineMessage('trip_paused', 'documents', {
  channels: channels.everywhere,
  words: (data: TripFacts & { lacking: string; by: string }, site) =>
    told(data, {
      heading: 'Tu viaje dejó de venderse',
      action: toDocuments(site),
      paragraphs: [
        `El día del viaje no estará vigente: ${data.lacking}.`,
        `Tienes hasta ${dayAndTime(data.by)} para renovarlo. Cuando lo aprobemos, el viaje ` +
          `vuelve a la venta; si no llega, lo cancelamos. ${WILL_RETURN}`,
      ],
    }),
})

/** Why the trip waits, for its passengers. */
const waits: Record<Cause, string> = {
  documents: 'Quien maneja debe renovar un documento antes de salir.',
  conduct: 'Estamos revisando la cuenta de quien maneja.',
  team: 'El equipo de Cupo está revisando el viaje.',
}

export const tripAtRisk = defineMessage('trip_at_risk', 'trips', {
  channels: channels.everywhere,
  words: (data: TripFacts & FareFacts & { cause: Cause; by: string; isRequest?: boolean }, site) =>
    told(data, {
      heading: 'Tu viaje está en pausa',
      action: toBooking(data, site),
      paragraphs: [
        `${waits[data.cause]} Tu ${data.isRequest ? 'solicitud' : 'reserva'} sigue en pie.`,
        ...forMode(data, {
          billetera: [
            'Puedes esperar, o cancelar ya y recibir todo de vuelta.',
            `Si ${dayAndTime(data.by)} sigue en pausa, cancelamos el viaje y te devolvemos todo.`,
          ],
          directo: [
            'Puedes esperar, o cancelar ya sin costo.',
            `Si ${dayAndTime(data.by)} sigue en pausa, cancelamos el viaje. Era pago directo: no ` +
              'pagas nada.',
          ],
        }),
      ],
    }),
  boardsAt: ({ at }) => at,
})

export const tripResumed = defineMessage('trip_resumed', 'trips', {
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
  boardsAt: ({ at }) => at,
})

export const tripLapsed = defineMessage('trip_lapsed', 'documents', {
  channels: channels.duty,
  words: (data: TripFacts & { cause: Cause; lacking: string }, site) =>
    data.cause !== 'documents'
      ? told(data, {
          heading: 'Cancelamos tu viaje',
          action: toTrip(data, site),
          paragraphs: [
            data.cause === 'conduct'
              ? 'No puedes hacerlo por una decisión sobre tu cuenta. Mírala en Conducta.'
              : 'Seguía en pausa por decisión del equipo de Cupo.',
            RETURNED,
          ],
          help: { title: '¿Tienes dudas?', path: data.path },
        })
      : told(data, {
          heading: 'Cancelamos tu viaje por documentos',
          action: toDocuments(site),
          paragraphs: [`No estaba vigente para el día del viaje: ${data.lacking}.`, RETURNED],
        }),
})
