import {
  channels,
  defineMessage,
  instantFormat,
  plural,
  unlinked,
} from '#server/modules/foundation/notifications/index.ts'
import type { MessageWords } from '#server/platform/message.ts'

/** `name`: name of the other person. `path`: address of the ratings of a booking. */
type RatingAsked = { path: string; name: string; until: string }

const until = (at: string): [string, string] => [
  'Puedes calificar hasta',
  instantFormat.format(new Date(at)),
]

const SUBJECT_MAX = 60

/** Uses `short` when the heading with a name is too long for a phone notification. */
function said(heading: string, short: string, words: Omit<MessageWords, 'heading'>): MessageWords {
  return { heading: heading.length < SUBJECT_MAX ? heading : short, ...words }
}

export const ratingWaiting = defineMessage('rating_waiting', 'trips', {
  channels: channels.everywhere,
  words: (data: RatingAsked, site) =>
    said(`Califica tu viaje con ${unlinked(data.name)}`, 'Califica tu viaje', {
      paragraphs: [
        'Cuéntales a los demás cómo fue.',
        'Ninguno ve lo que escribió el otro hasta que califiquen los dos.',
      ],
      action: { label: 'Calificar', url: `${site}${data.path}` },
      facts: [until(data.until)],
    }),
})

export const ratingReminder = defineMessage('rating_reminder', 'trips', {
  channels: channels.onlyApp,
  words: (data: RatingAsked, site) =>
    said(
      `Aún puedes calificar tu viaje con ${unlinked(data.name)}`,
      'Aún puedes calificar tu viaje',
      {
        paragraphs: ['Toma menos de un minuto y ayuda a quien viaje después.'],
        action: { label: 'Calificar', url: `${site}${data.path}` },
        facts: [until(data.until)],
      },
    ),
})

export const ratingReceived = defineMessage('rating_received', 'trips', {
  channels: channels.everywhere,
  words: (data: { path: string; name: string; stars: number; hasComment: boolean }, site) =>
    said(`${unlinked(data.name)} te calificó`, 'Te calificaron', {
      paragraphs: [
        `Te dio ${plural(data.stars, 'estrella', 'estrellas')}.`,
        ...(data.hasComment ? ['También escribió un comentario. Puedes responderlo.'] : []),
      ],
      action: { label: 'Ver la calificación', url: `${site}${data.path}` },
    }),
})

export const ratingReply = defineMessage('rating_reply', 'trips', {
  channels: channels.onlyApp,
  words: (data: { path: string; name: string }, site) =>
    said(`${unlinked(data.name)} respondió tu calificación`, 'Respondieron tu calificación', {
      paragraphs: ['Su respuesta está en su perfil.'],
      action: { label: 'Ver la respuesta', url: `${site}${data.path}` },
    }),
})

export const ratingReviewed = defineMessage('rating_reviewed', 'trips', {
  channels: channels.onlyApp,
  words: (data: { path: string }, site) =>
    said('Estamos revisando las calificaciones de tu viaje', 'Revisamos las calificaciones', {
      paragraphs: [
        'Por ahora no cuentan. Una persona de Cupo lo revisa y te avisamos qué decidimos.',
      ],
      action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    }),
})

export const ratingDecided = defineMessage('rating_decided', 'trips', {
  channels: channels.onlyApp,
  words: (data: { path: string; count: boolean }, site) =>
    said('Revisamos las calificaciones de tu viaje', 'Revisamos las calificaciones', {
      paragraphs: [
        data.count
          ? 'Decidimos que cuentan: ya se ven en los perfiles.'
          : 'Decidimos que no cuentan: no se ven en los perfiles.',
      ],
      action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    }),
})
