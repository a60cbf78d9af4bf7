/** What a person is told about ratings. */
import type { MailContent } from '#server/platform/room-message.ts'
import { instantFormat, unlinked } from './mail-content.ts'

/** `name` is the other person's; `path` leads to the ratings of a booking. */
type RatingAsked = { path: string; name: string; until: string }

export type RatingMail =
  | { template: 'rating_waiting'; data: RatingAsked }
  | { template: 'rating_reminder'; data: RatingAsked }
  | {
      template: 'rating_received'
      data: { path: string; name: string; stars: number; hasComment: boolean }
    }
  | { template: 'rating_reply'; data: { path: string; name: string } }
  | { template: 'rating_reviewed'; data: { path: string } }
  | { template: 'rating_decided'; data: { path: string; count: boolean } }

/** Whether the message is about ratings. */
export function isRatingMail<T extends { template: string }>(mail: T): mail is T & RatingMail {
  return mail.template.startsWith('rating_')
}

export function ratingMail(mail: RatingMail, site: string): MailContent {
  const { template, data } = mail
  const to = `${site}${data.path}`
  switch (template) {
    case 'rating_waiting':
      return said(`Califica tu viaje con ${unlinked(data.name)}`, 'Califica tu viaje', {
        paragraphs: [
          'Cuéntales a los demás cómo fue.',
          'Ninguno ve lo que escribió el otro hasta que califiquen los dos.',
        ],
        action: { label: 'Calificar', url: to },
        facts: [until(data.until)],
      })
    case 'rating_reminder':
      return said(
        `Aún puedes calificar tu viaje con ${unlinked(data.name)}`,
        'Aún puedes calificar tu viaje',
        {
          paragraphs: ['Toma menos de un minuto y ayuda a quien viaje después.'],
          action: { label: 'Calificar', url: to },
          facts: [until(data.until)],
        },
      )
    case 'rating_received':
      return said(`${unlinked(data.name)} te calificó`, 'Te calificaron', {
        paragraphs: [
          data.stars === 1 ? 'Te dio 1 estrella.' : `Te dio ${data.stars} estrellas.`,
          ...(data.hasComment ? ['También escribió un comentario. Puedes responderlo.'] : []),
        ],
        action: { label: 'Ver la calificación', url: to },
        facts: [],
      })
    case 'rating_reply':
      return said(
        `${unlinked(data.name)} respondió tu calificación`,
        'Respondieron tu calificación',
        {
          paragraphs: ['Su respuesta está en su perfil.'],
          action: { label: 'Ver la respuesta', url: to },
          facts: [],
        },
      )
    case 'rating_reviewed':
      return said(
        'Estamos revisando las calificaciones de tu viaje',
        'Revisamos las calificaciones',
        {
          paragraphs: [
            'Por ahora no cuentan. Una persona de Cupo lo revisa y te avisamos qué decidimos.',
          ],
          action: { label: 'Ver la reserva', url: to },
          facts: [],
        },
      )
    case 'rating_decided':
      return said('Revisamos las calificaciones de tu viaje', 'Revisamos las calificaciones', {
        paragraphs: [
          data.count
            ? 'Decidimos que cuentan: ya se ven en los perfiles.'
            : 'Decidimos que no cuentan: no se ven en los perfiles.',
        ],
        action: { label: 'Ver la reserva', url: to },
        facts: [],
      })
  }
}

const until = (at: string): [string, string] => [
  'Puedes calificar hasta',
  instantFormat.format(new Date(at)),
]

type Words = Pick<MailContent, 'paragraphs' | 'action' | 'facts'>

const SUBJECT_MAX = 60

/** `short` instead of a heading that is too long, by a name, for the line of a telephone. */
function said(heading: string, short: string, words: Words): MailContent {
  const fitting = heading.length < SUBJECT_MAX ? heading : short
  return { subject: fitting, heading: fitting, closing: [], ...words }
}
